"""Evaluations over the client, against the served API."""

import os
import subprocess
import sys

import pytest
from evalhub_client import InvalidRequest

from evalhub.local.paths import ROOT
from tests.end_to_end.clients.conftest import work_once
from tests.experiments.evaluations.actions.test_models import JUDGE, scoring
from tests.factories import make_api_key
from tests.reviews import machine

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("workers")]


@pytest.fixture
def boss(client_of, bob):
    return client_of(bob)


def test_one_output_is_scored(boss):
    found = boss.evaluations.score("What is 2 plus 2?", "4", ["exact_match"], expected_output="4")

    assert (found["status"], found["scores"]) == ("completed", {"exact_match": 1.0})
    assert [each["run_id"] for each in boss.evaluations.list(type="SINGLE")] == [found["evaluation_id"]]


def test_a_version_is_scored_by_programs_and_models(boss, monkeypatch):
    machine.play(monkeypatch, scoring(value=4))
    rows = [{"input": f"What is {n}?", "expected": str(n), "model-a": str(n % 3)} for n in range(4)]
    columns = {"input": "input", "expected_output": "expected", "outputs": {"model-a": "model-a"}}
    version, seen = boss.datasets.from_frame("Numbers", rows, columns=columns), []

    job = boss.evaluations.create(version, ["exact_match", "faithfulness"], config={"evaluator_model": JUDGE})
    ended = boss.evaluations.wait(job, progress=seen.append)

    assert (seen[0]["status"], ended["status"], ended["progress"]["completed"]) == ("queued", "completed", 4)
    assert ended["summary_scores"]["exact_match"]["mean"] == 0.75
    assert [row["row_index"] for row in boss.evaluations.results(job, metric="exact_match", max_score=0)] == [3]
    names = [each["attributes"]["gen_ai.evaluation.name"] for each in boss.evaluations.events(job)]
    assert sorted(names) == ["exact_match"] * 4 + ["faithfulness"] * 4
    frame = boss.evaluations.frame(job)
    assert frame.groupby("metric")["score"].mean().to_dict() == {"exact_match": 0.75, "faithfulness": 4.0}
    with pytest.raises(InvalidRequest, match="nonsense"):
        list(boss.evaluations.results(job, metric="nonsense", failed=True))


def test_an_evaluation_is_cancelled(boss):
    version = boss.datasets.from_frame("Numbers", [{"input": "What is 1?", "expected": "1", "output": "1"}])

    cancelled = boss.evaluations.cancel(boss.evaluations.create(version, ["exact_match"]))

    assert cancelled["status"] == "cancelled"
    assert boss.evaluations.get(cancelled["evaluation_id"])["scores"] == {}


def test_script_of_the_documentation_runs_as_written(bob, live_server, monkeypatch):
    machine.play(monkeypatch, scoring(value=4, text="2"))
    command = [sys.executable, "docs/evaluate.py", live_server.url]
    environment = os.environ | {"BOSS": make_api_key(bob).secret}

    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as script:
        while script.poll() is None:
            work_once()
        said = script.stdout.read()

    assert script.returncode == 0, said
    assert "{'exact_match': 0.0, 'contains': 1.0}" in said
    assert "exact_match: mean 0.75 (" in said and "12 of 12 scored, failed {}" in said
    assert "q4: 9 instead of 8" in said
    assert "system: completed, 36 outputs" in said and "4 evaluations" in said
    assert "online: 2026-11-27 exact_match 1.00, 3 of 3 scored" in said and "2 left out" in said


def test_what_arrives_is_scored_by_day(boss):
    version = boss.datasets.open_version(boss.datasets.create("Traffic"))
    evaluation = boss.evaluations.create_online(version, ["exact_match"], sampling={"rate": 1})
    row = {"input": "2 + 2?", "expected_output": "4", "system": "bot", "occurred_at": "2026-11-01T08:00:00Z"}
    boss.outputs.send(version, [row | {"text": text} for text in ("4", "5")])
    boss.evaluations.collection(evaluation, "stop")

    ended = boss.evaluations.wait(evaluation)

    assert ended["status"] == "completed"
    assert boss.evaluations.days(evaluation)[["day", "mean", "n_scored"]].values.tolist() == [["2026-11-01", 0.5, 2]]
