"""The trial of a model on three items: its answers, price and time, and the start that waits for it."""

import pytest
from django.urls import reverse

from annotations.models import Annotation, GroundTruth
from reviews.models import EvaluationRun
from reviews.scorers.actions import annotators, form_trials, run_estimates
from reviews.scorers.views.trials import StartForm
from tests import factories
from tests.reviews.kept import kept, people
from tests.reviews.machine import answer, finish, outcome_of, play, saying
from tests.statements import at_most

pytestmark = pytest.mark.usefixtures("no_broker")


def world():
    """`run` is a trial over the task, which has its answers."""
    made = people(
        task=lambda bob: factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=7))
    )
    with pytest.MonkeyPatch.context() as patch:
        play(patch, saying())
        made.run = tried(made.bob, made.task)
    return made


acme, bob, task, run = map(kept, ("acme", "bob", "task", "run"))


def tried(member, task, **options):
    judge = annotators.create(organization=task.organization, model="simulated-careful", by=member.user)
    run = form_trials.start(task=task, annotator=judge, by=member.user, **options)
    finish(run)
    return run


def address(task, run, name="machine_trial"):
    return reverse(f"reviews:{name}", args=[task.pk, run.pk])


def start(client, task, run, **fields):
    return client.post(address(task, run, "machine_start"), {"reuse": "on"} | fields, follow=True)


def test_valid_trial_shows_answers_and_the_run_of_all_does_not_ask_them_again(bob, task, run, client_of, monkeypatch):
    play(monkeypatch, saying())
    client = client_of(bob)
    assert not Annotation.objects.exists()

    with at_most(60):
        shown = client.get(address(task, run))

    page, measured = shown.content.decode(), shown.context["estimate"].steps[0]
    assert "3 of 3 valid" in page and "It agrees." in page and "$0.0030" in page and "disabled" not in page
    assert "Start on all 7 items" in page
    assert measured.is_measured and measured.output_tokens == 7 * 20
    assert start(client, task, run, budget_usd="2.5").redirect_chain

    run_of_all = EvaluationRun.objects.get(task=task)
    assert (str(run_of_all.rules.budget_usd), run_of_all.rules.reuse) == ("2.5", True)
    assert run_of_all.annotator == run.stages.get().annotator
    run_of_all.stages.filter(kind__in=["critic_answer", "score_critic"]).delete()
    finish(run_of_all)
    reused = run_of_all.requests.exclude(reused_from=None).values_list("target", flat=True)
    assert set(run.requests.values_list("target", flat=True)) <= set(reused)
    assert Annotation.objects.filter(annotator=run_of_all.annotator).count() == 7


def test_invalid_trial_keeps_the_start_and_says_why(bob, task, client_of, monkeypatch):
    play(monkeypatch, lambda call: outcome_of(answer(call, value="unheard of")))
    run, client = tried(bob, task), client_of(bob)

    page = client.get(address(task, run)).content.decode()
    refused = start(client, task, run)

    assert "0 of 3 valid" in page and "disabled" in page and "3 answers of the trial cannot be used. Item 1:" in page
    assert "unheard of" in page
    assert refused.status_code == 422 and not EvaluationRun.objects.filter(task=task).exists()


def test_running_trial_is_polled_and_does_not_start(bob, task, client_of):
    judge = annotators.create(organization=task.organization, model="simulated-careful")
    run, client = form_trials.start(task=task, annotator=judge, by=bob.user), client_of(bob)

    fragment = client.get(address(task, run), headers={"HX-Request": "true"}).content.decode()

    assert "every 2s" in fragment and "The trial is running." in fragment and "<html" not in fragment
    assert start(client, task, run).status_code == 422


def test_answers_stand_beside_those_of_people(bob, task, run, client_of):
    question = task.schema_version.questions.get()
    for item, value in zip(task.items.order_by("position"), ("wrong", "correct"), strict=False):
        GroundTruth.objects.create(item=item, question=question, value=value, source="adjudicated")

    page = client_of(bob).get(address(task, run))

    assert [value.differs for line in page.context["trial"].lines for value in line.values] == [True, False, None]
    text = page.content.decode()
    assert "1 of 2 differ from people." in text and "Differs" in text and "Equal" in text


def test_other_items_are_the_next_ones_then_the_first(bob, task, run, client_of, monkeypatch):
    play(monkeypatch, saying())
    client = client_of(bob)
    positions = []
    for _ in range(3):
        positions.append([line.item.position for line in form_trials.of_task(task, run.pk).lines])
        client.post(address(task, run, "machine_trial_again"))
        run = EvaluationRun.objects.order_by("created_at").last()
        finish(run)

    assert positions == [[0, 1, 2], [3, 4, 5], [0, 1, 6]]


def test_task_without_items_cannot_be_tried(bob, client_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=0))
    fields = {"model": "simulated-careful", "prompt_version": "questions.v1"}

    page = client_of(bob).post(reverse("reviews:machine_add", args=[task.pk]), fields)

    assert page.status_code == 422 and "has no items yet" in page.content.decode()


def test_trial_belongs_to_its_task(bob, task, run, client_of):
    other, client = factories.make_task(task.dataset_version), client_of(bob)

    assert client.get(address(other, run)).status_code == start(client, other, run).status_code == 404
    assert client.post(address(other, run, "machine_trial_again")).status_code == 404


def test_batches_are_a_choice_beside_their_price_and_a_second_name_is_told(bob, task, run, client_of, monkeypatch):
    usual = run_estimates.estimate(task=task, model="simulated-careful")
    monkeypatch.setattr(run_estimates, "offers", lambda **asked: {"now": usual, "batch": usual})
    client, judge = client_of(bob), run.stages.get().annotator
    fields = {"model": judge.model, "prompt_version": judge.prompt_version, "name": "My judge"}

    page = client.get(address(task, run)).content.decode()
    sent = [StartForm({"sending": way}) for way in ("now", "batch")]
    named = client.post(reverse("reviews:machine_add", args=[task.pk]), fields, follow=True).content.decode()

    assert page.count('name="sending"') == 2 and "At once" in page and "As provider batches, up to 24 h" in page
    assert [form.is_valid() and form.policy().get("min_batch_size", 20) for form in sent] == [None, 20]
    assert f"already here as “{judge.name}”" in named
