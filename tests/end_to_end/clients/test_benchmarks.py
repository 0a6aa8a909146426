"""Benchmarks over the client, against the served API."""

import pytest
from evalhub_client import InvalidRequest

from tests.experiments.benchmarks_world import document, make_version, right, wrong
from tests.reviews import machine

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("workers")]


@pytest.fixture
def boss(client_of, bob):
    return client_of(bob)


def test_a_suite_from_its_file_to_the_leaderboard(boss, bob, monkeypatch):
    make_version(bob)
    machine.play(monkeypatch, lambda call: (right if call.model.endswith("careful") else wrong)(call))
    suite = boss.benchmarks.create(document({"first": {}, "second": {"needs": "[first]"}}))
    assert boss.benchmarks.leaderboard(suite).empty

    runs = [boss.benchmarks.run(suite, f"simulated-{name}", parallelism=2) for name in ("careful", "hasty")]
    ended = [boss.benchmarks.wait(run) for run in runs]

    assert [run["results"]["overall_score"] for run in ended] == [1.0, 0.0]
    board = boss.benchmarks.leaderboard(suite, score="micro")
    assert board["model_name"].tolist() == ["simulated-careful", "simulated-hasty"]
    assert [each["rank"] for each in boss.benchmarks.compare(runs)["models"]] == [1, 2]
    assert [each["run_id"] for each in boss.benchmarks.runs(suite)] == [run["run_id"] for run in reversed(runs)]
    assert [each["suite_id"] for each in boss.benchmarks.list()] == [boss.benchmarks.get(suite)["suite_id"]]
    with pytest.raises(InvalidRequest, match="macro"):
        boss.benchmarks.leaderboard(suite, score="nano")


def test_a_run_is_paused_cancelled_and_tried_again(boss):
    suite = boss.benchmarks.create(shipped="arithmetic")
    run = boss.benchmarks.run(suite, {"name": "simulated-careful"})

    assert boss.benchmarks.pause(run)["paused"] and not boss.benchmarks.resume(run)["paused"]
    assert boss.benchmarks.cancel(run)["status"] == "CANCELLED"
    assert boss.benchmarks.retry(run)["status"] == "QUEUED"
    with pytest.raises(ValueError, match="suite file"):
        boss.benchmarks.create()
