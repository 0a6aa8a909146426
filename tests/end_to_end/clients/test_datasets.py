"""Datasets, cases and outputs from DataFrames and back."""

import pandas
import pytest
from evalhub_client import Conflict, EvalHubClientError, Failed, RowsRefused, TimedOut, waiting

from datasets.models import ModelOutput, TestCase

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("workers")]

FRAME = pandas.DataFrame(
    {
        "number": [1, 2, 3],
        "question": ["1 + 1?", "2 + 2?", "„Ü“ + 3?"],
        "gold": ["2", "4", None],
        "topic": ["easy", "easy", "hard"],
        "gpt": ["2", "5", "6"],
    }
)
COLUMNS = {
    "input": "question",
    "expected_output": "gold",
    "external_id": "number",
    "outputs": {"gpt-x": "gpt"},
    "metadata": ["topic"],
}
CASE_COLUMNS = {name: column for name, column in COLUMNS.items() if name != "outputs"}


@pytest.fixture
def boss(client_of, bob):
    return client_of(bob)


def test_a_frame_becomes_a_published_dataset(boss):
    version = boss.datasets.from_frame("Sums", FRAME, columns=COLUMNS, type="EVALUATION", tags=["maths"])

    assert (version["status"], version["row_count"]) == ("PUBLISHED", 3)
    assert boss.datasets.get(version["dataset_id"])["tags"] == ["maths"]
    assert [each["version_number"] for each in boss.datasets.versions(version)] == [1]
    cases = boss.cases.frame(version)
    assert cases["external_id"].tolist() == ["1", "2", "3"] and cases["input.prompt"].tolist() == list(
        FRAME["question"]
    )
    assert cases["expected_output"].tolist()[:2] == ["2", "4"] and cases["expected_output"].isna().tolist()[2]
    assert cases["outputs.gpt-x"].tolist() == ["2", "5", "6"] and cases["metadata.topic"].tolist()[2] == "hard"
    assert [case["external_id"] for case in boss.cases.list(version, {"topic": "hard"})] == ["3"]
    assert len(boss.cases.sample(version, 2, seed=1)) == 2


def test_a_file_is_imported_as_it_is(boss, tmp_path):
    path = tmp_path / "cases.parquet"
    FRAME.to_parquet(path)
    seen = []

    version = boss.datasets.add_version(boss.datasets.create("Sums"), path, columns=COLUMNS, progress=seen.append)

    assert (version["file_name"], version["row_count"]) == ("cases.parquet", 3)
    assert [each["validation_status"] for each in seen] == ["PENDING", "VALID"]


def test_a_frame_with_errors_is_refused_with_its_rows(boss):
    with pytest.raises(Failed, match="1 errors: .*[Rr]ow 3") as failed:
        boss.datasets.from_frame("Sums", FRAME.assign(number=[1, 2, 1]), columns=COLUMNS)

    assert failed.value.details["errors"][0]["row"] == 3 and not TestCase.objects.exists()


def test_an_import_that_goes_on_is_told(boss, monkeypatch):
    monkeypatch.setattr(waiting, "sleep", lambda seconds: None)

    with pytest.raises(TimedOut, match="The import of version 1 is still .* after 0 s") as late:
        boss.datasets.from_frame("Sums", FRAME, columns=COLUMNS, timeout=0)
    assert late.value.details["validation_status"] == "PENDING"


def test_an_open_version_is_filled_in_chunks(boss, monkeypatch):
    monkeypatch.setattr("evalhub_client.results.ROWS_AT_ONCE", 2)
    version, seen = boss.datasets.open_version(boss.datasets.create("Sums"), "from a notebook"), []

    first = boss.cases.add(version, FRAME, columns=CASE_COLUMNS, progress=lambda *counts: seen.append(counts))
    again = boss.cases.add(version, FRAME, columns=CASE_COLUMNS)

    assert (first.created, again.existing, seen) == (3, 3, [(2, 3), (3, 3)])
    assert [row["index"] for row in first.rows] == [0, 1, 2]
    cases = boss.cases.frame(boss.datasets.publish(version))
    assert cases["input.prompt"].tolist() == list(FRAME["question"]) and cases["metadata.topic"].tolist()[2] == "hard"
    with pytest.raises(Conflict, match="not open"):
        boss.cases.add(version, FRAME, columns=CASE_COLUMNS)


