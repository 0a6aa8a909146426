"""Totals of days: the same figures as from the ledger, up to the days that are open, and made anew when it changes."""

from datetime import UTC, date, datetime

import pytest
from django.db import connection

from evalhub.accounts.models import Organization
from reviews.costs.actions import daily_totals, figures, ledger
from reviews.costs.models import DailyTotal, DailyTotalMark
from reviews.costs.tasks import totals_due
from reviews.engine.runs.actions import controls
from reviews.models import LLMAttempt, LLMRequest
from tests.reviews.costs_world import REAL, ask, make_call, make_runs, moment
from tests.reviews.kept import kept, people
from tests.statements import at_most

NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)
CAREFUL = {"model": "anthropic/claude-sonnet-4", "name": "Careful judge", "simulated": False}
QUESTIONS = ({}, {"by": "task"}, {"step": "day"}, {"source": "simulated"}, {"model": REAL["model"]}, {"period": "12m"})


def world():
    """`runs` are three with calls of several days, some of them failed, without price, or without latency."""
    made = people()
    made.runs = make_runs(made.acme, REAL, CAREFUL, {})
    for number, day in enumerate(("09-08", "09-08", "10-30", "11-20", "11-24", "11-25")):
        for place, run in enumerate(made.runs):
            usd = None if place == 2 or number == 3 else "0.01"
            is_valid = number % 3 > 0 or place == 0
            make_call(run, number, day, usd=usd, ms=None if number == 2 else 500 + 700 * number, is_valid=is_valid)
    return made


acme, bob, runs = map(kept, ("acme", "bob", "runs"))


def close():
    found = Organization.objects.all()
    return sum(daily_totals.close_days(organization=each, now=NOW) for each in found)


def shown(acme):
    return [figures.read(acme, ask(**query)) for query in QUESTIONS]


def test_figures_are_the_same_before_and_after_days_are_closed(acme, runs):
    before = shown(acme)

    closed = close()

    assert closed == (date(2026, 11, 25) - date(2026, 9, 8)).days
    assert DailyTotal.objects.filter(day=date(2026, 11, 20)).exists() and close() == 0
    assert not DailyTotal.objects.filter(day__gte=date(2026, 11, 25)).exists()
    assert shown(acme) == before and any(found.total.calls.n for found in before)


def test_figures_are_those_of_the_rows(acme, runs):
    close()

    total = figures.read(acme, ask(source="real")).total

    calls = LLMAttempt.objects.filter(request__run__organization=acme, simulated=False)
    requests = LLMRequest.objects.filter(run__organization=acme, tries__simulated=False)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(cost_usd)::float, percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY latency_ms)"
            " FROM reviews_llmattempt WHERE NOT simulated"
        )
        usd, (p50, p95) = cursor.fetchone()
    assert (total.calls.n, total.calls.cost_usd) == (calls.count(), pytest.approx(usd))
    assert (total.calls.p50_seconds, total.calls.p95_seconds) == pytest.approx((p50 / 1000, p95 / 1000), rel=0.006)
    assert total.failures.n == requests.count()
    assert total.failures.value == requests.filter(state="failed").count() / requests.count()
    assert total.items == total.labels == requests.filter(state="done").count()


def test_a_retried_request_is_taken_out_of_its_day(acme, runs, bob):
    close()
    failed = LLMRequest.objects.filter(run=runs[1], state="failed").order_by("finished_at")
    n = figures.read(acme, ask()).total.failures.n

    controls.retry_request(request=failed.first(), by=bob.user)
    assert figures.read(acme, ask()).total.failures.n == n - 1

    controls.retry_failed(run=runs[1], by=bob.user)
    found = figures.read(acme, ask())
    daily_totals.rebuild(organization=acme, now=NOW)
    assert figures.read(acme, ask()) == found and found.total.failures.value == 0


def test_a_day_with_a_call_on_its_way_stays_open(acme, runs):
    sent = LLMAttempt.objects.create(request=LLMRequest.objects.first(), number=2, status="sent")
    LLMAttempt.objects.filter(pk=sent.pk).update(started_at=moment("10-10"))

    close()

    assert DailyTotalMark.objects.get(organization=acme).until == date(2026, 10, 10)
    LLMAttempt.objects.filter(status="sent").update(status="lost")
    assert close() == (date(2026, 11, 25) - date(2026, 10, 10)).days


def test_each_organization_has_its_own(acme, rival, runs):
    make_call(*make_runs(rival, REAL), 0, "11-18")
    close()

    assert set(DailyTotal.objects.filter(organization=rival).values_list("calls", flat=True)) == {1}
    assert figures.read(rival, ask()).total.calls.n == 1


def test_the_last_day_stays_open_for_an_hour_after_its_end(acme, runs):
    daily_totals.close_days(organization=acme, now=datetime(2026, 11, 25, 0, 30, tzinfo=UTC))

    assert DailyTotalMark.objects.get(organization=acme).until == date(2026, 11, 24)


def test_nothing_to_count_is_no_work(rival):
    totals_due()

    assert not DailyTotalMark.objects.filter(organization=rival).exists()


def test_reading_takes_two_statements_however_many_days_are_closed(acme, runs):
    for _ in range(2):
        with at_most(2):
            assert ledger.totals_of(acme, ask(source="real")).all.calls == 12
        close()
