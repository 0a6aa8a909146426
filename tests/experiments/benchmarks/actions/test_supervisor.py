"""Runs of suites: what starts when, what is skipped, and what a killed worker or a retry leaves."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from evalhub.lib.errors import Conflict, InvalidInput
from experiments.benchmarks.actions import boards, suite_runs, supervisor
from experiments.benchmarks.actions.boards import board_of
from experiments.benchmarks.models import SuiteRun
from experiments.benchmarks.plan import InvalidPlan
from experiments.evaluations.actions import runs
from experiments.models import Evaluation
from reviews.engine.client.exchange import FATAL
from tests.experiments.benchmarks_world import evaluate, look, make_suite, make_version, play_on, right, states, wrong
from tests.experiments.evaluations_world import scoring
from tests.kept_people import acme, bob
from tests.reviews.machine import failing

MODEL = {"name": "simulated-careful"}
FOUR = {"a": {"calls": 3}, "b": {"calls": 2}, "c": {"needs": "[a]", "calls": 2}, "d": {"needs": "[b, c]", "calls": 2}}
__all__ = ["acme", "bob"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def sums(bob):
    return make_version(bob)


def start(suite, member, **options):
    return suite_runs.start(suite=suite, model=MODEL, by=member.user, **options)


def test_tasks_start_as_their_needs_are_done(bob, sums, model):
    model(right)
    run = start(make_suite(bob, FOUR), bob)

    seen = [look(run)]
    while not run.has_ended:
        evaluate(run)
        seen.append(look(run))

    assert seen == [
        {"a": "running", "b": "running", "c": "waiting", "d": "waiting"},
        {"a": "completed", "b": "completed", "c": "running", "d": "waiting"},
        {"a": "completed", "b": "completed", "c": "completed", "d": "running"},
        dict.fromkeys("abcd", "completed"),
    ]
    board = board_of(run)
    assert (run.status, board.overall_score, board.score.n_scored, board.score.n_total) == ("COMPLETED", 1, 16, 16)
    assert {row.evaluation.type for row in run.tasks.select_related("evaluation")} == {"BENCHMARK"}


def test_no_more_starts_than_workers_and_calls_allow(bob, sums):
    suite = make_suite(bob, FOUR)

    for limits in ({"parallelism": 1}, {"calls": 3}):
        run = start(suite, bob, **limits)
        assert look(run) == {"a": "running", "b": "waiting", "c": "waiting", "d": "waiting"}, limits


def test_a_failed_task_skips_what_needs_it_and_no_score_is_made_of_the_others(bob, sums, model):
    model(lambda call: (failing(FATAL) if call.messages[-1]["content"].startswith("Bad") else right)(call))
    run = start(make_suite(bob, {"a": {"prompt": '"Bad {input}"'}, "b": {}, "c": {"needs": "[a]"}}), bob)

    play_on(run)

    assert states(run) == {"a": "failed", "b": "completed", "c": "skipped"}
    board = board_of(run)
    assert (run.status, board.overall_score, board.macro.missing) == ("COMPLETED", None, ("a", "c"))
    assert (board.score.n_scored, board.score.n_total) == (4, 12)
    assert [str(row.reason) for row in run.tasks.exclude(reason="")] == [
        "No case was scored: The system gave no output. See its run for the reasons.",
        "It needs a, which has no score.",
    ]


def test_coverage_below_the_least_fails_the_task(bob, sums, model):
    model(lambda call: (failing(FATAL) if "2 + 1" in call.messages[-1]["content"] else right)(call))
    run = start(make_suite(bob, {"all": {"min_coverage": 1}, "most": {"min_coverage": 0.75}}), bob)

    play_on(run)

    assert states(run) == {"all": "failed", "most": "completed"}
    assert str(run.tasks.get(state="failed").reason) == "3 of 4 cases were scored; at least 100 % are needed."


def test_a_task_that_takes_too_long_is_ended(bob, sums):
    run = start(make_suite(bob, {"slow": {"timeout": 60}, "after": {"needs": "[slow]"}}), bob)
    look(run)
    run.tasks.filter(state="running").update(started_at=timezone.now() - timedelta(seconds=61))

    found = look(run)

    assert found == {"slow": "failed", "after": "skipped"}
    assert (run.status, Evaluation.objects.get().status) == ("FAILED", "CANCELLED")
    assert str(run.tasks.get(state="failed").reason) == "It took longer than 60 s."


def test_a_look_that_lost_its_lease_starts_nothing(bob, sums):
    run = start(make_suite(bob), bob)
    stale = SuiteRun.objects.claim(seconds=60, pk=run.pk)[0]
    SuiteRun.objects.filter(pk=run.pk).update(lease_owner="another")

    with pytest.raises(supervisor.LeaseLost):
        supervisor.advance(stale)

    assert not Evaluation.objects.exists()


def test_paused_runs_start_nothing_and_go_on_later(bob, sums):
    run = start(make_suite(bob), bob)
    suite_runs.set_paused(run=run, is_paused=True, by=bob.user)
    assert set(look(run).values()) == {"waiting"}

    suite_runs.set_paused(run=run, is_paused=False, by=bob.user)

    assert look(run) == {"first": "running", "second": "waiting"}


def test_cancelled_runs_end_their_evaluations_and_are_retried(bob, sums, model):
    model(right)
    run = start(make_suite(bob), bob)
    look(run)

    suite_runs.cancel(run=run, by=bob.user)

    run.refresh_from_db()
    assert (run.status, states(run)) == ("CANCELLED", {"first": "cancelled", "second": "cancelled"})
    assert Evaluation.objects.get().status == "CANCELLED"
    with pytest.raises(Conflict, match="has ended"):
        suite_runs.cancel(run=run, by=bob.user)
    suite_runs.retry(run=run, by=bob.user)
    assert play_on(run).status == "COMPLETED"
    assert [row.tries for row in run.tasks.all()] == [2, 1]
    with pytest.raises(Conflict, match="No task"):
        suite_runs.retry(run=run, by=bob.user)


def test_chosen_tasks_come_with_what_they_need_within_limits(bob, sums):
    suite = make_suite(bob, FOUR)
    run = start(suite, bob, tasks=["c"])
    assert sorted(states(run)) == ["a", "c"] == sorted(each["key"] for each in run.plan["tasks"])
    for tasks in (["x"], []):
        with pytest.raises(InvalidInput, match="Valid: keys of the suite: a, b, c, d"):
            start(suite, bob, tasks=tasks)

    with pytest.raises(InvalidPlan, match="task a makes 3 concurrent calls. At most 2"):
        start(make_suite(bob, FOUR), bob, calls=2)
    with pytest.raises(InvalidInput, match="parallelism is 0"):
        start(make_suite(bob, FOUR), bob, parallelism=0)
    with pytest.raises(InvalidInput, match=r"model\.config\.heat is unknown"):
        suite_runs.start(suite=make_suite(bob, FOUR), model=MODEL | {"config": {"heat": 1}}, by=bob.user)


def test_no_task_starts_once_the_cost_cap_is_reached(bob, sums, model):
    model(right)
    run = start(make_suite(bob, {"a": {}, "b": {}}), bob, cost_cap_usd=0.1, parallelism=1)
    look(run)
    evaluate(run)
    SuiteRun.objects.filter(pk=run.pk).update(cost_cap_usd=0.0001)

    assert look(run) == {"a": "completed", "b": "skipped"}
    assert "cost cap of the run" in run.tasks.get(task__key="b").reason.english


def test_tasks_that_run_at_once_keep_to_the_cost_cap_together_also_where_a_worker_died(bob, sums, model):
    model(right)
    run = start(make_suite(bob, {"a": {}, "b": {}, "c": {"needs": "[a]"}}), bob, cost_cap_usd=0.012)

    look(run)

    shares = Evaluation.objects.values_list("cost_cap_usd", flat=True)
    assert [float(share) for share in shares] == [0.004, 0.004]  # a third of the cases each
    SuiteRun.objects.filter(pk=run.pk).update(
        state="running", lease_owner="gone", lease_until=timezone.now() - timedelta(seconds=1)
    )
    assert play_on(run).status == "COMPLETED" and set(states(run).values()) == {"completed"}
    assert Evaluation.objects.count() == 3


def test_retried_tasks_do_not_get_spent_money_again(bob, sums, model):
    model(lambda call: replace(wrong(call), text=""))
    run = start(make_suite(bob, {"a": {"min_coverage": 1}}), bob, cost_cap_usd=0.02)
    play_on(run)
    spent = sum(cost.usd for cost in runs.total_costs(evaluations=Evaluation.objects.all()).values())

    suite_runs.retry(run=run, by=bob.user)
    look(run)

    assert float(run.tasks.get().evaluation.cost_cap_usd) == float(Decimal("0.02") - spent) < 0.02


JUDGED = {"judge": "simulated-strict", "metrics": "[correctness, numeric_tolerance]"}


def test_judge_scores_what_no_program_computes(bob, sums, model):
    model(scoring(value=4, text="2"))
    suite = make_suite(bob, {"a": JUDGED, "b": {}})
    runs = [start(suite, bob), suite_runs.start(suite=suite, model={"name": "simulated-hasty"}, by=bob.user)]

    for run in runs:
        play_on(run)

    board = boards.leaderboard(suite)
    scores = {each.row.task.key: (each.figures.mean, each.figures.n_scored) for each in board.models[0].board.tasks}
    assert scores == {"a": (0.75, 4), "b": (0.25, 4)}  # 4 of 1 to 5, and one of four sums
    assert [each.overall_score for each in board.models] == [0.5, 0.5] and board.models[1].difference.value == 0
    assert [(each.annotator.name, each.metric.split("@")[0], each.licence) for each in boards.judges_of(board)] == [
        ("simulated-strict", "correctness", "untested")
    ]
