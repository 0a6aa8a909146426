"""Runs for tests, and models that answer what a test says: the one faked seam is `reviews.llm.client.complete`."""

import re
from dataclasses import replace
from decimal import Decimal

from reviews.actions import annotators, requests, runs
from reviews.judges.exchange import OK, RETRYABLE, Outcome, Usage
from reviews.models import LLMRequest
from tests import factories


def make_run(member, *, rows=1, task=None, model="simulated-careful", **task_fields):
    """A run of a new annotator over a task of `rows` items, with its requests."""
    if task is None:
        dataset = factories.make_dataset(member.organization)
        task = factories.make_task(factories.make_version(dataset, rows=rows), **task_fields)
    annotator = annotators.create(organization=member.organization, model=model, by=member.user)
    return runs.start(task=task, annotator=annotator, by=member.user)


def work_once(run):
    """Take the run's next due request, do it once and return it as it stands then; None when nothing is due."""
    request = requests.claim_one()
    if request is None:
        return None
    requests.work(request=request)
    request.refresh_from_db()
    return request


def make_due(run):
    """Let the time pass that retries and holds wait for."""
    LLMRequest.objects.filter(run=run, state="waiting").update(next_attempt_at=None)
    type(run).objects.filter(pk=run.pk).update(held_until=None, held_reason="")


def work_until_quiet(run, *, tries=20):
    """Work until nothing is left to do, without waiting; returns how many times a request was taken."""
    for count in range(tries):
        make_due(run)
        if work_once(run) is None:
            return count
    return tries


def answer(call, **parts):
    """A complete answer to a call, as JSON: the same value, justification, quotes, … for every question."""
    said = {"value": "correct", "justification": "It agrees.", "quotes": [], "confidence": 0.8, "abstained": False}
    said |= parts
    found = {"case_ref": re.search(r"Case reference: (\w+)", call.messages[1]["content"])[1]}
    for name in call.response_format.model_fields:
        kind = name.rpartition("_")[2]
        if name != "case_ref":
            found[name] = said[kind]
    return found


def outcome_of(parsed, **fields):
    usage = Usage(prompt_tokens=100, completion_tokens=20)
    plain = Outcome(
        OK, text=str(parsed), parsed=parsed, parsed_from="json", usage=usage, cost_usd=Decimal("0.0010000000"),
        cost_status="priced", latency_ms=12, model_returned="model-1", finish_reason="stop", raw={"id": "answer-1"},
    )
    return replace(plain, **fields)


def saying(**parts):
    """A stand-in for `complete` that always answers with these parts."""
    return lambda call: outcome_of(answer(call, **parts))


def failing(status=RETRYABLE, error_class="server_error", message="The provider failed.", **fields):
    """A stand-in for `complete` that always fails."""
    return lambda call: Outcome(status, error_class=error_class, error_message=message, **fields)


class Script:
    """A stand-in for `complete` that does one thing after the other, the last one for ever; `calls` are kept."""

    def __init__(self, *steps):
        self.steps = list(steps)
        self.calls = []

    def __call__(self, call):
        self.calls.append(call)
        step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        return step(call)
