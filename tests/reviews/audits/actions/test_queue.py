"""Which machine annotations wait for an auditor, why each deserves a look, and in which order they come."""

import pytest

from annotations.models import AnnotationTask
from reviews.audits.actions import decisions as audits
from reviews.audits.actions import leases, queue, reasons
from reviews.audits.actions.decisions import Decision
from reviews.models import AuditSample
from tests import factories
from tests.reviews.listing import list_all
from tests.statements import at_most

MISSING = {"match": "missing", "start": None, "end": None, "score": None}


@pytest.fixture
def task(bob):
    return factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=4))


@pytest.fixture
def auditor(rita):
    return factories.make_annotator(rita)


@pytest.fixture
def said(bob, task, monkeypatch):
    """Four answers of a known machine: plain, with an invented quote, unlike a person's, and unsure."""
    monkeypatch.setitem(reasons.REASONS, "new", reasons.Reason("new", "New", 1, "SELECT 0 AS id"))
    machine = factories.make_llm_annotator(bob.organization)
    plain, invented, differing, unsure = (
        factories.make_annotation(item, machine, {"verdict": "correct"}, confidence=confidence)
        for item, confidence in zip(task.items.order_by("position"), [0.9, 0.9, 0.9, 0.4], strict=True)
    )
    factories.make_evidence(invented.judgements.get(), "never said", **MISSING)
    return plain, invented, differing, unsure


@pytest.fixture
def differing_person(said, alice):
    factories.make_annotation(said[2].item, factories.make_annotator(alice), {"verdict": "wrong"})
    factories.make_annotation(said[0].item, factories.make_annotator(alice), {"verdict": "correct"})


def machines(member):
    """What is listed once a sweep has seen everything."""
    list_all()
    return queue.listed(member.organization)


def found(member, auditor, **chosen):
    return [pick.annotation_id for pick in queue.page(machines(member), auditor=auditor, **chosen).picks]


def draw(annotation, probability=0.1):
    return AuditSample.objects.create(task=annotation.task, annotation=annotation, inclusion_probability=probability)


def accept(annotation, auditor):
    decisions = {"verdict": Decision("accept", without_quote=True)}
    return audits.decide(annotation=annotation, decisions=decisions, auditor=auditor, task=annotation.task)


@pytest.mark.usefixtures("differing_person")
def test_filter_by_reason(bob, auditor, said):
    for why, place in [("missing", 1), ("differs", 2), ("unsure", 3)]:
        assert found(bob, auditor, why=why) == [said[place].pk]
        assert queue.count(machines(bob), auditor=auditor, why=why) == 1


@pytest.mark.usefixtures("differing_person")
def test_heaviest_reason_comes_first_and_reasons_add_up(bob, auditor, said):
    assert found(bob, auditor) == [said[1].pk, said[2].pk, said[3].pk]

    factories.make_evidence(said[3].judgements.get(), "never said either", **MISSING)

    page = queue.page(machines(bob), auditor=auditor)
    assert [pick.annotation_id for pick in page.picks] == [said[3].pk, said[1].pk, said[2].pk]
    assert page.picks[0].why == ("missing", "unsure") and page.total == 3


def test_answers_without_a_reason_are_only_in_the_list_of_all(bob, auditor, said):
    assert said[0].pk not in found(bob, auditor)
    assert set(found(bob, auditor, why=queue.ALL)) == {row.pk for row in said}


def test_first_answers_of_an_annotator_deserve_a_look(bob, auditor, task, monkeypatch):
    few = reasons.REASONS["new"].sql.replace("LIMIT 20", "LIMIT 2")
    monkeypatch.setitem(reasons.REASONS, "new", reasons.Reason("new", "New", 1, few))
    machine = factories.make_llm_annotator(bob.organization)
    first, second, *_ = [factories.make_annotation(item, machine) for item in task.items.order_by("position")]

    assert found(bob, auditor, why="new") == [first.pk, second.pk]


