"""Answers settled as a group: in one number of statements, and one that is unusual keeps no other from being stored."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotations.models import Annotation, Evidence, SchemaVersion
from reviews.engine.client.exchange import Outcome
from reviews.engine.requests.actions import attempts, calls, due_requests, results
from reviews.models import LLMAttempt, LLMRequest
from tests.reviews.machine import make_run, saying


@pytest.fixture
def answered(bob):
    """answered(rows): answers to all questions of a new run whose form is in use, as they come to be settled."""

    def make(rows, **parts):
        run = make_run(bob, rows=rows)
        SchemaVersion.objects.filter(task=run.task).update(frozen_at=timezone.now())
        claimed = due_requests.claim_many(due_requests.stages_due(), limit=rows)
        return [_settled(request, question, **parts) for request, question in _questions(claimed)]

    return make


def _questions(claimed):
    found = calls.prepared(claimed)
    return [(request, found[request.pk]) for request in claimed]


def _settled(request, question, **parts):
    outcome = saying(**parts)(question.call)
    return results.RecordedAnswer(request, attempts.begin(request, question), outcome, question.read(outcome))


def test_settling_25_answers_takes_as_many_statements_as_2(answered):
    counts = []
    for rows in (2, 25):
        settled = answered(rows, quotes=["It is 0."])
        with CaptureQueriesContext(connection) as queries:
            results.record_many(settled)
        counts.append(len(queries))

    assert counts[0] == counts[1]
    assert Annotation.objects.count() == Evidence.objects.count() == 27
    assert set(LLMRequest.objects.values_list("state", flat=True)) == {"done"}


def test_answer_that_is_stored_already_ends_its_request(answered):
    settled = answered(3)
    results.record_many(settled[1:2])
    LLMRequest.objects.filter(pk=settled[1].request.pk).update(
        state="running",
        annotation=None,
        lease_owner=settled[0].request.lease_owner,
        lease_until=settled[0].request.lease_until,
    )

    results.record_many(settled)

    assert set(LLMRequest.objects.values_list("state", flat=True)) == {"done"}
    assert Annotation.objects.count() == 3


def test_answer_that_does_not_fit_keeps_no_other_from_being_stored(answered):
    settled = answered(3)
    values = settled[1].finding.values
    values["verdict"] = replace(values["verdict"], value="maybe")

    results.record_many(settled)

    assert Annotation.objects.count() == 2
    assert LLMAttempt.objects.get(request=settled[1].request).error_class == "invalid_answer"


def test_simulated_answer_in_a_group_labels_its_annotator(answered):
    settled = answered(2)
    annotator = settled[0].request.stage.annotator
    type(annotator).objects.update(simulated=False)
    settled[1] = results.RecordedAnswer(
        settled[1].request, settled[1].attempt, Outcome("ok", simulated=True), settled[1].finding
    )

    results.record_many(settled)

    annotator.refresh_from_db()
    assert annotator.simulated
