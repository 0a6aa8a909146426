"""Which machine annotations wait for an auditor, and why each deserves a look."""

import pytest

from reviews.actions import audit_queue, audits
from reviews.actions.audits import Decision
from tests import factories


@pytest.fixture
def task(bob):
    return factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=4))


@pytest.fixture
def said(bob, task):
    """Four answers of a machine: plain, with an invented quote, unlike a person's, and unsure."""
    machine = factories.make_llm_annotator(bob.organization)
    plain, invented, differing, unsure = (
        factories.make_annotation(item, machine, {"verdict": "correct"}, confidence=confidence)
        for item, confidence in zip(task.items.order_by("position"), [0.9, 0.9, 0.9, 0.4], strict=True)
    )
    quote = {"match": "missing", "start": None, "end": None, "score": None}
    factories.make_evidence(invented.judgements.get(), "never said", **quote)
    return plain, invented, differing, unsure


@pytest.fixture
def differing_person(said, alice):
    factories.make_annotation(said[2].item, factories.make_annotator(alice), {"verdict": "wrong"})
    factories.make_annotation(said[0].item, factories.make_annotator(alice), {"verdict": "correct"})


@pytest.mark.usefixtures("differing_person")
@pytest.mark.parametrize("why, place", [("missing", 1), ("differs", 2), ("unsure", 3)])
def test_filter_by_reason(bob, said, why, place):
    found = audit_queue.filtered(audit_queue.machine_annotations(bob.organization), why=why, state="all")

    assert list(found) == [said[place]]


@pytest.mark.usefixtures("differing_person")
def test_reasons_in_words(bob, said):
    found = audit_queue.with_reasons(audit_queue.machine_annotations(bob.organization)).order_by("pk")

    assert [audit_queue.reasons(row) for row in found] == [
        [], ["Quote not found"], ["Differs from people"], ["Low confidence"],
    ]


def test_confidence_that_was_not_given_is_no_low_one(bob, task):
    machine = factories.make_llm_annotator(bob.organization)
    factories.make_annotation(task.items.first(), machine)

    (row,) = audit_queue.with_reasons(audit_queue.machine_annotations(bob.organization))

    assert row.lowest is None and audit_queue.reasons(row) == []


def test_answer_is_open_until_this_auditor_has_said_something(bob, rita, said):
    auditor, other = factories.make_annotator(rita), factories.make_annotator(bob)
    audits.decide(annotation=said[0], decisions={"verdict": Decision("accept")}, auditor=auditor, task=said[0].task)
    machines = audit_queue.machine_annotations(bob.organization)

    assert said[0] not in audit_queue.filtered(machines, state="open", auditor=auditor)
    assert said[0] in audit_queue.filtered(machines, state="open", auditor=other)
    assert list(audit_queue.filtered(machines, state="audited", auditor=other)) == [said[0]]


def test_people_and_other_organizations_are_not_audited(bob, alice, mallory, said):
    factories.make_annotation(said[0].item, factories.make_annotator(alice))

    assert set(audit_queue.machine_annotations(bob.organization)) == set(said)
    assert not audit_queue.machine_annotations(mallory.organization).exists()


def test_count_stops_at_a_limit(bob, said, monkeypatch):
    monkeypatch.setattr(audit_queue, "MOST_COUNTED", 2)

    assert audit_queue.count(audit_queue.machine_annotations(bob.organization)) == 3
