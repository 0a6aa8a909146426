"""Home: what each role sees, what an empty organization says, and what it costs."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotations.agreement.actions import snapshots
from annotations.models import AgreementSnapshot, Annotation
from reviews.engine.limits.actions import spending
from reviews.engine.requests.actions import next_stages
from reviews.models import Budget, EvaluationRun
from tests import factories
from tests.annotations.panel import answer_all, make_panel
from tests.experiments.studies_world import make_study
from tests.kept_people import acme
from tests.reviews import costs_world
from tests.reviews.costs_world import REAL, make_audit, make_call, make_runs
from tests.reviews.machine import make_run
from tests.undrawn import undrawn

__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def task(acme):
    task = make_panel(acme, rows=6, name="Are they right?")
    answer_all(task)
    snapshots.compute(task=task)
    return task


def page(client_of, acme, role):
    response = client_of(factories.make_member(acme, role=role)).get("/")
    assert response.status_code == 200
    return response.content.decode()


def context_of(client):
    with undrawn():
        return client.get("/").context


def rows(context, which):
    return [(row.title, row.verb) for row in context[which].shown]


def test_each_role_sees_its_part(task, acme, client_of):
    for role in ("annotator", "reviewer", "admin", "viewer"):
        html, is_annotator = page(client_of, acme, role), role == "annotator"

        found = ("My work" in html, "Active tasks" in html, "Trends" in html, "alpha" in html)
        assert found == (is_annotator, not is_annotator, not is_annotator, not is_annotator), role


def test_empty_organization_says_what_to_do(rival, client_of):
    said = {
        "admin": "What do you want to do?",
        "reviewer": "Nothing to do",
        "annotator": "Nothing to annotate yet",
        "viewer": "Nothing to do",
    }

    for role, words in said.items():
        assert words in page(client_of, rival, role), role


def test_nothing_waits_is_one_sentence(task, vera, client_of):
    html = client_of(vera).get("/").content.decode()

    assert "Nothing is waiting for you." in html and "Nothing needs attention." in html


def test_what_waits_has_one_verb_each(task, acme, rita, client_of):
    for question in task.schema_version.questions.all():
        AgreementSnapshot.objects.filter(question=question).update(value=0.9)
    item = task.items.first()
    factories.make_annotation(item, factories.make_llm_annotator(acme), {})

    titles = rows(context_of(client_of(rita)), "waiting")

    assert titles[-1] == ("Annotate “Are they right?”", "Start")
    assert all(title.startswith("Adjudicate ") and verb == "Adjudicate" for title, verb in titles[:-1])


def test_what_burns_comes_worst_first(task, acme, bob, client_of):
    AgreementSnapshot.objects.filter(metric="krippendorff_alpha", scope="people").update(
        value=0.4, low=0.2, high=0.6, reason=""
    )
    (run,) = make_runs(acme, REAL)
    make_call(run, 0, f"{timezone.now():%m-%d}", is_valid=False)
    EvaluationRun.objects.filter(pk=run.pk).update(status="failed", finished_at=timezone.now(), name="Fast on support")
    Budget.objects.create(organization=acme, monthly_usd=Decimal(10))
    spending.add_to_month(acme.pk, spending.month_of(timezone.now()), spent_usd=Decimal(11))

    found = rows(context_of(client_of(bob)), "attention")

    assert [verb for _title, verb in found[:2]] == ["Open run", "Limits"] and found[2][1] == "Compare"
    assert found[0][0].startswith("Fast on support: Failed") and found[1][0].startswith("The budget of $10.00 for ")
    assert found[2][0] == "Agreement is 0.40, at least 0.20: low agreement"


def test_trends_say_value_interval_and_count_or_why_there_is_none(task, acme, rita, bob, client_of, monkeypatch):
    monkeypatch.setattr(costs_world, "moment", lambda day: timezone.now() - timedelta(weeks=1))
    (run,) = make_runs(acme, REAL)
    make_audit(make_call(run, 0, "", usd="0.25"), factories.make_annotator(rita), "", is_right=False)

    trends = {trend.title: trend for trend in context_of(client_of(bob))["trends"]}

    assert (trends["Spend"].value, trends["Spend"].unit, trends["Spend"].note) == (
        "$0",
        "this week",
        "last week: $0.25",
    )
    few = trends["Model error rate in audits"]
    assert (few.value, few.note) == ("", "1 blind audit; shown from 10 on.")
    assert int(trends["Answers by people"].value) == Annotation.objects.by_people().count()


def test_trends_without_models_say_why(task, bob, client_of):
    trends = {trend.title: trend for trend in context_of(client_of(bob))["trends"]}

    assert trends["Spend"].note == "Not defined: no model was called in the last 12 weeks."
    assert trends["Spend"].chart is None and trends["Spend"].value == ""


def test_simulated_calls_are_no_spend(task, acme, bob, client_of, monkeypatch):
    monkeypatch.setattr(costs_world, "moment", lambda day: timezone.now())
    (run,) = make_runs(acme, {})
    make_call(run, 0, "", usd=None)

    trends = {trend.title: trend for trend in context_of(client_of(bob))["trends"]}

    assert trends["Spend"].note == "$0 (simulated), calls: 1"


def test_forecast_is_at_the_pace_of_the_last_days(task, bob, client_of):
    client = client_of(bob)
    (row,) = context_of(client)["tasks"]
    assert row.done_on is None and row.people and row.question
    answers = Annotation.objects.current().by_people().filter(task=task)
    for days, pk in enumerate(answers.values_list("pk", flat=True)[:2], start=1):
        answers.filter(pk=pk).update(submitted_at=timezone.now() - timedelta(days=days))

    (row,) = context_of(client)["tasks"]

    missing = 6 * task.required_annotations_per_item
    assert row.done_on == timezone.localdate() + timedelta(days=missing)  # one a day, from tomorrow on


def test_nothing_of_others_is_shown(task, mallory, client_of):
    assert "Are they right?" not in client_of(mallory).get("/").content.decode()


def test_many_tasks_cost_as_many_queries_as_one(task, bob, client_of):
    client = client_of(bob)
    client.get("/")
    with CaptureQueriesContext(connection) as one:
        client.get("/")
    for number in range(5):
        factories.make_task(task.dataset_version, name=f"Another {number}")

    with CaptureQueriesContext(connection) as six:
        client.get("/")

    assert len(six) == len(one) <= 43


def test_run_of_a_study_is_named_while_it_asks(bob, client_of):
    study = make_study(bob, name="How hard is it?")
    next_stages.fill(study.run.stages.first())

    html = client_of(bob).get("/").content.decode()

    assert f'href="/runs/{study.run.pk}/"' in html and "How hard is it?" in html


def test_run_that_waits_for_its_provider_does_not_run(bob, client_of):
    run = make_run(bob)
    EvaluationRun.objects.filter(pk=run.pk).update(status="held")

    page = client_of(bob).get("/").content.decode()

    assert "Waiting for the provider" in page and "Running<" not in page.partition('id="now"')[2]
