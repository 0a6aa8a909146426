"""Starting the run of a machine annotator over a task."""

import pytest
from django.db import IntegrityError

from annotations.agreement.actions import snapshots
from annotations.agreement.actions.repetitions import self_agreement
from annotations.models import AgreementSnapshot, Annotation, GroundTruth
from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from reviews.engine.runs.actions import controls
from reviews.models import EvaluationRun
from reviews.scorers.actions import annotators, task_runs
from tests import factories
from tests.reviews.machine import CRITIC, finish, make_run, play, saying


def states(run):
    return sorted(run.requests.values_list("state", flat=True))


def test_start_makes_one_request_per_item_once_and_revives_a_cancelled_run(bob):
    run = make_run(bob, rows=2)
    assert states(run) == ["waiting"] * 2
    assert AuditEvent.objects.filter(verb="run.started").exists()

    again = task_runs.start(task=run.task, annotator=run.annotator, by=bob.user)
    assert again == run and len(states(run)) == 2

    controls.set_state(run=run, desired_state="cancel", by=bob.user)
    revived = task_runs.start(task=run.task, annotator=run.annotator, by=bob.user)
    assert revived.desired_state == "run" and states(run) == ["waiting"] * 2


def test_run_of_a_model_that_cannot_be_asked_is_not_started(bob, no_keys):
    task, annotator = make_run(bob).task, annotators.create(organization=bob.organization, model="simulated-hasty")
    for model, critic, words in [
        ("openai/gpt-4o", None, "Set OPENAI_API_KEY"),
        ("simulated-careful", "claude-sonnet-4-5", "Set ANTHROPIC_API_KEY"),
        ("simulated-careful", "nonsense-model", "no known provider"),
    ]:
        type(annotator).objects.filter(pk=annotator.pk).update(model=model)
        annotator.refresh_from_db()

        with pytest.raises(InvalidInput, match=words):
            task_runs.start(task=task, annotator=annotator, critic_model=critic, by=bob.user)

    assert EvaluationRun.objects.count() == 1


def test_people_and_annotators_of_another_organization_cannot_be_run(bob, alice, mallory):
    foreign = annotators.create(organization=mallory.organization, model="simulated-careful")
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=1))

    with pytest.raises(InvalidInput, match="not a language model"):
        task_runs.start(task=task, annotator=factories.make_annotator(alice), by=bob.user)
    with pytest.raises(NotFound):
        task_runs.start(task=task, annotator=foreign, by=bob.user)


def test_batches_are_standard_where_a_provider_saves_money_by_them(bob, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")

    paid, simulated = make_run(bob, model="openai/gpt-4o-mini"), make_run(bob)

    assert (paid.rules.min_batch_size, simulated.rules.min_batch_size) == (20, None)
    asked = task_runs.start(
        task=make_run(bob).task, annotator=paid.annotator, policy={"min_batch_size": 7}, by=bob.user
    )
    assert asked.rules.min_batch_size == 7


def test_start_with_another_policy_or_critic_changes_nothing(bob):
    run = make_run(bob, critic=True)
    again = {"task": run.task, "annotator": run.annotator, "by": bob.user}

    assert task_runs.start(policy={"max_attempts": 3}, critic_model=CRITIC, **again) == run
    for other in ({"policy": {"budget_usd": "5"}}, {"critic_model": "simulated-strict"}):
        with pytest.raises(Conflict) as refused:
            task_runs.start(**other, **again)
        assert refused.value.code == "run_exists" and EvaluationRun.objects.get().policy == run.policy


def test_repetition_is_another_set_of_answers_that_is_compared_with_the_first(bob, monkeypatch):
    play(monkeypatch, saying(value="correct"))
    run = make_run(bob, rows=12)
    finish(run)
    run.refresh_from_db()
    again = task_runs.repeat(run=run, by=bob.user)
    said = iter([*["wrong"] * 6, *["correct"] * 6])
    play(monkeypatch, lambda call: saying(value=next(said))(call))
    finish(again)
    again.refresh_from_db()

    assert (run.round, again.round, again.status) == (1, 2, "completed")
    assert again.rules == run.rules
    found = Annotation.objects.filter(task=run.task, annotator=run.annotator)
    assert [found.filter(round=number).count() for number in (1, 2)] == [12, 12]
    assert found.current().count() == 12 and found.standing().count() == 24
    assert run.requests.filter(stage__kind="score_gen", annotation__round=1).count() == 12
    assert again.requests.filter(annotation__round=2).count() == 12

    estimate = self_agreement(task=run.task, annotator_id=run.annotator_id)[0].estimate
    assert (estimate.n_items, estimate.n_annotators) == (12, 2)
    # 12 pairs, 6 of them unlike: alpha = 1 - (n - 1) * o_cw / (n_c * n_w) with n = 24, o_cw = 6, n_c = 18, n_w = 6.
    assert estimate.value == pytest.approx(1 - 23 * 6 / (18 * 6))
    assert estimate.low < estimate.value < estimate.high


def test_repetition_has_the_critic_of_the_first_run(bob, monkeypatch):
    play(monkeypatch, saying())
    run = make_run(bob, critic=True)
    finish(run)

    again = task_runs.repeat(run=run, by=bob.user)

    assert list(again.stages.values_list("kind", "model")) == list(run.stages.values_list("kind", "model"))


def test_repetition_changes_no_figure_of_the_task(bob, monkeypatch):
    def figures():
        snapshots.compute(task=run.task)
        rows = AgreementSnapshot.objects.filter(task=run.task).exclude(metric="computed")
        truth = GroundTruth.objects.filter(item__task=run.task, is_current=True)
        return (
            sorted(rows.values_list("question__key", "metric", "scope", "value", "n_items", "n_labels"), key=str),
            sorted(truth.values_list("item", "question", "value", "source", "share"), key=str),
        )

    play(monkeypatch, saying(value="correct"))
    run = make_run(bob, rows=4)
    other = make_run(bob, task=run.task, model="simulated-hasty")
    for each in (run, other):
        finish(each)
    run.refresh_from_db()
    before = figures()

    play(monkeypatch, saying(value="wrong"))
    again = task_runs.repeat(run=run, by=bob.user)
    finish(again)

    assert Annotation.objects.filter(task=run.task, round=2).count() == 4
    assert figures() == before


def test_repetition_waits_for_the_end_of_the_one_before(bob, monkeypatch):
    run = make_run(bob, rows=2)
    with pytest.raises(Conflict, match="still answering"):
        task_runs.repeat(run=run, by=bob.user)

    play(monkeypatch, saying())
    finish(run)
    again = task_runs.repeat(run=run, by=bob.user)
    with pytest.raises(Conflict, match="still answering"):
        task_runs.repeat(run=run, by=bob.user)

    assert EvaluationRun.objects.filter(task=run.task).count() == 2 and again.round == 2


def test_only_runs_over_a_task_have_rounds(bob):
    with pytest.raises(IntegrityError, match="run_round_of_scoring"):
        EvaluationRun.objects.create(organization=bob.organization, kind="prompt", round=2)
