"""Taking a decision back: what is in force again, and what may not be taken back."""

import pytest

from annotations.consensus.actions import adjudication, adjudication_queue, adjudication_undo
from annotations.models import AdjudicationRequest, AnnotationEvent, GroundTruth
from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import Conflict
from tests.annotations.disputed import DECIDED, decide, item_of, make_disputed


@pytest.fixture
def task(acme):
    return make_disputed(acme)


def current(task):
    rows = GroundTruth.objects.current().filter(item__task=task)
    return {row.question.key: (row.value, row.source, row.version) for row in rows.select_related("question")}


def undo(task, member):
    return adjudication_undo.undo(item=item_of(task), by=member)


def test_consensus_is_in_force_again_and_the_item_waits(task, rita):
    before = current(task)
    differing = adjudication_queue.Filters(state="differing")
    decide(task, rita)
    assert adjudication_queue.count(task=task, filters=differing) == 0

    taken = undo(task, rita)

    assert current(task) == before and adjudication_queue.count(task=task, filters=differing) == 1
    assert {key: row.value for key, row in taken.items()} == DECIDED
    assert GroundTruth.objects.filter(source="adjudicated", is_current=False).count() == 3
    assert AnnotationEvent.objects.filter(task=task, verb="adjudication_undone").count() == 1
    assert AuditEvent.objects.get(verb="adjudication.undone").actor == rita.user


def test_only_the_newest_decision_is_taken_back(task, rita):
    decide(task, rita)
    first = current(task)
    decide(task, rita, values=DECIDED | {"verdict": "correct"}, confirmation="1")

    undo(task, rita)

    assert current(task) == first


def test_request_that_was_closed_is_open_again(task, rita):
    adjudication.request(item=item_of(task), reason="Odd.", by=rita.user)
    decide(task, rita)

    undo(task, rita)

    assert AdjudicationRequest.objects.get().closed_at is None


def test_new_request_stays_the_only_open_one(task, rita):
    adjudication.request(item=item_of(task), reason="Odd.", by=rita.user)
    decide(task, rita)
    adjudication.request(item=item_of(task), reason="Odder.", by=rita.user)

    undo(task, rita)

    assert AdjudicationRequest.objects.get(closed_at=None).reason == "Odder."


def test_others_decisions_and_none_are_a_conflict(task, rita, bob):
    for prepare in (lambda: None, lambda: decide(task, bob)):
        prepare()
        with pytest.raises(Conflict) as refused:
            undo(task, rita)
        assert refused.value.code == "nothing_to_undo"


def test_decision_can_be_published_again(task, rita):
    decide(task, rita)
    undo(task, rita)

    decide(task, rita, values=DECIDED | {"verdict": "correct"})

    assert current(task)["verdict"] == ("correct", "adjudicated", 3)


def test_last_decided_is_the_own_newest_one_in_force(acme, rita, bob):
    task = make_disputed(acme)
    assert adjudication_undo.last_decided(task=task, by=rita) is None
    decide(task, rita)

    assert adjudication_undo.last_decided(task=task, by=rita) == item_of(task)
    assert adjudication_undo.last_decided(task=task, by=bob) is None
    undo(task, rita)
    assert adjudication_undo.last_decided(task=task, by=rita) is None
