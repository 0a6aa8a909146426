"""What a JSON column cannot hold is refused by every way that leads there."""

import itertools

import pytest
from django.apps import apps
from django.db import models, transaction
from hypothesis import given
from hypothesis import strategies as st

from datasets.models import Dataset
from evalhub.lib import strict_json
from evalhub.lib.database.json_field import JSONField, document
from evalhub.lib.strict_json import BadJson
from tests import factories
from tests.source_tree import complain, python_files

UNSTORABLE = [
    (float("nan"), "nan is not a JSON number"),
    (float("inf"), "inf is not a JSON number"),
    (10**1000, "more than 1,000 digits"),
    ("a\0b", r"\\u0000"),
    ("a\ud800", r"\\ud800"),
    (object(), "cannot be written"),
]
ROOMS = ("evalhub", "annotations", "datasets", "reviews", "experiments")


@pytest.mark.parametrize("value, words", UNSTORABLE, ids=lambda value: str(value)[:12])
def test_nothing_unstorable_reaches_a_column(acme, value, words):
    dataset = factories.make_dataset(acme)
    dataset.tags = [{"deep": [value]}]

    for store in (
        dataset.save,
        lambda: Dataset.objects.bulk_create([Dataset(organization=acme, name="other", tags=dataset.tags)]),
        lambda: Dataset.objects.filter(pk=dataset.pk).update(tags=dataset.tags),
        lambda: Dataset.objects.bulk_update([dataset], ["tags"]),
        lambda: Dataset.objects.filter(tags__contains=dataset.tags).exists(),
    ):
        with pytest.raises(BadJson, match=words), transaction.atomic():
            store()

    assert Dataset.objects.get().tags == []


@given(st.recursive(st.integers() | st.text() | st.floats() | st.none(), st.lists, max_leaves=5))
def test_what_passes_is_read_back_as_it_was(value):
    try:
        text = document(value).obj
    except BadJson:
        return

    assert strict_json.loads(text) == value


@pytest.mark.parametrize("digits, before", list(itertools.product((999, 1000, 1001, 3000), (0, 499))))
def test_integers_are_counted_wherever_they_stand(digits, before):
    value = ["x" * before, 10 ** (digits - 1), "9" * 2000]

    if digits <= 1000:
        assert strict_json.loads(strict_json.dumps(value)) == value
    else:
        with pytest.raises(BadJson, match="more than 1,000 digits"):
            strict_json.dumps(value)


def test_every_json_column_and_statement_is_written_by_this_door():
    complain(
        (
            f"{model._meta.label}.{field.name}"
            for model in apps.get_models()
            if model.__module__.split(".")[0] in ROOMS
            for field in model._meta.get_fields()
            if isinstance(field, models.JSONField) and not isinstance(field, JSONField)
        ),
        "A JSON column is an evalhub.lib.database.json_field.JSONField.",
    )

    complain(
        (
            f"{file.name} {words}"
            for file in python_files()
            if file.name.split("/")[0] in ROOMS and "/migrations/" not in file.name
            for words in ("json.dumps(", "psycopg.types.json")
            if words in file.text.replace("strict_json.dumps(", "") and ".execute(" in file.text
            if file.name != "evalhub/lib/database/json_field.py"
        ),
        "What sends statements writes JSON by strict_json or json_field.document.",
    )
