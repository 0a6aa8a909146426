"""Audits: what may be decided, what an override stores, and what counts as blind."""

import pytest

from annotations.models import Annotation, AnnotationTask
from evalhub.lib.errors import Conflict, InvalidInput
from reviews.audits.actions import decisions as audits
from reviews.audits.actions import leases, openings
from reviews.audits.actions.decisions import Decision
from reviews.models import Audit, AuditLease, AuditSample
from tests import factories
from tests.reviews.kept import kept, people

OVERRIDE = Decision("override", value="wrong", reason_code="wrong_value", note=" It is not so. ")


def world():
    made = people(said=make_said)
    made.rita = factories.make_member(made.acme, "rita", role="reviewer")
    made.auditor = factories.make_annotator(made.rita)
    return made


acme, bob, rita, said, auditor = map(kept, ("acme", "bob", "rita", "said", "auditor"))


def make_said(bob):
    """A machine's annotation: "correct", with a quote that stands in the answer."""
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=1))
    machine = factories.make_llm_annotator(bob.organization)
    return factories.make_annotation(task.items.get(), machine, {"verdict": "correct"}, evidence="It is 0.")


def decide(annotation, auditor, **decisions):
    return audits.decide(annotation=annotation, decisions=decisions, auditor=auditor, task=annotation.task)


def answer_first(annotation, auditor, value="correct"):
    answers = {"verdict": value}
    return audits.answer_first(annotation=annotation, answers=answers, auditor=auditor, task=annotation.task)


def of(auditor):
    return Annotation.objects.filter(annotator=auditor).order_by("pk")


def test_word_is_stored_and_nothing_else(said, auditor):
    for verdict in ("accept", "evidence_wrong", "cannot_judge", "guideline_gap"):
        Audit.objects.all().delete()

        (audit,) = decide(said, auditor, verdict=Decision(verdict, note="Seen."))

        assert (audit.verdict, audit.note, audit.own_judgement, audit.blind) == (verdict, "Seen.", None, False)
        assert not of(auditor).exists()


def test_override_is_the_auditors_own_annotation(said, auditor):
    slots = said.item.open_slots

    (audit,) = decide(said, auditor, verdict=OVERRIDE)

    own = of(auditor).get()
    assert (own.origin, own.exposure, own.assignment) == ("audit", "saw_machine", None)
    assert audit.own_judgement == own.judgements.get() and audit.own_judgement.value == "wrong"
    assert (audit.reason_code, audit.note) == ("wrong_value", "It is not so.")
    said.item.refresh_from_db()
    assert said.item.open_slots == slots
    said.refresh_from_db()
    assert said.judgements.get().value == "correct" and said.superseded_at is None


def test_override_revises_an_earlier_answer(said, auditor):
    answer_first(said, auditor, "partly")

    decide(said, auditor, verdict=OVERRIDE)

    first, second = of(auditor)
    assert first.superseded_at is not None and second.revision == 2
    assert second.judgements.get().value == "wrong"


def test_override_with_the_blind_answer_needs_no_new_revision(said, auditor):
    answer_first(said, auditor, "wrong")

    (audit,) = decide(said, auditor, verdict=OVERRIDE)

    assert audit.blind and audit.own_judgement.annotation == of(auditor).get()


def test_answer_before_looking_is_blind(said, auditor):
    assert answer_first(said, auditor).annotation.exposure == "blind"
    openings.note(annotations=[said], auditor=auditor)

    (audit,) = decide(said, auditor, verdict=Decision("accept"))

    assert audit.blind


def test_answer_after_looking_is_not_blind(said, auditor):
    for _ in range(2):
        openings.note(annotations=[said], auditor=auditor)

    assert said.openings.count() == 1
    assert answer_first(said, auditor).annotation.exposure == "saw_machine"
    (audit,) = decide(said, auditor, verdict=Decision("accept"))
    assert not audit.blind


WRONG = [
    (Decision("superb"), "Valid: accept"),
    (Decision("override", reason_code="wrong_value"), "your own answer"),
    (Decision("override", value="correct", reason_code="wrong_value"), "equals the model's answer"),
    (Decision("override", value="superb", reason_code="wrong_value"), "superb"),
    (Decision("override", value="wrong"), "reason"),
    (Decision("override", value="wrong", reason_code="mood"), "reason"),
    (Decision("accept", note="x" * 4001), "4001"),
]


def test_wrong_decision_is_refused_by_question(said, auditor):
    for decision, words in WRONG:
        with pytest.raises(InvalidInput) as caught:
            decide(said, auditor, verdict=decision)

        assert words in caught.value.details["fields"]["verdict"]
    with pytest.raises(InvalidInput, match="did not answer 'tone'"):
        decide(said, auditor, tone=Decision("accept"))
    with pytest.raises(InvalidInput, match="at least one") as caught:
        decide(said, auditor)
    assert caught.value.code == "no_decision"
    with pytest.raises(InvalidInput, match="needs an answer"):
        audits.answer_first(annotation=said, answers={}, auditor=auditor, task=said.task)
    assert not Audit.objects.exists() and not of(auditor).exists()


