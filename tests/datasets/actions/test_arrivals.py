"""What running systems answered, as it arrives."""

import datetime

import pytest

from datasets.actions import datasets
from datasets.actions.arrivals import BadRows, receive, receive_good
from datasets.models import DatasetVersion, ModelOutput, System
from evalhub.lib.errors import Conflict
from tests import factories

ROW = {
    "external_id": "chat-1",
    "input": "How do I get my money back?",
    "metadata": {"channel": "web"},
    "system": {"name": "bot", "model": "model-a"},
    "text": "You have 14 days.",
    "finish_reason": "stop",
    "tokens_in": 12,
    "tokens_out": 7,
    "cost_usd": 0.002,
    "latency_ms": 812,
    "occurred_at": "2026-11-20T09:30:00Z",
}


@pytest.fixture
def version(acme):
    return datasets.open_version(dataset=factories.make_dataset(acme), by=None)


def states(results):
    return [(row.status, row.stored.pk) for row in results]


def test_an_answer_makes_its_case_and_its_output_and_the_same_again_changes_nothing_and_is_answered_alike(version):
    receive(version=version, rows=[ROW])
    stored = ModelOutput.objects.select_related("test_case", "system").get()
    case = stored.test_case
    assert (case.external_id, case.input, case.metadata) == ("chat-1", {"prompt": ROW["input"]}, {"channel": "web"})
    assert (stored.system.name, stored.system.model, stored.text) == ("bot", "model-a", "You have 14 days.")
    assert (stored.tokens_in, stored.tokens_out, stored.latency_ms, float(stored.cost_usd)) == (12, 7, 812, 0.002)
    assert stored.occurred_at == datetime.datetime(2026, 11, 20, 9, 30, tzinfo=datetime.UTC)

    first = receive(version=version, rows=[ROW])
    again = receive(version=version, rows=[ROW, ROW])
    assert states(again) == [("existing", first[0].stored.pk)] * 2
    assert DatasetVersion.objects.get(pk=version.pk).row_count == ModelOutput.objects.count() == 1


def test_a_case_that_is_there_is_named_by_its_id_or_external_id(version):
    case = receive(version=version, rows=[ROW])[0].stored.test_case

    added = receive(
        version=version,
        rows=[
            {"test_case_id": str(case.pk), "system": "other", "text": "30 days."},
            {"external_id": "chat-1", "system": "third", "error": "timeout"},
        ],
    )

    assert [row.stored.test_case_id for row in added] == [case.pk] * 2
    assert version.cases.count() == 1


BAD = [
    ({"input": ""}, "The input is empty."),
    ({"colour": "red"}, "Unknown field"),
    ({"text": None}, "neither a text nor an error"),
    ({"system": None}, "Name the system"),
    ({"system_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45", "system": None}, "no such system"),
    ({"tokens_in": -1}, "tokens_in"),
    ({"latency_ms": "fast"}, "latency_ms"),
    ({"occurred_at": "yesterday"}, "occurred_at"),
    ({"occurred_at": "2026-11-20T09:30:00"}, "occurred_at"),
    ({"occurred_at": "2999-01-01T00:00:00Z"}, "occurred_at"),
    ({"occurred_at": "2026-13-20T09:30:00Z"}, "occurred_at"),
    ({"input": None}, "metadata needs the input"),
    ({"test_case_id": "1"}, "test_case_id names already"),
    ({"external_id": "chat-0", "input": "Another question"}, "Another case has this external id"),
    ({"metadata": [1]}, "metadata is not an object"),
]


def test_a_bad_row_is_refused_with_its_reason(version):
    good = ROW | {"external_id": "chat-0"}

    stored, refused = receive_good(version=version, rows=[good, *(ROW | bad for bad, _ in BAD), 7])

    assert [row.stored.test_case.external_id for row in stored] == ["chat-0"]
    for index, (bad, reason) in enumerate(BAD, start=1):
        assert reason in refused[index], bad
    assert len(refused) == len(BAD) + 1 and version.cases.count() == 1


def test_one_bad_row_refuses_them_all_and_another_text_under_the_same_id_is_refused(version):
    for bad in ({"colour": "red"}, {"input": ""}, {"text": None}):
        with pytest.raises(BadRows) as refused:
            receive(version=version, rows=[ROW | {"external_id": "chat-0"}, ROW | bad])
        assert [row["index"] for row in refused.value.details["rows"]] == [1] and "Row 1" in refused.value.message
        assert not ModelOutput.objects.exists() and not version.cases.exists(), bad

    receive(version=version, rows=[ROW])
    with pytest.raises(BadRows, match="Outputs cannot be changed"):
        receive(version=version, rows=[ROW | {"text": "30 days."}])


def test_a_version_that_is_not_open_takes_nothing(acme):
    published = factories.make_version(factories.make_dataset(acme))

    with pytest.raises(Conflict, match="not open"):
        receive(version=published, rows=[ROW])


def test_a_thousand_rows_take_as_many_statements_as_two(version, django_assert_num_queries):
    rows = [ROW | {"external_id": f"chat-{number}"} for number in range(1_000)]
    System.objects.all().delete()

    with django_assert_num_queries(16):
        receive(version=version, rows=rows[:2])
    with django_assert_num_queries(16):
        receive(version=version, rows=rows[2:])
