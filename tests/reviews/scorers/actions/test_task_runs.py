"""Starting the run of a machine annotator over a task."""

import pytest

from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from reviews.engine.runs.actions import controls
from reviews.models import EvaluationRun
from reviews.scorers.actions import annotators, task_runs
from tests import factories
from tests.reviews.machine import CRITIC, make_run


def states(run):
    return sorted(run.requests.values_list("state", flat=True))


def test_start_makes_one_request_per_item(bob):
    run = make_run(bob, rows=3)

    assert states(run) == ["waiting"] * 3
    assert AuditEvent.objects.filter(verb="run.started").exists()


def test_start_is_safe_to_repeat(bob):
    run = make_run(bob, rows=3)

    again = task_runs.start(task=run.task, annotator=run.annotator, by=bob.user)

    assert again == run and len(states(run)) == 3


@pytest.mark.parametrize(
    "model, critic, words",
    [
        ("openai/gpt-4o", None, "Set OPENAI_API_KEY"),
        ("simulated-careful", "claude-sonnet-4-5", "Set ANTHROPIC_API_KEY"),
        ("simulated-careful", "nonsense-model", "no known provider"),
    ],
)
def test_run_of_a_model_that_cannot_be_asked_is_not_started(bob, no_keys, model, critic, words):
    task, annotator = make_run(bob).task, annotators.create(organization=bob.organization, model="simulated-hasty")
    type(annotator).objects.filter(pk=annotator.pk).update(model=model)
    annotator.refresh_from_db()

    with pytest.raises(InvalidInput, match=words):
        task_runs.start(task=task, annotator=annotator, critic_model=critic, by=bob.user)

    assert EvaluationRun.objects.count() == 1


def test_person_cannot_be_run(bob, alice):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))

    with pytest.raises(InvalidInput, match="not a language model"):
        task_runs.start(task=task, annotator=factories.make_annotator(alice), by=bob.user)


def test_annotator_of_another_organization_does_not_exist(bob, mallory):
    foreign = annotators.create(organization=mallory.organization, model="simulated-careful")
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))

    with pytest.raises(NotFound):
        task_runs.start(task=task, annotator=foreign, by=bob.user)


def test_adding_the_model_again_revives_a_cancelled_run(bob):
    run = make_run(bob, rows=2)
    controls.set_state(run=run, desired_state="cancel", by=bob.user)

    revived = task_runs.start(task=run.task, annotator=run.annotator, by=bob.user)

    assert revived.desired_state == "run" and states(run) == ["waiting"] * 2


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