def test_unfound_quote_needs_a_tick_to_accept(said, auditor):
    factories.make_evidence(said.judgements.get(), "invented", match="missing", start=None, end=None, score=None)

    with pytest.raises(InvalidInput, match="Confirm"):
        decide(said, auditor, verdict=Decision("accept"))

    assert decide(said, auditor, verdict=Decision("accept", without_quote=True))


def test_first_word_stands(said, auditor):
    decide(said, auditor, verdict=Decision("accept"))

    with pytest.raises(Conflict, match="already"):
        decide(said, auditor, verdict=OVERRIDE)

    assert not of(auditor).exists()
    assert Audit.objects.get().verdict == "accept"


def test_same_word_sent_twice_is_one_audit(said, auditor):
    first = decide(said, auditor, verdict=OVERRIDE)

    assert decide(said, auditor, verdict=OVERRIDE) == first
    assert of(auditor).count() == 1


def test_two_auditors_may_differ(said, auditor, bob):
    decide(said, auditor, verdict=Decision("accept"))
    decide(said, factories.make_annotator(bob), verdict=OVERRIDE)

    assert sorted(Audit.objects.values_list("verdict", flat=True)) == ["accept", "override"]


def test_replaced_answer_cannot_be_decided_on(said, auditor):
    Annotation.objects.filter(pk=said.pk).update(superseded_at=said.submitted_at)

    with pytest.raises(Conflict, match="replaced"):
        decide(said, auditor, verdict=Decision("accept"))


def test_answers_of_a_paused_task_can_be_audited(said, auditor):
    AnnotationTask.objects.update(status="PAUSED")

    assert decide(said, auditor, verdict=OVERRIDE)


def test_audit_keeps_mode_reasons_and_chance(said, auditor):
    AuditSample.objects.create(task=said.task, annotation=said, inclusion_probability=0.25)
    answer_first(said, auditor)

    (audit,) = decide(said, auditor, verdict=Decision("accept"))

    assert (audit.mode, audit.inclusion_probability, audit.blind) == ("blind_first", 0.25, True)
    assert audit.why == ["sample", "new"]


def test_risk_pick_has_no_chance_of_being_drawn(said, auditor):
    elsewhere = factories.make_task(said.task.dataset_version)
    other = factories.make_annotation(elsewhere.items.get(), said.annotator, {"verdict": "correct"})
    AuditSample.objects.create(task=elsewhere, annotation=other, inclusion_probability=0.1)

    (audit,) = decide(said, auditor, verdict=Decision("accept"))

    assert (audit.mode, audit.inclusion_probability) == ("assisted", None)


def test_blind_answer_is_not_decided_unseen(said, auditor):
    AnnotationTask.objects.update(audit_risk_mode="blind_first")

    with pytest.raises(Conflict) as caught:
        decide(said, auditor, verdict=Decision("accept"))

    assert caught.value.code == "answer_first" and not Audit.objects.exists()


def test_answer_in_other_hands_is_not_decided(said, auditor, bob):
    leases.take(annotation=said, auditor=factories.make_annotator(bob))

    with pytest.raises(Conflict) as caught:
        decide(said, auditor, verdict=OVERRIDE)

    assert caught.value.code == "in_other_hands"
    assert not Audit.objects.exists() and not of(auditor).exists()


def test_lease_ends_with_the_last_question(said, auditor):
    leases.take(annotation=said, auditor=auditor)

    decide(said, auditor, verdict=Decision("accept"))

    assert not AuditLease.objects.exists()


@pytest.fixture
def conditional(bob):
    """A machine's answers to two questions, the second of which is asked only after "correct"."""
    tone = {
        "key": "tone",
        "type": "rating",
        "title": "How kind?",
        "scale": {"min": 1, "max": 5},
        "required": False,
        "show_if": {"question": "verdict", "is": "correct"},
    }
    version = factories.make_version(factories.make_dataset(bob.organization), rows=1)
    task = factories.make_task(version, schema={"fields": [*factories.VERDICT["fields"], tone]})
    machine = factories.make_llm_annotator(bob.organization)
    return factories.make_annotation(task.items.get(), machine, {"verdict": "correct", "tone": 2})


def test_override_of_a_conditional_question_needs_the_answer_before_it(conditional, auditor):
    override = Decision("override", value=5, reason_code="wrong_value")

    with pytest.raises(InvalidInput) as caught:
        decide(conditional, auditor, tone=override)

    assert "Decide those as well" in caught.value.details["fields"]["tone"] and not Audit.objects.exists()
    decide(conditional, auditor, verdict=Decision("accept"), tone=override)
    own = {row.question.key: row.value for row in of(auditor).get().judgements.all()}
    assert own == {"verdict": "correct", "tone": 5}
