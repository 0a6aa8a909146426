"""Pages of suites and runs: what is shown at the start, at work, failed, done, and to whom."""

import re

import pytest
from django.urls import reverse

from experiments.benchmarks.models import BenchmarkSuite, SuiteRun
from experiments.benchmarks.tasks import advance_suite_runs
from experiments.evaluations.tasks import evaluation_due
from reviews.engine.client.exchange import FATAL
from tests.annotations.imports.formats.files import upload
from tests.experiments.benchmarks import log_files
from tests.experiments.benchmarks_world import (
    document,
    look,
    make_suite,
    make_suite_run,
    make_version,
    play_on,
    right,
    wrong,
)
from tests.experiments.evaluations_world import scoring
from tests.reviews.machine import failing
from tests.statements import at_most


@pytest.fixture(autouse=True)
def asleep(monkeypatch):
    monkeypatch.setattr(advance_suite_runs, "delay", lambda: None)


def read(client, address):
    return client.get(address).content.decode()


def test_a_shipped_suite_is_added_and_run_or_its_mistakes_are_told(client_of, bob):
    client = client_of(bob)
    assert "Arithmetic and units 1.0" in read(client, reverse("benchmarks:suite_create"))
    client.post(reverse("benchmarks:suite_add_shipped", args=["arithmetic"]))
    suite = BenchmarkSuite.objects.get()
    assert "Word problems" in read(client, reverse("benchmarks:suite_tasks", args=[suite.pk]))
    assert "No runs yet" in read(client, suite.get_absolute_url())
    address = reverse("benchmarks:run_create", args=[suite.pk])
    assert "no plan can be shorter than 50 s" in read(client, address)
    made = client.post(address, {"model": "simulated-careful", "temperature": "0.2", "parallelism": 2, "calls": 4})
    run = SuiteRun.objects.get()
    assert (made.url, run.parallelism, run.calls) == (run.get_absolute_url(), 2, 4)
    assert run.system.parameters == {"temperature": 0.2}

    make_version(bob)
    client, suite = client_of(bob), make_suite(bob, {"a": {"calls": 3}})
    refused = client.post(reverse("benchmarks:suite_create"), {"definition": document({"b": {"metrics": "[nope]"}})})
    unplanned = client.post(
        reverse("benchmarks:run_create", args=[suite.pk]), {"model": "simulated-careful", "parallelism": 1, "calls": 2}
    )
    assert refused.status_code == 422 and "nope" in refused.content.decode()
    assert unplanned.status_code == 422 and "makes 3 concurrent calls" in unplanned.content.decode()


def test_a_run_moves_until_it_has_ended(client_of, bob, model):
    model(right)
    client, run = client_of(bob), make_suite_run(bob)
    waiting = read(client, run.get_absolute_url())
    look(run)
    running = read(client, run.get_absolute_url())

    play_on(run)

    done = read(client, run.get_absolute_url())
    assert "Expected to end after" in waiting and 'class="expected"' in waiting and "Pause" in waiting
    assert 'class="running"' in running and 'class="now"' in running and 'hx-trigger="every 2s"' in running
    assert "Ended after" in done and 'class="done"' in done and "every 2s" not in done and "Pause" not in done
    assert re.search(r"macro, 95 % CI 0\.\d+ to 1\.000", done)
    part = client.get(run.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()
    assert 'id="live"' in part and "<html" not in part


def test_a_failed_run_says_why_and_is_retried(client_of, bob, vera, model):
    model(failing(FATAL))
    make_version(bob)
    run = make_suite_run(bob, suite=make_suite(bob))
    play_on(run)

    page = read(client_of(bob), run.get_absolute_url())

    assert "1 failed, 1 skipped" in page and "It needs first, which has no score." in page
    assert "Retry 2 tasks" in page and "does not enter the leaderboard" in page
    assert "Retry 2 tasks" not in read(client_of(vera), run.get_absolute_url())
    client_of(bob).post(reverse("benchmarks:run_retry", args=[run.pk]))
    model(right)
    assert play_on(run).status == "COMPLETED"


def test_a_run_is_paused_resumed_and_cancelled(client_of, bob):
    client, run = client_of(bob), make_suite_run(bob)

    def change(verb):
        return client.post(reverse(f"benchmarks:run_{verb}", args=[run.pk]), follow=True).content.decode()

    assert "Resume" in change("pause")
    assert "Pause" in change("resume")
    assert "Completed tasks are kept" in change("cancel")
    assert "The run has ended." in change("pause")


def test_the_leaderboard_shows_scores_ranks_and_tasks_at_the_same_cost_for_many(client_of, bob, model):
    make_version(bob)
    suite, client = make_suite(bob), client_of(bob)
    for name, stand_in in (("simulated-hasty", wrong), ("simulated-careful", right)):
        model(stand_in)
        run = play_on(make_suite_run(bob, suite=suite, model=name))
        with at_most(18):
            read(client, suite.get_absolute_url())
    with at_most(14):
        read(client, run.get_absolute_url())
    make_suite_run(bob, suite=suite, model="simulated-open")

    page = read(client, suite.get_absolute_url())

    assert page.index("simulated-careful") < page.index("simulated-hasty") < page.index("simulated-open")
    assert "Suite score, macro mean of 2 tasks" in page and "−1.000" in page and "highest mean" in page
    assert "8 of 8" in page and "Score by task" in page and "Without a rank" in page
    assert "micro mean of 8 cases" in read(client, f"{suite.get_absolute_url()}?score=micro")


def test_judges_of_a_suite_and_their_licence_are_named(client_of, bob, model):
    make_version(bob)
    model(scoring(value=4))
    suite = make_suite(bob, {"a": {"judge": "simulated-strict", "metrics": "[correctness]"}})
    play_on(make_suite_run(bob, suite=suite))
    client = client_of(bob)

    board = read(client, suite.get_absolute_url())
    assert "simulated-strict" in board and "Untested" in board and "correctness@1" in board
    assert "simulated-strict" in read(client, reverse("benchmarks:suite_tasks", args=[suite.pk]))


def test_a_log_is_imported(client_of, bob, monkeypatch):
    monkeypatch.setattr(evaluation_due, "delay", lambda: None)
    client, address = client_of(bob), reverse("benchmarks:log_import")
    assert "lm-evaluation-harness" in read(client, address)

    made = client.post(address, {"file": upload("own.json", log_files.inspect_json())}, follow=True)
    refused = client.post(address, {"file": upload("own.eval", b"no zip")})

    assert "1 evaluation imported." in made.content.decode()
    assert refused.status_code == 422 and "The zip is broken" in refused.content.decode()
