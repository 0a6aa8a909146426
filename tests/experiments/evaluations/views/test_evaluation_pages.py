"""The page of an evaluation: moving, done, with failures, failed; its results, one result, and sending to people."""

from urllib.parse import quote

import pytest
from django.urls import reverse

from annotations.models import Annotation, AnnotationTask, TaskItem
from annotations.queue.actions import claims, submissions
from experiments.evaluations.actions import steps
from experiments.evaluations.views import evaluation_detail
from experiments.models import Evaluation
from tests import factories
from tests.experiments.evaluations_world import (
    RIGHT,
    WRONG,
    make_evaluation,
    make_evaluation_with_items,
    make_repetitions,
    make_version,
    take_steps,
)
from tests.experiments.g_eval_world import SHARES, evaluated, told
from tests.kept_people import acme
from tests.reviews import machine
from tests.reviews.machine import answer, outcome_of
from tests.statements import at_most

JUDGE = "simulated-careful"
__all__ = ["acme"]
pytestmark = pytest.mark.django_db


def address(name, evaluation, *more):
    return reverse(f"experiments:{name}", args=[evaluation.pk, *more])


def page(client, name, evaluation, *more, **query):
    return client.get(address(name, evaluation, *more), query)


def text(response):
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def no_broker(monkeypatch):
    for task in (evaluation_detail.evaluation_due, evaluation_detail.request_due):
        monkeypatch.setattr(task, "delay_on_commit", lambda: None)


@pytest.fixture(scope="module")
def kept(acme):
    with pytest.MonkeyPatch.context() as patch:
        machine.play(patch, lambda call: outcome_of(answer(call, value=2 if "0th" in str(call.messages) else 5)))
        return take_steps(
            make_evaluation(make_version(acme, [WRONG, RIGHT, RIGHT]), ["exact_match", "faithfulness"], judges=[JUDGE])
        )


@pytest.fixture
def judged(kept, db):
    """Three outputs, of which a judge rates the first one 2 and the others 5."""
    return Evaluation.objects.select_related("task", "run", "organization").get(pk=kept.pk)


def test_page_says_means_failures_and_what_to_do(client_of, bob, judged):
    client = client_of(bob)

    shown = text(page(client, "evaluation_detail", judged))
    assert "Faithfulness is 4.00" in shown and "3 of 3" in shown and "None: every output has a score" in shown
    assert "Send 1 low score to people" in shown and "topic: sums" in shown
    assert "every 3s" not in shown and "few cases" in shown and shown.count("Untested") == 1
    with at_most(32):
        page(client, "evaluation_detail", judged)


def test_a_jury_speaks_for_its_members_and_says_how_far_they_agree(client_of, bob, acme, model):
    model(lambda call: outcome_of(answer(call, value=2 if "hasty" in call.model else 5)))
    judge = {"jury": {"members": [JUDGE, "simulated-hasty"], "rule": "mean"}}
    evaluation = take_steps(make_evaluation(make_version(acme), ["faithfulness"], judges=[judge]))

    shown = text(page(client_of(bob), "evaluation_detail", evaluation))

    assert "Faithfulness is 3.50" in shown and "Jury (mean, at least 2): " in shown
    assert "Members agree: alpha −0.67, 3 items, 2 annotators" in shown


def test_page_moves_until_it_ends_and_says_why_it_failed(client_of, bob, acme):
    evaluation, client = make_evaluation(make_version(acme)), client_of(bob)
    moving = text(page(client, "evaluation_detail", evaluation))
    assert 'hx-trigger="every 3s"' in moving and "No scores yet" in moving
    take_steps(evaluation)
    part = client.get(address("evaluation_detail", evaluation), headers={"HX-Request": "true"}).content.decode()
    assert "every 3s" not in part and "<html" not in part and "0.67" in part

    evaluation = take_steps(make_evaluation(make_version(acme, expected={0: None, 1: None, 2: None})))
    shown = text(page(client_of(bob), "evaluation_detail", evaluation))
    assert evaluation.status == "FAILED"
    assert "This evaluation has failed" in shown and "No output has a score" in shown
    assert "There is no expected output to compare with. (3 of 3)" in shown and "Retry 3 failed" not in shown
    assert "Not defined yet: 0 of 3 scored." in shown and "scored., n" not in shown


def test_cancel_keeps_scores(client_of, bob, vera, acme):
    evaluation = make_evaluation(make_version(acme))

    assert client_of(vera).post(address("evaluation_cancel", evaluation)).status_code == 403
    client_of(bob).post(address("evaluation_cancel", evaluation))

    assert Evaluation.objects.get(pk=evaluation.pk).status == "CANCELLED"


