"""Answers that are not there yet, asked for again; and answers whose item has changed."""

import pytest

from annotations.models import Annotation
from annotations.queue.actions import submissions
from annotations.tasks.actions import item_content
from datasets.models import ModelOutput
from evalhub.lib.errors import Conflict
from reviews.audits.actions import missing_answers, staleness
from reviews.models import EvaluationRun, LLMRequest
from tests import factories
from tests.reviews.kept import kept, people


def world():
    made = people()
    task = factories.make_task(factories.make_version(factories.make_dataset(made.acme), rows=3))
    made.run = factories.make_run(task, factories.make_llm_annotator(made.acme))
    return made


acme, bob, run = map(kept, ("acme", "bob", "run"))


def ask(run, place, **fields):
    return factories.make_request(run, run.task.items.get(position=place), **fields)


def test_unanswered_are_those_of_wanted_runs_and_first_rounds(acme, rival, run):
    failed, waiting = ask(run, 0, state="failed", error_class="timeout"), ask(run, 1, state="waiting")
    said = factories.make_annotation(run.task.items.get(position=2), run.annotator)
    ask(run, 2, state="done", annotation=said)

    assert set(missing_answers.unanswered(acme)) == {failed, waiting}
    assert missing_answers.counts(acme) == {"failed": 1, "waiting": 1}
    assert missing_answers.counts(rival) == {}
    again = EvaluationRun.objects.create(
        organization=acme, kind="scoring", task=run.task, annotator=run.annotator, round=2
    )
    LLMRequest.objects.filter(pk=failed.pk).update(run=again)  # a repetition lacks nothing that counts
    assert missing_answers.counts(acme) == {"waiting": 1}
    EvaluationRun.objects.update(desired_state="cancel")
    assert not missing_answers.unanswered(acme).exists()


def test_asking_again_replaces_the_old_answer_by_a_new_request_and_asking_again_needs_a_run(run, bob):
    said = factories.make_annotation(run.task.items.get(position=0), run.annotator)
    ask(run, 0, state="done", annotation=said)
    made = missing_answers.ask_again(annotation=said, by=bob.user)
    assert (made.request_version, made.state, made.item) == (2, "waiting", said.item)
    assert not Annotation.objects.current().filter(pk=said.pk).exists() and said.judgements.exists()
    with pytest.raises(Conflict) as caught:
        missing_answers.ask_again(annotation=said, by=bob.user)
    assert caught.value.code == "replaced"

    said = factories.make_annotation(run.task.items.get(position=0), run.annotator)
    EvaluationRun.objects.update(desired_state="cancel")
    with pytest.raises(Conflict) as caught:
        missing_answers.ask_again(annotation=said, by=bob.user)
    assert caught.value.code == "no_run" and Annotation.objects.current().filter(pk=said.pk).exists()


def test_changed_texts_make_an_answer_stale(run):
    item = run.task.items.get(position=0)
    submission = submissions.Submission(answers={"verdict": "correct"}, origin="llm")
    said = submissions.submit(item_id=item.pk, task=run.task, annotator=run.annotator, submission=submission).annotation
    said.refresh_from_db()
    shown = item_content.content(item.pk)

    assert said.content_sha256 and not staleness.is_stale(said, shown, [])
    ModelOutput.objects.filter(pk__in=item.outputs).update(text="It is another text.")
    assert staleness.is_stale(said, shown, [])


def test_changed_source_of_a_quote_makes_an_answer_stale(run):
    said = factories.make_annotation(run.task.items.get(position=0), run.annotator, evidence="It is 0.")
    shown, (quote,) = item_content.content(said.item_id), said.judgements.get().evidence.all()

    assert not staleness.is_stale(said, shown, []) and not staleness.is_stale(said, shown, [quote])  # without a stamp
    quote.source_sha256 = "1" * 64
    assert staleness.is_stale(said, shown, [quote])
