"""Which machine annotations wait for an auditor, why each deserves a look, and in which order they come."""

import pytest

from annotations.models import AnnotationTask
from evalhub.lib import orders
from reviews.audits.actions import decisions as audits
from reviews.audits.actions import leases, queue, reasons
from reviews.audits.actions.decisions import Decision
from reviews.models import AuditSample
from tests import factories
from tests.reviews.kept import kept, people
from tests.reviews.listing import list_all

NEW = reasons.REASONS["new"].sql
MISSING = {"match": "missing", "start": None, "end": None, "score": None}


def world():
    """`said` are four answers of a known machine: plain, with an invented quote, unlike a person's, and unsure."""
    made = people()
    made.task = factories.make_task(factories.make_version(factories.make_dataset(made.acme), rows=4))
    made.auditor = factories.make_annotator(factories.make_member(made.acme, "rita", role="reviewer"))
    machine = factories.make_llm_annotator(made.acme)
    made.said = [
        factories.make_annotation(item, machine, {"verdict": "correct"}, confidence=confidence)
        for item, confidence in zip(made.task.items.order_by("position"), [0.9, 0.9, 0.9, 0.4], strict=True)
    ]
    factories.make_evidence(made.said[1].judgements.get(), "never said", **MISSING)
    return made


acme, bob, task, auditor, said = map(kept, ("acme", "bob", "task", "auditor", "said"))


@pytest.fixture(autouse=True)
def nothing_is_new(monkeypatch):
    monkeypatch.setitem(reasons.REASONS, "new", reasons.Reason("new", "New", 1, "SELECT 0 AS id"))


@pytest.fixture
def differing_person(said, alice):
    factories.make_annotation(said[2].item, factories.make_annotator(alice), {"verdict": "wrong"})
    factories.make_annotation(said[0].item, factories.make_annotator(alice), {"verdict": "correct"})


def picks(member, auditor, why=queue.QUEUE, state="open"):
    """What a view holds once a sweep has seen everything, in the queue's order."""
    list_all()
    return viewed(member, auditor, why, state)


def viewed(member, auditor, why=queue.QUEUE, state="open"):
    rows = queue.because(queue.listed(member.organization, auditor), why)
    return queue.in_state(rows, state, auditor).order_by("place")


def found(member, auditor, **chosen):
    return [pick.pk for pick in picks(member, auditor, **chosen)]


def seen(member, auditor, **chosen):
    return [pick.pk for pick in viewed(member, auditor, **chosen)]


def reasons_of(pick):
    return queue.shown_reasons(pick.reasons, hidden=pick.hidden, sampled=pick.sampled)


def next_id(rows, after, auditor):
    return queue.next_annotation_id(rows, orders.keys_of(rows, ["place", "pk"]), after=after, auditor=auditor)


def draw(annotation, probability=0.1):
    return AuditSample.objects.create(task=annotation.task, annotation=annotation, inclusion_probability=probability)


def accept(annotation, auditor):
    decisions = {"verdict": Decision("accept", without_quote=True)}
    return audits.decide(annotation=annotation, decisions=decisions, auditor=auditor, task=annotation.task)


@pytest.mark.usefixtures("differing_person")
def test_heaviest_reason_comes_first_and_reasons_add_up(bob, auditor, said):
    assert found(bob, auditor) == [said[1].pk, said[2].pk, said[3].pk]
    for why, place in [("missing", 1), ("differs", 2), ("unsure", 3)]:
        assert seen(bob, auditor, why=why) == [said[place].pk], why
    assert set(seen(bob, auditor, why=queue.ALL)) == {row.pk for row in said}  # also what has no reason

    factories.make_evidence(said[3].judgements.get(), "never said either", **MISSING)

    first, *rest = picks(bob, auditor)
    assert [first.pk, *(pick.pk for pick in rest)] == [said[3].pk, said[1].pk, said[2].pk]
    assert reasons_of(first) == ("missing", "unsure")


def test_first_answers_of_an_annotator_deserve_a_look(bob, auditor, task, monkeypatch):
    monkeypatch.setitem(reasons.REASONS, "new", reasons.Reason("new", "New", 1, NEW.replace("LIMIT 20", "LIMIT 2")))
    machine = factories.make_llm_annotator(bob.organization)
    first, second, *_ = [factories.make_annotation(item, machine) for item in task.items.order_by("position")]

    assert {first.pk, second.pk} < set(found(bob, auditor, why="new"))
    assert len(seen(bob, auditor, why="new")) == 4  # of two machines


def test_twenty_answers_are_the_first():
    assert "LIMIT 20" in NEW


