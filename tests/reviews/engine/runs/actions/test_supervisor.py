"""Runs through their stages: what opens when, what ends a run, and what people's wishes do to it."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotations.models import Annotation, Judgement
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lib.reasons import TEXT
from evalhub.work.models import WorkFailure
from reviews.engine.actions.reasons import STAGE_FAILED
from reviews.engine.client.exchange import FATAL
from reviews.engine.requests.actions import next_stages
from reviews.engine.runs.actions import controls, supervisor
from reviews.models import Critique, EvaluationRun
from tests.reviews.kept import kept, people
from tests.reviews.machine import CRITIC, failing, make_run, saying, work_once, work_until_quiet
from tests.undoing import undone


def world():
    return people(run=lambda bob: make_run(bob, rows=2, critic=True))


acme, bob, run = map(kept, ("acme", "bob", "run"))


@pytest.fixture
def start(bob, run):
    """start(**policy): a run of two items with its critic, that of the module first."""
    left = [run]

    def started(**policy):
        made = left.pop() if left else make_run(bob, rows=2, critic=True)
        return controls.set_policy(run=made, changes=policy, by=bob.user) if policy else made

    return started


def states(run, stage):
    return sorted(run.requests.current().filter(stage__name=stage).values_list("state", flat=True))


def go_on(run):
    """Supervise and work until nothing changes any more."""
    for _ in range(10):
        more = supervisor.advance(run)
        if not work_until_quiet(run) and not more:
            break
    run.refresh_from_db()
    return run


def critics_fail(call):
    return failing(FATAL, "refused", "No.")(call) if is_critic(call) else saying()(call)


def scores_fail(call):
    return saying()(call) if is_critic(call) else failing(FATAL, "refused", "No.")(call)


def is_critic(call):
    return call.model == CRITIC


def half_fails():
    """A model that refuses every second item."""
    seen = []

    def say(call):
        if is_critic(call):
            return saying()(call)
        seen.append(call)
        return (failing(FATAL, "refused", "No.") if len(seen) % 2 else saying())(call)

    return say


def test_critics_come_at_once_or_behind_barriers(start, model):
    run = start()
    model(saying(expert_agreement=0.25))
    work_once(run)
    assert states(run, "score_gen") == ["done", "waiting"] and states(run, "critic_answer") == ["waiting"]
    go_on(run)
    assert (run.status, run.current_stage) == ("completed", "") and run.finished_at is not None
    assert states(run, "score_critic") == ["done", "done"]
    assert set(Critique.objects.values_list("expert_agreement", flat=True)) == {0.25}
    assert set(run.stages.values_list("status", flat=True)) == {"done"}

    run = start(completion_mode="best_effort")
    model(saying())
    work_once(run)
    supervisor.advance(run)
    assert states(run, "critic_answer") == [] and run.current_stage == "score_gen"
    work_once(run)
    supervisor.advance(run)
    assert states(run, "critic_answer") == ["waiting"] * 2 and run.current_stage == "critic_answer"


def test_best_effort_goes_on_with_what_is_there_and_exact_ends_in_error_and_goes_on_once_the_failed_are_through(
    start, model, bob
):
    model(half_fails())
    run = go_on(start(completion_mode="best_effort"))
    assert run.status == "completed"
    assert states(run, "score_gen") == ["done", "failed"] and states(run, "score_critic") == ["done"]

    model(half_fails())
    run = go_on(start(completion_mode="exact"))
    assert (run.status, run.current_stage) == ("failed", "score_gen") and "requires all" in str(run.status_reason)
    assert states(run, "score_critic") == []
    model(saying())
    controls.retry_failed(run=run, by=bob.user)
    run = go_on(run)
    assert run.status == "completed" and states(run, "score_critic") == ["done", "done"]


def test_run_without_an_answer_has_failed_in_any_mode_and_goes_on_with_one_request_and_what_has_ended_stays_so(
    start, model, bob
):
    model(scores_fail)
    for policy in ({"completion_mode": "best_effort"}, {}):
        run = go_on(start(**policy))
        assert (run.status, run.status_reason) == ("failed", STAGE_FAILED(stage="score_gen")), policy
        assert run.finished_at is not None and run.stages.get(name="score_gen").status == "failed"
    model(saying())
    controls.retry_request(request=run.requests.filter(state="failed").first(), by=bob.user)
    assert go_on(run).status == "completed" and states(run, "score_gen") == ["done", "failed"]

    for say, status in ((saying(), "completed"), (scores_fail, "failed")):
        model(say)
        run = go_on(start())
        for wanted in ("run", "pause", "cancel"):
            with pytest.raises(Conflict) as refused:
                controls.set_state(run=run, desired_state=wanted, by=bob.user)
            assert refused.value.code == "run_ended"
        with pytest.raises(Conflict, match=f"This run is {status}"):
            controls.stop_at(run=run, stage="score_gen", by=bob.user)
        assert (go_on(run).status, run.desired_state, run.stop_at_stage) == (status, "run", "")


@pytest.mark.parametrize("mode", ["exact", "throughput"])
def test_missing_critic_holds_nothing_up(start, model, mode):
    model(critics_fail)

    run = go_on(start(completion_mode=mode))

    assert run.status == "completed"
    assert states(run, "score_gen") == ["done"] * 2 and states(run, "critic_answer") == ["failed"] * 2


@pytest.mark.parametrize("mode", ["best_effort", "throughput"])
def test_run_stops_at_its_stage_and_goes_on_from_there(start, model, bob, mode):
    run = start(completion_mode=mode)
    controls.stop_at(run=run, stage="score_gen", by=bob.user)
    model(saying())
    run = go_on(run)
    assert (run.status, states(run, "score_critic")) == ("stopped", [])

    controls.stop_at(run=run, stage="", by=bob.user)
    run = go_on(run)

    assert (run.status, states(run, "score_critic")) == ("completed", ["done"] * 2)


def test_paused_run_asks_nothing_new_and_cancelled_run_ends(start, model, bob):
    run = start()
    with pytest.raises(InvalidInput, match="score_gen, critic_answer, score_critic"):
        controls.stop_at(run=run, stage="rubric", by=bob.user)
    model(saying())
    work_once(run)
    controls.set_state(run=run, desired_state="pause", by=bob.user)
    assert work_once(run) is None
    run = go_on(run)
    assert run.status == "paused" and states(run, "score_gen") == ["done", "waiting"]
    controls.set_state(run=run, desired_state="run", by=bob.user)
    assert go_on(run).status == "completed"

    run = start()
    model(saying())
    work_once(run)
    controls.set_state(run=run, desired_state="cancel", by=bob.user)
    assert set(run.stages.values_list("status", flat=True)) == {"cancelled"}
    run = go_on(run)
    assert run.status == "cancelled"
    assert states(run, "score_gen") == ["cancelled", "done"] and states(run, "critic_answer") == ["cancelled"]


def test_asking_anew_revises_answers_and_criticizes_them_again_and_two_supervisors_make_one_question_each(
    start, model, bob
):
    model(saying(value="correct"))
    run = go_on(start())
    model(saying(value="wrong"))
    controls.ask_anew(run=run, stage="score_gen", by=bob.user)
    run = go_on(run)
    assert run.status == "completed"
    assert run.requests.filter(stage__name="score_gen", replaced=True, request_version=1).count() == 2
    values = Judgement.objects.filter(annotation__in=Annotation.objects.current()).values_list("value", flat=True)
    assert list(values) == ["wrong"] * 2
    assert Critique.objects.count() == 4

    run = start(completion_mode="best_effort")
    model(saying())
    work_until_quiet(run)
    supervisor.advance(run)
    run.stages.update(filled_to=0)
    supervisor.advance(EvaluationRun.objects.get(pk=run.pk))
    assert states(run, "critic_answer") == ["waiting", "waiting"]


@pytest.mark.usefixtures("alone")
def test_items_in_portions_reach_the_critic(bob, model, monkeypatch):
    monkeypatch.setattr(next_stages, "AT_ONCE", 2)
    model(saying())
    run = make_run(bob, rows=3, critic=True)

    run = go_on(controls.set_policy(run=run, changes={"completion_mode": "best_effort"}, by=bob.user))

    assert run.status == "completed" and states(run, "score_critic") == ["done"] * 3


def test_a_look_costs_the_same_however_long_the_ledger(bob, start, model):
    few, many = start(), make_run(bob, rows=6, critic=True)
    model(saying())
    go_on(few)
    go_on(many)

    counts = []
    for run in (few, many):
        with CaptureQueriesContext(connection) as queries:
            supervisor.advance(run)
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_ended_runs_are_not_looked_at_and_run_that_cannot_be_advanced_holds_up_no_other(start, model, monkeypatch):
    run = start()
    model(saying())
    go_on(run)
    assert run not in supervisor.due_runs()
    run.stages.filter(position=0).update(filled_to=0)  # as if items had joined since
    assert run in supervisor.due_runs()

    broken, other = start(), start()
    EvaluationRun.objects.update(supervised_at=None)
    plain = supervisor._state_of

    def state_of(run):
        if run.pk == broken.pk:
            raise ZeroDivisionError
        return plain(run)

    monkeypatch.setattr(supervisor, "_state_of", state_of)
    EvaluationRun.objects.update(status="waiting")
    supervisor.RUNS.rounds(seconds=60)
    assert EvaluationRun.objects.get(pk=other.pk).status == "running"
    assert [each.key for each in WorkFailure.objects.filter(sweep="runs")] == [str(broken.pk)]


def test_run_whose_rows_say_nothing_new_is_looked_at_once_in_a_while(start, model, bob):
    run = start(completion_mode="best_effort")
    model(saying())
    supervisor.advance(run)
    assert run not in supervisor.due_runs()

    work_once(run)
    assert run not in supervisor.due_runs()  # its stage is not through
    work_once(run)
    assert run in supervisor.due_runs()
    supervisor.advance(run)
    for changes in (
        {"desired_state": "pause"},
        {"desired_state": "cancel"},
        {"supervised_at": None},
        {"held_until": timezone.now() + datetime.timedelta(minutes=1), "held_reason": TEXT("Slow down.")},
        {"supervised_at": timezone.now() - datetime.timedelta(minutes=1)},
    ):
        with undone():
            EvaluationRun.objects.filter(pk=run.pk).update(**changes)
            assert run in supervisor.due_runs(), changes


def test_many_runs_under_way_cost_a_round_two_statements(start, model):
    model(saying())
    for _ in range(5):
        supervisor.advance(start())

    with CaptureQueriesContext(connection) as queries:
        assert supervisor.RUNS.rounds(seconds=60).is_over

    assert len(queries) == 2  # what failed before, and what is due