def test_baseline_and_metric_of_slices(client_of, bob, acme, judged):
    version = judged.task.dataset_version
    other = take_steps(make_evaluation(version, ["exact_match"], baseline=judged))

    assert "baseline 0.67" in text(page(client_of(bob), "evaluation_detail", other))
    assert "Mean of Exact match" in text(page(client_of(bob), "evaluation_detail", judged, metric="exact_match"))


def results(client, evaluation, **query):
    return [line.row.position for line in page(client, "result_list", evaluation, **query).context["list"].lines]


def test_one_result_shows_text_scores_and_reasons(client_of, bob, judged):
    item = judged.task.items.get(position=0)

    shown = text(page(client_of(bob), "result_detail", judged, item.pk))

    assert "for the 0th time" in shown and "The contents differ." in shown
    assert "2 of 2 scored" in shown and "No person has labelled this output." in shown and shown.count("Untested") == 1
    assert page(client_of(bob), "result_detail", judged, item.pk + 100).status_code == 404


def send(client, evaluation, **data):
    return client.post(address("result_send", evaluation), data)


def test_low_scores_go_to_people_and_their_labels_come_back(client_of, bob, alice, judged):
    client = client_of(bob)
    item = judged.task.items.get(position=0)
    form = client.get(address("result_send", judged) + f"?all=1&filter={quote('metric=faithfulness&verdict=fail')}")
    assert "Send 1 output" in text(form)

    send(client, judged, all="1", filter="metric=faithfulness&verdict=fail", name="Check these", people="1")

    task = AnnotationTask.objects.get(name="Check these")
    sent = task.items.get()
    assert (task.status, task.is_listed) == ("ACTIVE", True)
    assert (sent.test_case_id, sent.outputs) == (item.test_case_id, item.outputs)
    label(alice, task, faithfulness=4)
    shown = text(page(client, "result_detail", judged, item.pk))
    assert "all labels of people pass it (1)" in shown
    assert results(client, judged, people="true") == [0]
    overview = text(page(client, "evaluation_detail", judged))
    assert "People gave the same outputs 4.00" in overview


def test_answer_after_a_look_at_the_scores_is_not_blind(client_of, bob, alice, rita, judged):
    item = judged.task.items.get(position=0)
    send(client_of(bob), judged, row=[item.pk], name="Check this", people="2")
    task = AnnotationTask.objects.get(name="Check this")
    text(page(client_of(rita), "result_detail", judged, item.pk))

    for member in (alice, rita):
        label(member, task, faithfulness=4)

    told = Annotation.objects.filter(task=task).values_list("annotator__user", "exposure")
    assert dict(told) == {alice.user_id: "blind", rita.user_id: "saw_machine"}


def label(member, task, **answers):
    annotator = factories.make_annotator(member)
    lease = claims.claim(task=task, annotator=annotator)
    submission = submissions.Submission(answers=answers, origin="api", lease_token=lease.token)
    submissions.submit(item_id=lease.item_id, task=task, annotator=annotator, submission=submission)


def test_more_outputs_join_a_task_and_none_is_asked_twice(client_of, bob, judged):
    client = client_of(bob)
    first, second, _third = judged.task.items.order_by("position")
    send(client, judged, row=[first.pk], name="Check these")
    task = AnnotationTask.objects.get(name="Check these")

    send(client, judged, row=[first.pk, second.pk], task=str(task.pk))

    assert list(task.items.values_list("test_case", "position")) == [(first.test_case_id, 0), (second.test_case_id, 1)]
    task.refresh_from_db()
    assert task.total_items == 2


def test_nothing_to_send_and_who_may_not(client_of, bob, vera, judged):
    assert send(client_of(bob), judged, row=["999999999"]).status_code == 422
    assert send(client_of(bob), judged).status_code == 422
    assert send(client_of(bob), judged, row=["1"], people="99").status_code == 422
    assert send(client_of(vera), judged, all="1").status_code == 403
    assert not TaskItem.objects.exclude(task=judged.task).exists()


