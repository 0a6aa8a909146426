"""Cases that programs add to an open version."""

import pytest

from datasets.actions import cases, datasets
from datasets.actions.appending import append_cases
from datasets.models import DatasetVersion, TestCase
from evalhub.lib.errors import Conflict
from tests import factories

MESSAGES = [{"role": "user", "content": "Hello?"}]


@pytest.fixture
def version(acme):
    return datasets.open_version(dataset=factories.make_dataset(acme), by=None)


def states(results):
    return [(row.status, row.reason) for row in results]


def test_rows_become_cases_in_their_order(version):
    rows = [
        {"external_id": "a", "input": "2 + 2?", "expected_output": "4", "acceptable_answers": ["four"]},
        {"conversation": MESSAGES, "context": ["Be kind."], "prompt": "Go on.", "metadata": {"topic": "greeting"}},
        {"input": {"question": "Which?", "image": 1}, "external_id": 7, "metadata": None},
    ]

    results = append_cases(version=version, rows=rows)

    assert states(results) == [("created", "")] * 3
    stored = version.cases.values_list(
        "row_index", "external_id", "input", "expected_output", "acceptable_answers", "metadata"
    )
    assert list(stored) == [
        (0, "a", {"prompt": "2 + 2?"}, "4", ["four"], {}),
        (
            1,
            None,
            {"prompt": "Go on.", "conversation": MESSAGES, "context": ["Be kind."]},
            None,
            [],
            {"topic": "greeting"},
        ),
        (2, "7", {"question": "Which?", "image": 1}, None, [], {}),
    ]
    version.refresh_from_db()
    assert version.row_count == 3


def test_a_known_external_id_is_existing_and_never_changed(version):
    row = {"external_id": "a", "input": "2 + 2?", "expected_output": "4"}
    append_cases(version=version, rows=[row])

    again, changed, new, twice = append_cases(
        version=version,
        rows=[
            row,
            row | {"expected_output": "5"},
            {"external_id": "b", "input": "x"},
            {"external_id": "b", "input": "x"},
        ],
    )

    assert (again.status, changed.status, new.status, twice.status) == ("existing", "refused", "created", "existing")
    assert changed.reason == "Another case has this external id. Cases cannot be changed."
    assert again.stored.expected_output == "4" and twice.stored.pk == new.stored.pk
    assert version.cases.count() == 2


BAD = [
    ("text", "A case is an object."),
    ({"input": "x", "output": "y"}, "Unknown field 'output'. Valid: external_id, input,"),
    ({"input": "x", "context": "y"}, "Send either input or its parts"),
    ({"input": " "}, "The input is empty."),
    ({}, "The input is empty."),
    ({"context": ""}, "The input is empty."),
    ({"input": 5}, "The input is not a text, an object or a conversation."),
    ({"conversation": ["hello"]}, "conversation is not a list of messages."),
    ({"prompt": "x", "context": 5}, "context is not a text, a list or an object."),
    ({"prompt": ["x"]}, "prompt and system_prompt are texts."),
    ({"input": "x", "metadata": [1]}, "metadata is not an object."),
    ({"input": "x", "external_id": " "}, "The ID is blank"),
    ({"input": "x", "acceptable_answers": [""]}, "An acceptable answer is empty."),
]


def test_rows_that_cannot_be_read_are_refused_and_the_others_are_kept_and_metadata_of_all_appends_can_be_filtered(
    version,
):
    *bad, good = append_cases(version=version, rows=[*(row for row, _ in BAD), {"input": "good"}])
    assert good.status == "created"
    for result, (row, reason) in zip(bad, BAD, strict=True):
        assert result.status == "refused" and result.reason.startswith(reason), row
    assert version.cases.get().row_index == 0

    append_cases(version=version, rows=[{"input": "a", "metadata": {"score": 1}}])
    append_cases(version=version, rows=[{"input": "b", "metadata": {"score": 2.5, "lang": "de"}}])
    version.refresh_from_db()
    found = cases.keyset_page(version, limit=10, wanted={"score": {"gte": 1}, "lang": "de"}).cases
    assert cases.metadata_fields(version) == {"score": "number", "lang": "string"}
    assert [case.input for case in found] == [{"prompt": "b"}]
    assert len(version.schema_hash) == 64


def test_only_an_open_version_with_room_takes_cases(version, settings):
    append_cases(version=version, rows=[{"input": "a"}])

    settings.UPLOAD_ROWS = 2
    with pytest.raises(Conflict, match="more than 2 cases"):
        append_cases(version=version, rows=[{"input": "b"}, {"input": "c"}])
    datasets.set_status(version=version, status="PUBLISHED", by=None)
    with pytest.raises(Conflict, match="is not open"):
        append_cases(version=version, rows=[{"input": "b"}])

    assert version.cases.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_that_append_at_once_number_their_cases_without_gaps(acme, together):
    version = datasets.open_version(dataset=factories.make_dataset(acme), by=None)
    rows = [{"external_id": "same", "input": "same"}, {"input": "own"}]

    results = together(*[lambda: append_cases(version=version, rows=rows)] * 2)

    version = DatasetVersion.objects.get(pk=version.pk)
    assert sorted(result[0].status for result in results) == ["created", "existing"]
    assert list(TestCase.objects.filter(version=version).values_list("row_index", flat=True)) == [0, 1, 2]
    assert version.row_count == 3