def test_twenty_answers_are_the_first():
    assert "LIMIT 20" in reasons.REASONS["new"].sql


def test_confidence_that_was_not_given_is_no_low_one(bob, auditor, said, task):
    factories.make_annotation(task.items.first(), factories.make_llm_annotator(bob.organization))

    assert found(bob, auditor, why="unsure") == [said[3].pk]


def test_an_auditors_own_answer_is_no_other_opinion(bob, rita, auditor, said):
    factories.make_annotation(said[0].item, auditor, {"verdict": "wrong"}, origin="audit")

    assert found(bob, auditor, why="differs") == []


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

    assert said[1].pk not in found(bob, other) and said[1].pk not in found(bob, auditor)
    assert said[1].pk in found(bob, other, state="mine") and said[1].pk not in found(bob, auditor, state="mine")
    assert found(bob, other, state="audited") == [said[1].pk]


def test_drawn_answer_is_in_the_queue_for_that_reason_only(bob, auditor, said):
    for annotation in (said[0], said[1]):
        draw(annotation)

    page = queue.page(machines(bob), auditor=auditor, why="sample")

    assert [(pick.annotation_id, pick.why, pick.hidden) for pick in page.picks] == [
        (said[0].pk, ("sample",), True),
        (said[1].pk, ("sample",), True),
    ]
    assert found(bob, auditor, why="missing") == []


def test_drawn_answer_tells_its_reasons_once_the_auditor_has_answered(bob, auditor, said):
    draw(said[1])

    factories.make_annotation(said[1].item, auditor, origin="audit")

    (pick,) = queue.page(machines(bob), auditor=auditor, why="missing").picks
    assert pick.why == ("missing", "sample") and not pick.hidden


def test_picks_of_a_blind_task_are_not_found_by_their_reasons(bob, auditor, said):
    AnnotationTask.objects.update(audit_risk_mode="blind_first")

    assert found(bob, auditor, why="missing") == []
    page = queue.page(machines(bob), auditor=auditor)
    words = [str(title) for title in reasons.titles(page.picks[0].why, hidden=page.picks[0].hidden)]
    assert words == ["Selected manually"]


def test_pages_by_place_meet_everything_once_in_both_directions(bob, auditor, said):
    first = queue.page(machines(bob), auditor=auditor, why="any", size=3)
    second = queue.page(machines(bob), auditor=auditor, why="any", size=3, below=first.picks[-1].place)
    back = queue.page(machines(bob), auditor=auditor, why="any", size=3, above=second.picks[0].place)

    assert {pick.annotation_id for pick in first.picks + second.picks} == {row.pk for row in said}
    assert back.picks == first.picks and second.total == 4
    assert (first.more_above, first.more_below) == (False, True)
    assert (second.more_above, second.more_below) == (True, False)
    assert (back.more_above, back.more_below) == (False, True)


def test_next_goes_on_from_here_then_from_the_top(bob, auditor, said):
    missing, unsure = said[1], said[3]

    assert queue.next_pick(machines(bob), after=missing, auditor=auditor).annotation_id == unsure.pk
    assert queue.next_pick(machines(bob), after=unsure, auditor=auditor).annotation_id == missing.pk
    assert queue.next_pick(machines(bob), after=missing, auditor=auditor, why="missing") is None


def test_next_is_never_in_another_auditors_hands(bob, auditor, said):
    leases.take(annotation=said[3], auditor=factories.make_annotator(bob))

    assert queue.next_pick(machines(bob), after=said[1], auditor=auditor) is None


def test_people_and_other_organizations_are_not_audited(bob, alice, mallory, said):
    factories.make_annotation(said[0].item, factories.make_annotator(alice))

    assert {row.pk for row in machines(bob)} == {row.pk for row in said}
    assert not machines(mallory).exists()


def test_queue_is_two_statements(bob, auditor, said):
    listed = machines(bob)

    with at_most(2):
        queue.page(listed, auditor=auditor)
