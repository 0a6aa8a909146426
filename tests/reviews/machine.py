"""Runs for tests, and models that answer what a test says.

The one faked seam is `reviews.engine.client.completion.acomplete`.
"""

import asyncio
import json
import re
import zlib
from dataclasses import replace
from decimal import Decimal

from reviews.engine.client import completion
from reviews.engine.client.exchange import OK, RETRYABLE, Outcome, Usage
from reviews.engine.requests.actions import dispatcher, due_requests
from reviews.engine.runs.actions import supervisor
from reviews.models import LLMRequest, ProviderState
from reviews.scorers.actions import annotators, task_runs
from tests import factories

CRITIC = "simulated-critic"
MOST_ROUNDS, MOST_AT_ONCE = 20, 100


def play(monkeypatch, stand_in):
    """Put `stand_in`, a function from a call to an Outcome, in the place of the language model.

    It runs in the thread that sends the call, so that it sees the rows of the test's transaction.
    """

    def acomplete(call):
        outcome = stand_in(call)
        return asyncio.sleep(0, outcome)

    monkeypatch.setattr(completion, "acomplete", acomplete)


def make_run(member, *, rows=1, task=None, model="simulated-careful", critic=False, **task_fields):
    """A run of a new annotator over a task of `rows` items, with its requests.

    Its critic, CRITIC or the model named, only when asked for.
    """
    if task is None:
        dataset = factories.make_dataset(member.organization)
        task = factories.make_task(factories.make_version(dataset, rows=rows), **task_fields)
    annotator = annotators.create(organization=member.organization, model=model, by=member.user)
    critic_model = critic if isinstance(critic, str) else CRITIC
    run = task_runs.start(task=task, annotator=annotator, critic_model=critic_model, by=member.user)
    if not critic:
        run.stages.filter(kind__in=["critic_answer", "score_critic"]).delete()
    return run


def work_once(run):
    """Take the run's next due request, do it once and return it as it stands then; None when nothing is due."""
    request = due_requests.claim_one()
    if request is None:
        return None
    dispatcher.work(request=request)
    request.refresh_from_db()
    return request


def make_due(run):
    """Let the time pass that retries and holds wait for."""
    LLMRequest.objects.filter(run=run, state="waiting").update(next_attempt_at=None)
    type(run).objects.filter(pk=run.pk).update(held_until=None, held_reason=None)
    ProviderState.objects.update(blocked_until=None, reason="", failures_in_a_row=0)


def work_until_quiet(run, *, tries=20):
    """Work until nothing is left to do, without waiting, all that is due at once; returns how many times a request was
    taken."""
    count, are_done = 0, False  # after answers nothing waits for a time that did not before them
    while count < tries:
        if not are_done:
            make_due(run)
        claimed = due_requests.claim_many(due_requests.stages_due(), limit=tries - count)
        if not claimed:
            return count
        dispatcher.Dispatcher().work(claimed)
        count += len(claimed)
        taken = [request.pk for request in claimed]
        are_done = not LLMRequest.objects.filter(pk__in=taken).exclude(state="done").exists()
    return tries


def finish(*runs):
    """Work until these runs have ended, all that is due at once, and have them told."""
    for _ in range(MOST_ROUNDS):
        for run in runs:
            make_due(run)
            supervisor.advance(run)
        is_pending = LLMRequest.objects.filter(state__in=supervisor.PENDING).exists()
        claimed = is_pending and due_requests.claim_many(due_requests.stages_due(), limit=MOST_AT_ONCE)
        if not claimed:
            break
        dispatcher.Dispatcher().work(claimed)
    for run in runs:
        run.refresh_from_db()


def answer(call, **parts):
    """A complete answer to a call, as JSON: the same value, justification, quotes, … for every question.

    A critic agrees by `expert_agreement`.
    """
    said = {"value": "correct", "justification": "It agrees.", "quotes": [], "confidence": 0.8, "abstained": False}
    said |= parts
    found = {"case_ref": re.search(r"Case reference: (\w+)", call.messages[1]["content"])[1]}
    if "expert_agreement" in call.response_format.model_fields:
        return found | {
            "reasoning": "Nothing speaks against it.",
            "expert_agreement": parts.get("expert_agreement", 0.9),
        }
    for name in call.response_format.model_fields:
        kind = name.rpartition("_")[2]
        if name != "case_ref":
            found[name] = said[kind]
    return found


def judged(call):
    """A judge's score from 1 to 5, by what it is shown."""
    shown = call.messages[-1]["content"]
    return outcome_of(answer(call, value=1 + zlib.crc32(f"{call.model} {shown}".encode()) % 5))


def outcome_of(parsed, **fields):
    usage = Usage(prompt_tokens=100, completion_tokens=20)
    plain = Outcome(
        OK,
        text=json.dumps(parsed),
        parsed=parsed,
        parsed_from="json",
        usage=usage,
        cost_usd=Decimal("0.0010000000"),
        cost_status="priced",
        latency_ms=12,
        model_returned="model-1",
        finish_reason="stop",
        raw={"id": "answer-1"},
    )
    return replace(plain, **fields)


def saying(**parts):
    """A stand-in for the model that always answers with these parts."""
    return lambda call: outcome_of(answer(call, **parts))


def failing(status=RETRYABLE, error_class="server_error", message="The provider failed.", **fields):
    """A stand-in for the model that always fails."""
    return lambda call: Outcome(status, error_class=error_class, error_message=message, **fields)


class Script:
    """A stand-in for the model that does one thing after the other, the last one for ever; `calls` are kept."""

    def __init__(self, *steps):
        self.steps = list(steps)
        self.calls = []

    def __call__(self, call):
        self.calls.append(call)
        step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        return step(call)
