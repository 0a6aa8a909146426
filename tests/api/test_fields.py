"""An answer of the API is written by the class that documents it."""

from datetime import UTC, datetime
from types import SimpleNamespace

from rest_framework import serializers

from evalhub.api.fields import Answer


class PartOut(Answer):
    name = serializers.CharField()


class WholeOut(Answer):
    id = serializers.CharField(source="pk")
    title = serializers.CharField(source="owner.name")
    made_at = serializers.DateTimeField(allow_null=True)
    parts = PartOut(many=True)
    first = PartOut(allow_null=True)
    address = serializers.CharField()

    def read_address(self, row):
        return f"{self.context.get('root', '')}/{row.pk}"

    def read_first(self, row):
        return row.parts[0] if row.parts else None


def make_row(**changes):
    values = {"pk": 7, "owner": SimpleNamespace(name="Acme"), "made_at": None, "parts": [SimpleNamespace(name="a")]}
    return SimpleNamespace(**values | changes)


def test_fields_are_read_by_source_and_by_methods():
    assert WholeOut.of(make_row(made_at=datetime(2026, 1, 2, 3, tzinfo=UTC))) == {
        "id": "7",
        "title": "Acme",
        "made_at": "2026-01-02T03:00:00Z",
        "parts": [{"name": "a"}],
        "first": {"name": "a"},
        "address": "/7",
    }


def test_what_a_row_lacks_is_null():
    answer = WholeOut.of(make_row(parts=[]))

    assert answer["first"] is None
    assert answer["parts"] == []


def test_methods_find_what_the_context_names():
    assert WholeOut.of(make_row(), root="/v1")["address"] == "/v1/7"
    assert [each["address"] for each in WholeOut.of_all([make_row(), make_row(pk=8)], root="/v1")] == ["/v1/7", "/v1/8"]