def test_failures_are_counted_bounded_and_tried_again_at_a_price_that_is_said(client_of, bob, vera, acme, no_broker):
    evaluation = take_steps(make_evaluation(make_version(acme, expected={0: None})))

    shown = text(page(client_of(bob), "evaluation_detail", evaluation))
    assert "There is no expected output to compare with." in shown and "Completed, 1 of 3 failed" in shown
    assert "With all 1 failures at the lowest score it would be 0.33, at the highest 0.67." in shown
    assert "Retry 1 failed" in shown and "A retry computes 1 score of programs again, at no cost." in shown
    assert "Retry 1 failed" not in text(page(client_of(vera), "evaluation_detail", evaluation))
    assert client_of(vera).post(address("evaluation_retry", evaluation)).status_code == 403

    assert client_of(bob).post(address("evaluation_retry", evaluation)).status_code == 302
    assert Evaluation.objects.get(pk=evaluation.pk).status == "RUNNING"


def test_moving_page_says_pace_and_time_left(client_of, bob, acme, monkeypatch):
    evaluation = make_evaluation_with_items(make_version(acme))
    monkeypatch.setattr(steps.runs, "are_over", lambda evaluation: False)
    Evaluation.objects.filter(pk=evaluation.pk).update(n_outputs=6)
    steps.work_next(pk=evaluation.pk)

    shown = text(page(client_of(bob), "evaluation_detail", evaluation))

    assert "3 of 6" in shown and "3 per minute" in shown and "about 1 min left" in shown
    assert "Gates of this dataset are decided at the end." in shown


def test_scores_of_g_eval_say_how_they_were_made(client_of, bob, acme, model):
    model(lambda call: told(call, shares=SHARES if "0th" in str(call.messages) else None))
    evaluation, client = evaluated(acme, outputs=2), client_of(bob)
    first, second = evaluation.task.items.order_by("position")

    shown = text(page(client, "evaluation_detail", evaluation))
    weighted, single = (text(page(client, "result_detail", evaluation, each.pk)) for each in (first, second))

    assert "No mean, since its scores were made in different ways." in shown
    assert "Weighted by probability: 1, Single answer: 1." in shown
    assert "Weighted by probability" in weighted and "3.6" in weighted
    assert "Single answer" in single


def test_repetitions_of_a_case_are_tabs(client_of, bob, acme, judged):
    version = make_version(acme)
    for case in version.cases.all():
        first = case.outputs.get()
        case.outputs.create(system=first.system, repetition=2, text=WRONG, text_sha256=first.text_sha256)
    evaluation = take_steps(make_evaluation(version, repetitions=2))
    second = evaluation.task.items.get(position=1)

    shown = text(page(client_of(bob), "result_detail", evaluation, second.pk))

    assert "Repetition 1" in shown and "Repetition 2" in shown and "Repetition 3" not in shown
    assert "Repetition 1" not in text(page(client_of(bob), "result_detail", judged, judged.task.items.first().pk))


def test_a_quote_that_is_nowhere_and_a_failed_scorer_say_so(client_of, bob, acme, model):
    model(lambda call: outcome_of(answer(call, value=4, quotes=["words that nobody wrote"])))
    version = make_version(acme, expected={0: None})
    evaluation = take_steps(make_evaluation(version, ["exact_match", "faithfulness"], judges=[JUDGE]))

    shown = text(page(client_of(bob), "result_detail", evaluation, evaluation.task.items.get(position=0).pk))

    assert "Not found" in shown and "words that nobody wrote" in shown and "quote missing" in shown
    assert "There is no expected output to compare with." in shown and "1 of 2 scored" in shown


def test_figures_and_comparison_name_the_reducer(client_of, bob, acme):
    version = make_repetitions(acme, [[RIGHT, WRONG], [RIGHT, RIGHT], [WRONG, WRONG]])
    evaluation = take_steps(make_evaluation(version, repetitions=2, reducer="majority"))
    shown = text(page(client_of(bob), "evaluation_detail", evaluation))
    assert "Exact match, majority" in shown and "6 of 6 outputs" in shown
    assert "Majority of repetitions: 2 of 3 cases; 1: As many outputs of the case pass as do not" in shown
    assert "Exact match, majority" in text(client_of(bob).get(reverse("experiments:evaluation_list")))

    version = make_repetitions(acme, [[RIGHT, WRONG], [RIGHT, RIGHT]])
    found = [take_steps(make_evaluation(version, repetitions=2, reducer=key)) for key in ("pass@2", "pass@2", "mean")]
    shown = text(client_of(bob).get(reverse("experiments:evaluation_compare"), {"row": [each.pk for each in found]}))
    assert "Exact match, pass@2" in shown
    assert "Not compared: repetitions of a case became one value in another way." in shown
