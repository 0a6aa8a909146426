"""Experiments over the client, against the served API."""

import os
import subprocess
import sys

import pytest

from evalhub.local.paths import ROOT
from experiments.trials.tasks import traffic_due
from tests.end_to_end.clients.conftest import work_once
from tests.experiments.evaluations.actions.test_models import scoring
from tests.factories import make_api_key
from tests.reviews import machine

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("workers")]


@pytest.fixture
def boss(client_of, bob):
    return client_of(bob)


def drafted(boss, **fields):
    rows = [
        {"input": f"What is {n}?", "expected": str(n), "v4": str(n if n % 2 else 0), "v5": str(n)} for n in range(1, 41)
    ]
    columns = {"input": "input", "expected_output": "expected", "outputs": {"v4": "v4", "v5": "v5"}}
    version = boss.datasets.from_frame("Numbers", rows, columns=columns)
    variants = [{"name": name, "is_control": name == "v4", "config": {"output_name": name}} for name in ("v4", "v5")]
    return boss.experiments.create("v5 against v4", "PROMPT_COMPARISON", variants, version=version, **fields)


def test_from_a_draft_to_a_conclusion(boss, tmp_path):
    experiment = drafted(boss, primary_metric="exact_match")
    assert (experiment["status"], experiment["config"]["planned_n"]) == ("DRAFT", 40)

    boss.experiments.start(experiment)
    found = boss.experiments.wait(experiment)
    frame = boss.experiments.frame(experiment)
    report = boss.experiments.save_report(experiment, tmp_path / "report.pdf")
    done = boss.experiments.conclude(experiment, found["analysis"]["winner"], "Ship it.")

    assert found["verdict"] == "ship" and frame[["metric", "n", "value"]].values.tolist() == [["exact_match", 40, 0.5]]
    assert frame["low"][0] < 0.5 < frame["high"][0]
    assert report.read_bytes().startswith(b"%PDF-")
    assert done["status"] == "CONCLUDED" and done["conclusion"]["notes"] == "Ship it."
    assert [each["experiment_id"] for each in boss.experiments.list(status="CONCLUDED")] == [done["experiment_id"]]
    assert boss.experiments.archive(experiment)["status"] == "ARCHIVED"

    rows = [{"input": f"What is {n}?", "expected": str(n), "v4": "0", "v5": str(n)} for n in range(31, 61)]
    columns = {"input": "input", "expected_output": "expected", "outputs": {"v4": "v4", "v5": "v5"}}
    later = boss.datasets.from_frame("Later numbers", rows, columns=columns)
    again = boss.experiments.repeat(experiment, later, only_new_cases=True)
    assert (again["n_cases"], again["n_shared_cases"]) == (30, 10)
    assert again["experiment"]["repeats"] == experiment["experiment_id"]


def test_units_of_traffic(boss):
    variants = [{"name": name, "is_control": name == "v4"} for name in ("v4", "v5")]
    experiment = boss.experiments.create("Checkout", "MULTI_ARM_BANDIT", variants, "resolved")
    boss.experiments.start(experiment)
    units = [f"user-{number}" for number in range(1_100)]
    found = boss.experiments.allocate(experiment, units)
    rows = [{"unit": unit, "metric": "resolved", "value": float(found[unit] == "v5")} for unit in units]

    assert list(found) == units and set(found.values()) == {"v4", "v5"}
    assert [boss.experiments.report(experiment, rows), boss.experiments.report(experiment, rows[:5])] == [1_100, 0]
    assert boss.experiments.results(experiment)["differences"][0]["difference"]["value"] == 1.0
    traffic_due()
    [change] = boss.experiments.shares(experiment)
    assert [each["variant"] for each in change["variants"]] == ["v4", "v5"] and change["n"] == 1_100


def test_people_are_asked_and_a_pause_is_ended(boss):
    experiment = drafted(boss, primary_metric={"metric": "exact_match", "scores": "corrected"})
    boss.experiments.start(experiment)
    boss.experiments.wait(experiment)
    asked = boss.experiments.request_labels(experiment, 20, seed=4)

    assert (asked["n_cases"], asked["n_items"]) == (20, 40)
    assert boss.tasks.get(asked["task_id"])["status"] == "ACTIVE"
    assert [boss.experiments.pause(experiment)["status"], boss.experiments.start(experiment)["status"]] == [
        "PAUSED",
        "RUNNING",
    ]
    assert boss.experiments.conclude(boss.experiments.get(experiment))["conclusion"]["winner"] == "no_winner"


def test_script_of_the_documentation_runs_as_written(bob, live_server, monkeypatch):
    machine.play(monkeypatch, scoring(value=4))
    command = [sys.executable, "docs/experiment.py", live_server.url]
    environment = os.environ | {"BOSS": make_api_key(bob).secret}

    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as script:
        while script.poll() is None:
            work_once()
        said = script.stdout.read()

    assert script.returncode == 0, said
    assert "DRAFT: 120 pairs are planned" in said and "80 outputs of 40 cases wait for people" in said
    assert "ship: Ship v5: Exact match holds in 25 more of 100 cases" in said and "size: passed" in said
    assert "difference 0.250, at every look 0.1" in said and "CONCLUDED with look 1" in said
