"""How fast auditors decide: medians, shares, and when a signal is due."""

import pytest

from reviews.audits.actions import decision_speed
from reviews.models import Audit
from tests import factories


@pytest.fixture
def judgements(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=20))
    machine = factories.make_llm_annotator(acme)
    return [factories.make_annotation(item, machine).judgements.get() for item in task.items.all()]


def audited(judgements, auditor, times, verdict="accept"):
    for judgement, ms in zip(judgements, times, strict=False):
        Audit.objects.create(judgement=judgement, auditor=auditor, verdict=verdict, ms_to_decide=ms)


def test_share_and_median(acme, rita, judgements):
    auditor = factories.make_annotator(rita)
    audited(judgements[:3], auditor, [1000, 3000, 5000])
    audited(judgements[3:4], auditor, [None], verdict="cannot_judge")

    (pace,) = decision_speed.paces(acme)

    assert (pace.name, pace.decisions, pace.accept_share, pace.timed) == (auditor.name, 4, 0.75, 3)
    assert (pace.median_ms, pace.median_seconds, pace.is_fast) == (3000, 3.0, False)


def test_signal_takes_twenty_timed_decisions_and_less_than_a_second(acme, rita, judgements):
    for count, ms, is_fast in [(20, 999, True), (20, 1000, False), (19, 10, False), (20, None, False)]:
        Audit.objects.all().delete()
        audited(judgements, factories.make_annotator(rita), [ms] * count)

        (pace,) = decision_speed.paces(acme)

        assert (pace.is_fast, pace.median_ms) == (is_fast, ms), (count, ms)


def test_each_auditor_of_the_organization_only(acme, rita, bob, mallory, judgements):
    audited(judgements[:1], factories.make_annotator(rita), [10])
    audited(judgements[:2], factories.make_annotator(bob), [10, 10])

    assert [pace.decisions for pace in decision_speed.paces(acme)] == [2, 1]
    assert [pace.decisions for pace in decision_speed.paces(acme, auditor=factories.make_annotator(rita))] == [1]
    assert decision_speed.paces(mallory.organization) == []
