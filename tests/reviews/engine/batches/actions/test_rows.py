"""The rows of one batch: whatever each asks, its body is the one of a direct call."""

import json

import pytest

from reviews.engine.batches.actions import leases
from reviews.engine.batches.actions import rows as batch_rows
from reviews.engine.client import completion
from reviews.engine.requests.actions import calls as preparing
from reviews.engine.requests.actions import due_requests
from reviews.models import Critique, LLMRequest
from tests.reviews.batch_world import batched_run, claimed, each_wire, formed, script, states, to_the_end
from tests.reviews.machine import make_due

pytestmark = pytest.mark.usefixtures("provider")


@each_wire
def test_bodies_are_those_of_direct_calls(bob, wire):
    batch = formed(batched_run(bob, wire=wire))
    asked = LLMRequest.objects.filter(run=batch.run).select_related(*due_requests.RELATED).order_by("pk")
    calls = [question.call for question in preparing.prepared(list(asked)).values()]

    with batch_rows.written(claimed(batch), most_bytes=10**6) as rows:
        found, again = list(rows), list(rows)

    assert found == again and [row.custom_id for row in found] == [f"{batch.id.hex}-{n}" for n in range(6)]
    assert [row.body for row in found] == [completion.form_of(call).body(call.messages) for call in calls]
    assert rows.headers == completion.form_of(calls[0]).meant and rows.count == 6 and rows.left_from is None
    assert rows.n_bytes > len(json.dumps([row.body for row in found])) * 0.9 and rows.input_tokens > 600


def test_repairs_travel_beside_first_tries(bob, provider):
    script(provider, missing=1, wrong_echo=1)
    run = batched_run(bob, repair_after_failures=1)
    formed(run)
    to_the_end(run)
    make_due(run)

    batch = formed(run)
    with batch_rows.written(claimed(batch), most_bytes=10**6) as rows:
        plain, repaired = (json.dumps(row.body) for row in rows)
    leases.release(batch)
    to_the_end(run)

    assert len(repaired) > len(plain) and "does not carry the reference" in repaired
    assert states(run) == ["done"] * 6


def test_critics_go_as_batches_within_the_limit_of_tokens(bob):
    run = batched_run(bob, wire="gemini", critic=True)
    formed(run)
    to_the_end(run)
    batches = []
    for position in (1, 2):
        batches.append(formed(run, position=position))
        to_the_end(run)
    assert [batch.n_rows for batch in batches] == [6, 6] and states(run) == ["done"] * 18
    assert Critique.objects.filter(expert_agreement__isnull=False).count() == 6

    batch = formed(batched_run(bob))
    with batch_rows.written(claimed(batch), most_bytes=10**6, most_tokens=1) as rows:
        assert (rows.count, rows.left_from) == (1, 1)


def test_headers_that_list_things_are_joined():
    assert batch_rows._joined(None, "a, b") == "a,b"
    assert batch_rows._joined("a,b", "b,c") == "a,b,c"
