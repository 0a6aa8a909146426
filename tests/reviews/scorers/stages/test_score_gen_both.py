"""Both orders put together: one verdict, or a tie; what was said in each order is kept."""

import pytest

from annotations.models import Annotation, Judgement
from reviews.audits.actions import missing_answers
from reviews.engine.client.exchange import FATAL
from reviews.engine.runs.actions import controls, supervisor
from reviews.engine.runs.actions import progress as run_progress
from reviews.engine.stages import registry
from reviews.models import LLMRequest, RunStage
from reviews.scorers.judges.reading import AnswerReading
from reviews.scorers.stages import position_consistency, task_stages
from reviews.scorers.stages.score_gen_both import DISAGREE, ONE_ABSTAINED, together
from tests.reviews.kept import kept, people
from tests.reviews.machine import Script, failing, play, work_once, work_until_quiet
from tests.reviews.pair_runs import FORM, judging, likes_first, likes_long, make_pair_run, make_pair_task


def world():
    return people(run=make_pair_run)


acme, bob, run = map(kept, ("acme", "bob", "run"))


def kinds(run):
    return list(run.stages.order_by("position").values_list("kind", flat=True))


def verdict():
    return Judgement.objects.get(question__key="better", annotation__in=Annotation.objects.current())


def checked():
    """How many judgements keep what was said in both orders, those that were replaced counted."""
    return Judgement.objects.filter(details__has_key="orders").count()


def test_a_task_that_compares_answers_is_asked_in_both_orders(bob):
    run = make_pair_run(bob, critic=True)

    assert kinds(run) == ["score_gen_swapped", "score_gen_both", "critic_answer", "score_critic"]
    assert registry["score_gen_both"].name == "score_gen"


def test_a_model_that_likes_an_answer_keeps_its_verdict(run, monkeypatch):
    play(monkeypatch, judging(likes_long, confidence=0.8, justification="It gives reasons."))

    work_until_quiet(run)

    assert (verdict().value, verdict().justification, verdict().confidence) == ("first", "It gives reasons.", 0.8)
    said = verdict().details["orders"]
    assert (said["first"], said["second"], said["is_consistent"], said["place"]) == ("first", "first", True, "")
    assert LLMRequest.objects.get(pk=said["request"]).stage.kind == "score_gen_swapped"


def test_a_model_that_likes_the_first_place_has_no_preference(run, monkeypatch):
    play(monkeypatch, judging(likes_first))

    work_until_quiet(run)

    assert verdict().value == "tie" and DISAGREE in verdict().justification and verdict().confidence is None
    said = verdict().details["orders"]
    assert (said["first"], said["second"], said["is_consistent"], said["place"]) == ("first", "second", False, "first")
    assert Judgement.objects.get(question__key="note").value == "Because."


@pytest.mark.usefixtures("alone")
def test_where_no_tie_may_be_said_the_model_abstains(bob, monkeypatch):
    play(monkeypatch, judging(likes_first))
    form = {"fields": [FORM["fields"][0] | {"tie": False}]}

    work_until_quiet(make_pair_run(bob, form=form))

    assert verdict().abstained and verdict().value is None and checked() == 1


def test_nothing_is_stored_before_both_orders_are_answered(run, monkeypatch):
    play(monkeypatch, Script(judging(likes_long), failing(FATAL, "refused", "No.")))

    work_until_quiet(run)

    assert not Annotation.objects.exists()
    progress = run_progress.progress_of(run)
    assert (progress.total, progress.done, progress.failed, progress.waiting) == (1, 0, 1, 0)
    assert [failure.error_class for failure in run_progress.failures_of(run)] == ["refused"]


@pytest.mark.usefixtures("alone")
def test_progress_counts_items_and_not_orders(bob, monkeypatch):
    play(monkeypatch, judging(likes_long))
    run = make_pair_run(bob, rows=2)
    seen = []
    for _ in range(4):
        work_once(run)
        progress = run_progress.progress_of(run)
        seen.append((progress.total, progress.done, progress.waiting, progress.is_finished))

    assert {total for total, *_rest in seen} == {2} and all(done + waiting == 2 for _, done, waiting, _ in seen)
    assert [finished for *_rest, finished in seen] == [False, False, False, True]


def test_an_item_that_is_asked_again_is_asked_in_both_orders(bob, run, monkeypatch):
    play(monkeypatch, judging(likes_first))
    work_until_quiet(run)
    missing_answers.ask_again(annotation=Annotation.objects.get(), by=bob.user)
    play(monkeypatch, judging(likes_long))

    work_until_quiet(run)

    assert verdict().value == "first" and checked() == 2
    assert position_consistency.of_run(run).consistent == 1


def test_a_step_that_is_asked_anew_revises(bob, run, monkeypatch):
    play(monkeypatch, judging(likes_first))
    work_until_quiet(run)
    play(monkeypatch, judging(likes_long))

    controls.ask_anew(run=run, stage="score_gen_swapped", by=bob.user)
    supervisor.advance(run)
    work_until_quiet(run)

    assert verdict().value == "first"


def test_a_draft_whose_form_changes_is_asked_as_its_form_says(bob):
    task = make_pair_task(bob, status="DRAFT")
    run = make_pair_run(bob, critic=True)
    fields = {"organization": bob.organization, "kind": "scoring", "task": task, "annotator": run.annotator}
    run = type(run).objects.create(**fields, name="x")
    RunStage.objects.bulk_create(
        [
            *task_stages.score_stages(run=run, annotator=run.annotator, is_positional=False),
            *task_stages.critic_stages("simulated-critic", run=run, position=1),
        ]
    )
    supervisor.advance(run)
    assert kinds(run) == ["score_gen", "critic_answer", "score_critic"]

    type(task).objects.filter(pk=task.pk).update(status="ACTIVE")
    supervisor.advance(run)

    assert kinds(run) == ["score_gen_swapped", "score_gen_both", "critic_answer", "score_critic"]
    assert {stage.model for stage in run.stages.filter(position__gte=2)} == {"simulated-critic"}


@pytest.mark.usefixtures("alone")
def test_consistency_of_a_run_counts_its_standing_answers(bob, monkeypatch):
    run = make_pair_run(bob, rows=4)
    assert position_consistency.of_run(run) is None
    play(monkeypatch, judging(likes_first))
    work_until_quiet(run, tries=8)

    found = position_consistency.of_run(run)

    assert (found.n, found.consistent, found.first, found.second, found.changed) == (4, 0, 4, 0, 0)
    assert found.share == 0.0 and found.interval[0] == 0.0 and 0.5 < found.interval[1] < 0.7


def test_one_order_without_a_value_is_no_verdict():
    class Question:
        key, label_type, config = "better", "pairwise", {"tie": True, "graded": False, "both_bad": False}

    class Task:
        questions = (Question,)

    said, withheld = AnswerReading("first", "A.", (), 0.7), AnswerReading(None, "B.", abstained=True)

    for one, two in ((said, withheld), (withheld, said)):
        answers, orders = together(Task, {"better": one}, {"better": two})
        assert answers["better"].abstained and answers["better"].justification == f"{ONE_ABSTAINED} B."
        assert orders == {}
    assert together(Task, {"better": withheld}, {"better": withheld})[0]["better"] == withheld
