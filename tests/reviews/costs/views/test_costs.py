"""The page of costs and quality: findings, what is undefined and why, and what is never mixed."""

import datetime
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from reviews.engine.limits.actions import spending
from reviews.models import Budget
from tests import factories
from tests.reviews.costs_world import REAL, make_audit, make_call, make_runs

pytestmark = pytest.mark.django_db
KEYS = ["spend", "label-cost", "quality", "latency", "failures", "agreement", "audit-errors"]


def day(weeks_ago):
    return f"{timezone.now() - datetime.timedelta(weeks=weeks_ago):%m-%d}"


@pytest.fixture(autouse=True)
def in_the_year_of_the_world(monkeypatch):
    """`moment` of the world takes the year from here, so that weeks ago are weeks ago."""
    monkeypatch.setattr(
        "tests.reviews.costs_world.moment",
        lambda day: datetime.datetime.fromisoformat(
            day if len(day) > 5 else f"{timezone.now().year}-{day}T00:00+00:00"
        ),
    )


@pytest.fixture
def costly(acme, rita):
    """Calls and audits in whole weeks, as many as findings need."""
    (run,) = make_runs(acme, REAL, rows=24)
    auditor = factories.make_annotator(rita)
    for number in range(24):
        when = f"{timezone.now() - datetime.timedelta(weeks=1 + number % 2):%Y-%m-%dT%H:%M:%S+00:00}"
        make_audit(
            make_call(run, number, when, usd="0.04" if number % 2 else "0.08"), auditor, when, is_right=number > 2
        )
    return run


def page(client, query=""):
    response = client.get(f"/costs/{query}")
    assert response.status_code == 200
    return response


def test_charts_say_their_finding_and_lead_to_their_rows(costly, bob, mallory, client_of):
    client = client_of(bob)
    response = page(client)

    found = {each.chart.anchor: each.chart for each in response.context["panels"] if each.chart}
    html = response.content.decode()
    assert [key for key in KEYS if key in found] == [key for key in KEYS if key != "agreement"]
    assert found["spend"].finding == "Spend rose from $0.48 to $0.96 a week"
    assert found["latency"].finding == "Half of the calls answer within 1.0 s, 95 % within 1.0 s"
    assert found["audit-errors"].finding == "Audits find errors in 12.5 % of model answers"
    assert found["label-cost"].finding == "An accepted label costs $0.0686"
    assert f'href="{found["failures"].items_href.replace("&", "&amp;")}"' in html and "state=failed" in html
    assert all(f'id="{key}"' in html and f'href="#{key}"' in html for key in found)
    assert "Not defined: no question has items that two people labeled" in html
    narrowed = page(client, f"?model=openai%2Fgpt-5-mini&task={costly.task_id}&by=task").content.decode()
    assert f"by=task&amp;source=real&amp;model=openai%2Fgpt-5-mini&amp;task={costly.task_id}" in narrowed
    assert narrowed.count("Remove filter") == 2
    assert client_of(mallory).get(f"/costs/?task={costly.task_id}").status_code == 404


def test_nothing_yet_says_why_in_place_of_every_chart(acme, bob, client_of):
    client = client_of(bob)
    response = page(client)

    assert [each.chart for each in response.context["panels"]] == [None] * len(KEYS)
    assert all(each.reason.startswith("Not defined: ") for each in response.context["panels"])
    assert "No budget is set." in response.content.decode()
    for query in ("?period=ever", "?step=day&period=12m", "?task=7"):
        assert client.get(f"/costs/{query}").status_code == 400, query
    Budget.objects.create(organization=acme, monthly_usd=Decimal(40))
    spending.add_to_month(acme.pk, spending.month_of(timezone.now()), spent_usd=Decimal("12.5"))
    html = page(client).content.decode()
    assert "$12.50" in html and "of $40.00" in html and 'max="40.000000"' in html


def test_simulated_calls_alone_are_named_so_at_example_prices(acme, bob, client_of):
    (run,) = make_runs(acme, {})
    make_call(run, 0, f"{timezone.now():%Y-%m-%dT%H:%M:%S+00:00}", usd=None, prompt_tokens=10_000, completion_tokens=0)

    html = page(client_of(bob)).content.decode()

    assert "Simulated only: no provider was called yet" in html
    assert "$0.01 spent (simulated, at example prices)" in html and "$0 <small>simulated</small>" in html


def test_few_audits_give_no_finding(acme, rita, bob, client_of):
    (run,) = make_runs(acme, REAL)
    when = f"{timezone.now():%Y-%m-%dT%H:%M:%S+00:00}"
    make_audit(make_call(run, 0, when), factories.make_annotator(rita), when, is_right=False)

    found = {each.chart.anchor: each.chart.finding for each in page(client_of(bob)).context["panels"] if each.chart}

    assert found["audit-errors"] == "Errors in audits: 1 so far, too few for a finding"
    assert found["quality"] == "Quality against cost: too few audits for a finding"


def test_many_calls_take_as_many_statements_as_none(acme, bob, client_of):
    client = client_of(bob)
    page(client)
    with CaptureQueriesContext(connection) as none:
        page(client)
    (run,) = make_runs(acme, REAL)
    for number in range(4):
        make_call(run, number, f"{timezone.now():%Y-%m-%dT%H:%M:%S+00:00}")

    with CaptureQueriesContext(connection) as four:
        page(client)

    assert len(four) == len(none) <= 24
