"""Decisions of two adjudicators and merges at once, on real connections."""

import pytest

from annotations.agreement.actions.label_queries import panel_of
from annotations.consensus.actions import adjudication, ground_truth
from annotations.models import Annotation, GroundTruth
from tests.annotations.disputed import decide, make_disputed, sheet_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_only_one_of_two_at_once_publishes(acme, rita, bob, together):
    task = make_disputed(acme)
    opened = [(member, sheet_of(task, member).seen) for member in (rita, bob)]

    results = together(*[lambda member=member, seen=seen: decide(task, member, seen=seen) for member, seen in opened])

    assert sorted(type(result).__name__ for result in results) == ["Conflict", "Published"]
    assert GroundTruth.objects.filter(item__task=task, question__key="verdict", source="adjudicated").count() == 1


def test_decision_stands_whatever_consensus_is_written_at_the_same_time(acme, rita, together):
    task = make_disputed(acme)
    Annotation.objects.filter(task=task, judgements__value="correct").update(withdrawn_at="2026-01-01T00:00Z")
    seen, panel = sheet_of(task, rita).seen, panel_of(task)

    results = together(
        lambda: decide(task, rita, seen=seen), *[lambda: ground_truth.refresh(task=task, panel=panel)] * 2
    )

    assert isinstance(results[0], adjudication.Published) and results[1:] == [None, None]
    stands = GroundTruth.objects.get(item__task=task, question__key="verdict", is_current=True)
    assert (stands.value, stands.source) == ("wrong", "adjudicated")
