"""The stage of a run's scores: its targets, its questions, and answers that stand already."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotations.models import Annotation
from annotations.tasks.actions import annotation_tasks, metrics
from evalhub.lib.errors import EvalHubError
from reviews.engine.client.exchange import Outcome
from reviews.engine.stages import registry
from reviews.models import LLMRequest
from reviews.scorers.stages.material import task_view
from tests import factories
from tests.reviews.machine import make_run, saying

STAGE = registry["score_gen"]
RELATED = ("stage__annotator", "run__task", "run__annotator", "item")


@pytest.fixture
def requests_of(bob):
    """requests_of(rows): the requests of a run over so many items, as workers load them."""

    def make(rows):
        return list(make_run(bob, rows=rows).requests.select_related(*RELATED).order_by("pk"))

    return make


def test_targets_are_the_items_that_were_not_handed_out(bob):
    run = make_run(bob, rows=3)
    stage = run.stages.get()
    items = list(run.task.items.order_by("pk").values_list("pk", flat=True))

    assert stage.filled_to == items[-1] and STAGE.targets(stage, limit=10) == []
    stage.filled_to = items[0]
    assert STAGE.targets(stage, limit=1) == [(items[1], items[1])]


@pytest.mark.parametrize("changes", [{"status": "PAUSED"}, {"preparation": "PENDING"}])
def test_task_that_is_not_at_work_has_no_targets(bob, changes):
    run = make_run(bob, rows=1)
    stage = run.stages.get()
    stage.filled_to = 0
    for name, value in changes.items():
        setattr(stage.run.task, name, value)

    assert STAGE.targets(stage, limit=10) == []


def test_many_questions_cost_as_many_statements_as_one(requests_of):
    counts = []
    for rows in (1, 8):
        asked = requests_of(rows)
        with CaptureQueriesContext(connection) as queries:
            found = STAGE.prepare(asked)
        assert found.keys() == {request.pk for request in asked}
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_unknown_prompt_is_told(requests_of):
    asked = requests_of(1)
    asked[0].stage.prompt_version = "gone.v9"

    error = STAGE.prepare(asked)[asked[0].pk]

    assert isinstance(error, EvalHubError) and "gone.v9" in error.message


def test_answer_that_stands_is_not_asked_for_again(requests_of):
    first, second = requests_of(2)
    said = factories.make_annotation(first.item, first.stage.annotator)

    assert STAGE.given([first, second]) == {first.pk: {"annotation": said}}
    first.request_version = 2
    assert STAGE.given([first]) == {}


def test_accepted_answer_is_stored_and_a_newer_version_revises_it(requests_of):
    (request,) = requests_of(1)
    for version, value in ((1, "correct"), (2, "wrong")):
        request.request_version = version
        question = STAGE.prepare([request])[request.pk]
        outcome = saying(value=value)(question.call)

        stored = STAGE.store(request, question.read(outcome), outcome)["annotation"]

    assert [each.pk for each in Annotation.objects.current()] == [stored.pk]
    assert (stored.revision, stored.judgements.get().value) == (2, "wrong")


def test_failed_call_keeps_its_class(requests_of):
    (request,) = requests_of(1)
    question = STAGE.prepare([request])[request.pk]

    finding = question.read(Outcome("fatal", error_class="refused", error_message="No."))

    assert (finding.status, finding.error_class, finding.values) == ("fatal", "refused", {})
    assert LLMRequest.objects.get().state == "waiting"


def test_question_that_a_program_computes_is_not_asked(acme):
    metric = factories.make_metric(acme, method="exact_match")
    fields = [{"key": "clear", "type": "text"}, {"key": "same", "metric": str(metric.pk)}]
    task = factories.make_task(factories.make_version(factories.make_dataset(acme)), with_items=False)
    specs = metrics.read_form(annotation_schema={"fields": fields}, organization=acme)
    annotation_tasks.set_form(task=task, specs=specs)

    assert [question.key for question in task_view(task).questions] == ["clear"]
