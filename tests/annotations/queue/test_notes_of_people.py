"""Reasons, quotes and what was seen: stored with a person's answer as with a model's."""

import uuid

import pytest

from annotations.models import Annotation, Evidence, Question, SchemaVersion
from annotations.queue.actions import claims, submissions, suggestions
from annotations.queue.actions.justifications import AnswerNote
from annotations.tasks.actions import form
from evalhub.lib.errors import Conflict, InvalidInput
from reviews.models import Audit, AuditOpening
from tests import factories
from tests.statements import at_most

OUTPUT = "It is 0. 👩‍👩‍👧 It is 0."


@pytest.fixture
def task(acme):
    rows = [{"outputs": {"model-a": OUTPUT}}]
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows), required=2)


def hand_in(task, annotator, note=None, **fields):
    notes = {"verdict": note} if note else {}
    submission = submissions.Submission(answers={"verdict": "wrong"}, notes=notes, **fields)
    return submissions.submit(item_id=task.items.get().pk, task=task, annotator=annotator, submission=submission)


def mistakes(task, annotator, note):
    with pytest.raises(InvalidInput) as refused:
        hand_in(task, annotator, note)
    assert not Annotation.objects.exists()
    return refused.value.details["fields"]


def test_reason_and_confidence_are_stored(task, annotator):
    stored = hand_in(task, annotator, AnswerNote(justification="Zero is right.", confidence=0.25))

    judgement = stored.annotation.judgements.get()
    assert (judgement.justification, judgement.confidence) == ("Zero is right.", 0.25)


def test_marked_quote_stands_where_it_was_marked(task, annotator):
    start = OUTPUT.rindex("It")
    quote = {"field": "output", "start": start, "end": start + 8, "quote": "It is 0."}

    hand_in(task, annotator, AnswerNote(quotes=(quote,)))

    found = Evidence.objects.get()
    assert (found.match, found.start, found.end, OUTPUT[found.start : found.end]) == (
        "exact",
        start,
        start + 8,
        "It is 0.",
    )


def test_typed_quote_is_looked_up(task, annotator):
    placeless = {"field": "", "start": None, "end": None, "quote": "What is"}

    hand_in(task, annotator, AnswerNote(quotes=("it  IS 0.", placeless)))

    assert [(row.field, row.match) for row in Evidence.objects.all()] == [
        ("output", "whitespace"),
        ("input.question", "exact"),
    ]


def test_offsets_that_do_not_fit_are_looked_up_instead(task, annotator):
    hand_in(task, annotator, AnswerNote(quotes=({"field": "output", "start": 900, "end": 3, "quote": "It is 0."},)))

    assert (Evidence.objects.get().start, Evidence.objects.get().match) == (0, "exact")


def test_invented_quote_is_refused_beside_its_question(task, annotator):
    assert "not in the item" in mistakes(task, annotator, AnswerNote(quotes=("The moon is made of cheese",)))["verdict"]


def test_too_much_is_refused_and_reason_without_answer_or_question_is_refused(task, annotator):
    for note in (
        AnswerNote(justification="x" * 10_001),
        AnswerNote(quotes=("It",) * 51),
        AnswerNote(confidence=1.5),
        AnswerNote(quotes=("x" * 5001,)),
    ):
        assert list(mistakes(task, annotator, note)) == ["verdict"], str(note)[:60]

    notes = {"verdict": AnswerNote(justification="x"), "other": AnswerNote(justification="y")}
    with pytest.raises(InvalidInput) as refused:
        submissions.submit(
            item_id=task.items.get().pk,
            task=task,
            annotator=annotator,
            submission=submissions.Submission(answers={}, notes=notes, partial=True),
        )
    assert set(refused.value.details["fields"]) == {"verdict", "other"}


def test_required_reason_is_asked_of_people_only_and_same_answer_with_another_reason_is_another_body(
    task, annotator, acme
):
    Question.objects.update(reason="required")
    form.forget()
    assert "needs a reason" in mistakes(task, annotator, None)["verdict"]
    assert hand_in(task, factories.make_llm_annotator(acme), origin="llm").annotation.pk

    key = uuid.uuid4()
    hand_in(task, annotator, AnswerNote(justification="one"), submission_id=key)
    with pytest.raises(Conflict) as refused:
        hand_in(task, annotator, AnswerNote(justification="two"), submission_id=key)
    assert refused.value.code == "idempotency_conflict"
    assert hand_in(task, annotator, AnswerNote(justification="one"), submission_id=key).replayed


