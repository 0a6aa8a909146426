"""An answer of the API is written by the class that documents it."""

from datetime import UTC, datetime, timedelta, timezone
from types import SimpleNamespace

import pytest
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.fields import empty

from evalhub.accounts.api.base import ApiView
from evalhub.api.fields import Answer, DescribedText, StrictSerializer, TextOrNull
from evalhub.lib.errors import InvalidInput


class PartOut(Answer):
    name = serializers.CharField()


class WholeOut(Answer):
    id = serializers.CharField(source="pk")
    title = serializers.CharField(source="owner.name")
    made_at = serializers.DateTimeField(allow_null=True)
    parts = PartOut(many=True)
    first = PartOut(allow_null=True)
    address = serializers.CharField()
    place = serializers.IntegerField(source="read_first.place", required=False)
    root = serializers.CharField(source="context.root", allow_null=True)

    def read_address(self, row):
        return f"{self.context.get('root', '')}/{row.pk}"

    def read_first(self, row):
        return row.parts[0] if row.parts else None


def make_row(**changes):
    values = {"pk": 7, "owner": SimpleNamespace(name="Acme"), "made_at": None, "parts": [SimpleNamespace(name="a")]}
    return SimpleNamespace(**values | changes)


def test_fields_are_read_by_source_and_methods():
    assert WholeOut.of(make_row(made_at=datetime(2026, 1, 2, 3, tzinfo=UTC))) == {
        "id": "7",
        "title": "Acme",
        "made_at": "2026-01-02T03:00:00Z",
        "parts": [{"name": "a"}],
        "first": {"name": "a"},
        "address": "/7",
        "root": None,
    }

    answer = WholeOut.of(make_row(parts=[SimpleNamespace(name="a", place=3)]), root="/v1")
    assert (answer["place"], answer["root"]) == (3, "/v1")

    answer = WholeOut.of(make_row(parts=[]))
    assert answer["first"] is answer["place"] is None
    assert answer["parts"] == []

    assert WholeOut.of(make_row(), root="/v1")["address"] == "/v1/7"
    assert [each["address"] for each in WholeOut.of_all([make_row(), make_row(pk=8)], root="/v1")] == ["/v1/7", "/v1/8"]


class SparseOut(Answer):
    id = serializers.UUIDField(source="pk")
    note = TextOrNull()
    size = serializers.IntegerField(required=False)
    size_in_words = serializers.CharField(required=False)
    owner = serializers.CharField(source="owner.title", allow_null=True)

    def read_size_in_words(self, row):
        return "large" if "size" in row else empty


def test_optional_required_and_computed_fields():
    assert SparseOut.of({"pk": 7, "note": "", "owner": None}) == {"id": "7", "note": None, "owner": None}
    assert SparseOut.of({"pk": 7, "note": "x", "size": 1, "owner": {}}) == {
        "id": "7",
        "note": "x",
        "size": 1,
        "size_in_words": "large",
        "owner": None,
    }

    with pytest.raises(AttributeError, match="pk"):
        SparseOut.of({"note": "x"})

    row = make_row(
        pk=7, owner=SimpleNamespace(name="A"), made_at=datetime(2026, 1, 2, 3, tzinfo=timezone(timedelta(hours=1)))
    )

    class MadeOut(Answer):
        made_at = serializers.DateTimeField()
        day = serializers.CharField(source="made_at.isoformat")

    assert MadeOut.of(row) == {"made_at": "2026-01-02T02:00:00Z", "day": "2026-01-02T03:00:00+01:00"}


def test_the_document_says_more_of_a_text_than_the_field_checks():
    class BodyIn(StrictSerializer):
        kind = DescribedText({"enum": ["a", "b"]}, help_text="which")

    class View(ApiView):
        access = {"POST": "read"}

        @extend_schema(request=BodyIn, responses=PartOut)
        def post(self, request):
            """Do it."""

    patterns = [path("v1/x", View.as_view())]
    schema = SchemaGenerator(patterns=patterns).get_schema(request=None, public=True)

    assert schema["components"]["schemas"]["BodyIn"]["properties"]["kind"] == {
        "type": "string",
        "enum": ["a", "b"],
        "minLength": 1,
        "description": "which",
    }
    assert BodyIn.read({"kind": "c"}) == {"kind": "c"}


def test_a_body_inside_of_a_body_is_an_object():
    class InnerIn(StrictSerializer):
        note = serializers.CharField(required=False)

    class OuterIn(StrictSerializer):
        inner = InnerIn()

    for wrong in ([], [1], "x", 1):
        with pytest.raises(InvalidInput, match="^inner: .*Expected a dictionary, but got"):
            OuterIn.read({"inner": wrong})
