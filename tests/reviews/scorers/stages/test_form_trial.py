"""The stage of a model's trials: it asks the task's form about each item and stores no answer."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotations.models import Annotation
from reviews.engine.stages import registry
from reviews.models import LLMRequest
from reviews.scorers.actions import annotators, form_trials
from reviews.scorers.stages import form_trial
from tests import factories
from tests.reviews.machine import saying

STAGE = registry["form_trial"]


@pytest.fixture
def requests_of(bob):
    """requests_of(rows): the requests of a trial on a task of so many items, as workers load them."""

    def make(rows):
        task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=rows))
        judge = annotators.create(organization=bob.organization, model="simulated-careful", by=bob.user)
        run = form_trials.start(task=task, annotator=judge, by=bob.user)
        return list(LLMRequest.objects.filter(run=run).select_related("stage__annotator", "run").order_by("pk"))

    return make


def test_many_items_cost_as_many_statements_as_one(requests_of):
    counts = []
    for rows in (1, 3):
        asked = requests_of(rows)
        with CaptureQueriesContext(connection) as queries:
            found = STAGE.prepare(asked)
        assert len({found[request.pk].call.messages[1]["content"] for request in asked}) == rows
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_answer_is_read_and_only_its_item_is_kept(requests_of):
    (request,) = requests_of(1)
    question = STAGE.prepare([request])[request.pk]
    outcome = saying(value="wrong")(question.call)
    finding = question.read(outcome)

    stored = STAGE.store(request, finding, outcome)

    assert finding.values["verdict"].value == "wrong"
    assert stored == {"result": request.target} and not Annotation.objects.exists()


def test_item_whose_output_was_cut_off_is_not_asked_about(requests_of, monkeypatch):
    (request,) = requests_of(1)
    whole = form_trial.item_views([request.target])
    monkeypatch.setattr(
        form_trial, "item_views", lambda pks: {pk: replace(view, is_cut=True) for pk, view in whole.items()}
    )

    assert STAGE.prepare([request])[request.pk].code == "cut_by_length"


def test_item_that_is_gone_is_an_error_of_its_own(requests_of):
    kept, gone = requests_of(2)
    gone.target = 0

    found = STAGE.prepare([kept, gone])

    assert found[gone.pk].code == "target_missing" and found[kept.pk].call
