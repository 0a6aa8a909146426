"""A judge of forms is one file: docs/adding-a-judge.md, walked from the form and the API to the annotation."""

import pytest
from django.urls import reverse

from annotations.models import Annotation
from reviews.models import EvaluationRun
from tests import factories
from tests.extensions.documents import followed
from tests.reviews.machine import answer, outcome_of, play, work_until_quiet

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def with_quotes(tmp_path):
    with followed("adding-a-judge.md", "with_quotes", tmp_path) as files:
        yield files


@pytest.fixture
def task(bob):
    return factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=1))


def start(api, task):
    return api.post("/v1/annotators", {"model": "simulated-careful", "method": "with_quotes", "task_id": str(task.pk)})


def test_it_takes_one_file(with_quotes):
    assert list(with_quotes) == ["reviews/scorers/judges/with_quotes.py"]


def test_form_offers_it_beside_the_default_one_and_api_starts_it_and_answers_its_method(bob, client_of, task, api_of):
    page = client_of(bob).get(reverse("reviews:task_machines", args=[task.pk])).content.decode()
    assert '<option value="with_quotes">Answers the questions with quotes</option>' in page
    assert '<option value="questions" selected>' in page

    made = start(api_of(bob), task)
    assert made.status_code == 201
    assert (made.json()["method"], made.json()["parser_version"]) == ("with_quotes", "with-quotes-1")
    page = client_of(bob).get(reverse("reviews:task_machines", args=[task.pk])).content.decode()
    assert "<dd>Answers the questions with quotes</dd>" in page


@pytest.mark.parametrize("quotes, count", [([], 0), (["It is 0."], 1)])
def test_run_reads_by_it(bob, api_of, task, monkeypatch, quotes, count):
    play(monkeypatch, lambda call: outcome_of(answer(call, quotes=quotes)))
    start(api_of(bob), task)

    work_until_quiet(EvaluationRun.objects.get())

    assert Annotation.objects.filter(annotator__method="with_quotes").count() == count
    request = EvaluationRun.objects.get().requests.filter(stage__kind="score_gen").get()
    assert request.error_class == ("" if count else "no_quotes")