def test_refused_rows_are_told_and_the_others_kept(boss):
    version = boss.datasets.open_version(boss.datasets.create("Sums"))
    rows = [{"external_id": "a", "input": "1?"}, {"external_id": "a", "input": "2?"}, {"input": "3?", "colour": "red"}]

    with pytest.raises(RowsRefused, match=r"2 of 3 rows were refused: row 1: Another case .*; row 2: Unknown") as some:
        boss.cases.add(version, rows)

    assert some.value.result.created == 1 and some.value.result.refusals()["index"].tolist() == [1, 2]
    assert boss.cases.add(version, rows, refused="keep").existing == 1


def test_answers_of_systems_are_pushed_with_what_they_cost(boss):
    version = boss.datasets.from_frame("Sums", FRAME, columns=COLUMNS)
    answers = pandas.DataFrame(
        {
            "number": [1, 2, 3],
            "text": ["2", "4", None],
            "error": [None, None, "timeout"],
            "cost_usd": [0.001, None, 0.002],
            "latency_ms": [120.5, 80.0, None],
            "tokens_out": [3, None, 7],
        }
    )
    system = {"name": "claude-y", "model": "anthropic/claude-haiku-4-5", "parameters": {"temperature": 0}}

    first = boss.outputs.push(version, answers, system=system, columns={"external_id": "number"})
    again = boss.outputs.push(version, answers, system=system, columns={"external_id": "number"})

    assert (first.created, again.existing) == (3, 3)
    found = boss.outputs.frame(version)
    mine = found[found["name"] == "claude-y"]
    assert mine["text"].tolist()[:2] == ["2", "4"] and mine["error"].tolist()[2] == "timeout"
    assert mine["cost_usd"].tolist()[::2] == [0.001, 0.002] and mine["latency_ms"].tolist()[:2] == [120.5, 80.0]
    assert ModelOutput.objects.filter(system__name="claude-y", tokens_out=7).exists()
    assert len(found) == 6 and set(boss.outputs.frame(version, mine["system_id"].iloc[0])["name"]) == {"claude-y"}


def test_systems_may_stand_in_a_column(boss):
    version = boss.datasets.from_frame("Sums", FRAME, columns=COLUMNS)
    rows = [{"external_id": "1", "system": name, "text": name} for name in ("a", "b")]

    assert boss.outputs.push(version, rows).created == 2
    assert {row["name"] for row in boss.outputs.list(version)} == {"a", "b", "gpt-x"}


def test_what_a_running_system_answered_is_sent_to_an_open_version(boss):
    version = boss.datasets.open_version(boss.datasets.create("Traffic"))
    rows = [{"external_id": "a", "input": "2 + 2?", "metadata": {"channel": "web"}, "system": "bot", "text": "4"}]

    assert (boss.outputs.send(version, rows).created, boss.outputs.send(version, rows).existing) == (1, 1)
    with pytest.raises(EvalHubClientError, match="Row 1: An output has neither"):
        boss.outputs.send(version, [*rows, {"input": "3 + 3?", "system": "bot"}])


def test_values_that_json_cannot_hold_are_refused_here(boss):
    version = boss.datasets.open_version(boss.datasets.create("Sums"))

    with pytest.raises(ValueError, match="infinite"):
        boss.cases.add(version, [{"input": "1?", "metadata": {"score": float("inf")}}])
    with pytest.raises(TypeError, match="holds a object"):
        boss.cases.add(version, [{"input": object()}])
    with pytest.raises(ValueError, match="same name"):
        boss.cases.add(version, pandas.DataFrame([["1?", "2?"]], columns=["input", "input"]))
    with pytest.raises(ValueError, match="columns has 'answer'"):
        boss.cases.add(version, FRAME, columns={"input": "question", "answer": "gpt"})