def test_what_was_shown_is_stored_with_the_answer(task, annotator, acme):
    task.guideline_version = 3
    task.save(update_fields=["guideline_version"])
    first = hand_in(task, annotator).annotation
    Annotation.objects.update(withdrawn_at="2026-01-01T00:00Z")
    task.items.get().test_case.outputs.update(text="Another text")

    second = hand_in(task, factories.make_annotator(factories.make_member(acme))).annotation

    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.guideline_version, len(first.content_sha256)) == (3, 64)
    assert first.content_sha256 != second.content_sha256


def test_item_finished_on_an_earlier_form_keeps_that_form(task, annotator):
    lease, old = claims.claim(task=task, annotator=annotator), task.schema_version
    SchemaVersion.objects.update(frozen_at="2026-01-01T00:00Z")
    task.schema_version = factories.make_schema(task, factories.VERDICT | {}, number=2)
    task.save(update_fields=["schema_version"])

    stored = hand_in(task, annotator, lease_token=lease.token, schema_version_id=old.pk)

    assert stored.annotation.schema_version_id == old.pk


def test_form_of_another_task_is_refused_and_who_has_opened_a_machines_answer_is_not_blind(task, annotator, acme):
    other = factories.make_task()
    SchemaVersion.objects.update(frozen_at="2026-01-01T00:00Z")
    with pytest.raises(InvalidInput) as refused:
        hand_in(task, annotator, schema_version_id=other.schema_version_id)
    assert refused.value.code == "unknown_form"

    machine = factories.make_annotation(task.items.get(), factories.make_llm_annotator(acme))
    AuditOpening.objects.create(annotation=machine, auditor=annotator)
    other = factories.make_annotator(factories.make_member(acme))
    assert hand_in(task, annotator).annotation.exposure == "saw_machine"
    assert hand_in(task, other).annotation.exposure == "blind"


def test_suggestions_are_shown_and_told_only_where_the_task_is_not_blind(task, annotator, acme):
    item = task.items.get()
    factories.make_annotation(item, factories.make_llm_annotator(acme), {"verdict": "partly"}, justification="Half.")

    hidden = suggestions.of(task=task, item_id=item.pk)
    task.blind_mode = False
    shown = suggestions.of(task=task, item_id=item.pk)

    assert hidden == {}
    assert shown == {"verdict": suggestions.Suggestion(value="partly", justification="Half.")}
    assert hand_in(task, annotator).annotation.exposure == "saw_machine"


def test_revision_does_not_become_blind_again(task, annotator, acme):
    machine = factories.make_annotation(task.items.get(), factories.make_llm_annotator(acme))
    opening = AuditOpening.objects.create(annotation=machine, auditor=annotator)
    hand_in(task, annotator)
    opening.delete()

    assert hand_in(task, annotator, revises=1).annotation.exposure == "saw_machine"


def test_reviewed_answer_is_not_undone(task, annotator, rita):
    from annotations.queue.actions import leases

    lease = claims.claim(task=task, annotator=annotator)
    stored = hand_in(task, annotator, lease_token=lease.token)
    auditor = factories.make_annotator(rita)
    Audit.objects.create(judgement=stored.annotation.judgements.get(), auditor=auditor, verdict="accept")

    with pytest.raises(Conflict) as refused:
        leases.undo(task=task, annotator=annotator)

    assert refused.value.code == "already_reviewed"


def test_plain_answer_takes_two_statements(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)
    SchemaVersion.objects.update(frozen_at="2026-01-01T00:00Z")
    form.forget()
    form.load(task.schema_version_id)

    with at_most(2):
        submission = submissions.Submission(answers={"verdict": "wrong"}, lease_token=lease.token)
        submissions.submit(item_id=lease.item_id, task=task, annotator=annotator, submission=submission)