def test_own_answer_of_an_auditor_is_no_other_opinion_and_no_confidence_is_no_low_one(bob, auditor, said, task):
    factories.make_annotation(said[0].item, auditor, {"verdict": "wrong"}, origin="audit")
    factories.make_annotation(task.items.first(), factories.make_llm_annotator(bob.organization))

    assert found(bob, auditor, why="differs") == []
    assert seen(bob, auditor, why="unsure") == [said[3].pk]


def test_new_reason_is_in_queue_and_filter(bob, auditor, said, monkeypatch):
    critic = reasons.Reason("critic", "The critic doubts it", 9, f"SELECT id FROM base WHERE id = {said[0].pk}")
    monkeypatch.setitem(reasons.REASONS, "critic", critic)
    monkeypatch.setitem(reasons.WHY, "critic", critic.title)

    assert found(bob, auditor)[0] == said[0].pk
    assert found(bob, auditor, why="critic") == [said[0].pk]


def test_key_of_a_reason_is_given_once():
    with pytest.raises(ValueError, match="registered already"):
        reasons.register(reasons.Reason("missing", "Again", 1, "SELECT 0 AS id"))


def test_answer_waits_until_somebody_has_audited_all_of_it(bob, auditor, said):
    other = factories.make_annotator(bob)
    accept(said[1], auditor)

    assert said[1].pk not in found(bob, other) and said[1].pk not in seen(bob, auditor)
    assert said[1].pk in seen(bob, other, state="mine") and said[1].pk not in seen(bob, auditor, state="mine")
    assert seen(bob, other, state="audited") == [said[1].pk]


def test_drawn_answer_is_in_the_queue_for_that_reason_only_until_the_auditor_has_answered(bob, auditor, said):
    for annotation in (said[0], said[1]):
        draw(annotation)

    assert [(pick.pk, reasons_of(pick), pick.hidden) for pick in picks(bob, auditor, why="sample")] == [
        (said[0].pk, ("sample",), True),
        (said[1].pk, ("sample",), True),
    ]
    assert seen(bob, auditor, why="missing") == []

    factories.make_annotation(said[1].item, auditor, origin="audit")

    (pick,) = viewed(bob, auditor, why="missing")
    assert reasons_of(pick) == ("missing", "sample") and not pick.hidden


@pytest.mark.usefixtures("differing_person")
def test_picks_of_a_blind_task_tell_no_more_than_that_there_is_a_reason(bob, auditor, said):
    factories.make_evidence(said[3].judgements.get(), "never said either", **MISSING)
    AnnotationTask.objects.update(audit_risk_mode="blind_first")

    assert found(bob, auditor) == [said[1].pk, said[2].pk, said[3].pk]  # as they were made, whatever weighs more
    assert seen(bob, auditor, why="missing") == []
    words = [str(title) for title in reasons.titles(reasons_of(viewed(bob, auditor)[0]), hidden=True)]
    assert words == ["Selected manually"]


@pytest.mark.usefixtures("differing_person")
def test_overrides_of_others_are_not_found_while_the_answer_is_hidden(bob, auditor, said):
    other = factories.make_annotator(bob)
    decision = Decision("override", value="wrong", reason_code="wrong_value")
    audits.decide(annotation=said[3], decisions={"verdict": decision}, auditor=other, task=said[3].task)
    assert found(bob, auditor, why="any", state="overridden") == [said[3].pk]

    AnnotationTask.objects.update(audit_risk_mode="blind_first")

    assert found(bob, auditor, why="any", state="overridden") == []


def test_unfinished_is_what_the_auditor_has_begun(bob, auditor, said):
    factories.make_annotation(said[2].item, auditor, origin="audit")
    accept(said[1], auditor)

    assert found(bob, auditor, why="any", state="unfinished") == [said[2].pk]
    assert found(bob, factories.make_annotator(bob), why="any", state="unfinished") == []


def test_next_goes_on_from_here_then_from_the_top_and_is_in_nobodys_hands(bob, auditor, said):
    missing, unsure = said[1], said[3]

    assert next_id(picks(bob, auditor), missing, auditor) == unsure.pk
    assert next_id(viewed(bob, auditor), unsure, auditor) == missing.pk
    assert next_id(viewed(bob, auditor, why="missing"), missing, auditor) is None
    leases.take(annotation=unsure, auditor=factories.make_annotator(bob))
    assert next_id(viewed(bob, auditor), missing, auditor) is None


def test_people_and_other_organizations_are_not_audited(bob, auditor, alice, mallory, said):
    factories.make_annotation(said[0].item, factories.make_annotator(alice))

    assert set(found(bob, auditor, why="any", state="all")) == {row.pk for row in said}
    assert not viewed(mallory, factories.make_annotator(mallory), why="any", state="all").exists()
