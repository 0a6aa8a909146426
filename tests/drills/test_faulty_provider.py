"""A provider with every fault on three wires: each request ends once, each call is in the ledger, no other waits."""

from collections import Counter

import pytest
from django.db.models import Max, Min

from reviews.engine.requests.actions.dispatcher import Dispatcher
from reviews.models import LLMAttempt
from tests.drills.faulty_provider import FAULTS, HEALTHY, faulty
from tests.reviews.machine import make_due, make_run

pytestmark = pytest.mark.django_db(transaction=True)
CALL_SECONDS = 1.0
LONGEST_DELAY_MS = 5000


@pytest.mark.parametrize("wire", ["openai", "anthropic", "gemini"])
def test_every_request_ends_once_and_nothing_else_is_delayed(bob, monkeypatch, settings, wire):
    settings.LLM_CALL_SECONDS, n_requests = CALL_SECONDS, 2 * len(FAULTS)
    run = make_run(bob, rows=n_requests, model=f"{wire}/simulated-careful")
    with faulty() as provider:
        monkeypatch.setenv("EVALHUB_SIMULATED_URL", provider.url)
        for _ in range(6):
            make_due(run)
            Dispatcher(concurrency=n_requests).run(60)

        requests = list(run.requests.all())
        attempts = LLMAttempt.objects.filter(request__run=run)
        assert Counter(request.state for request in requests) == {"done": n_requests - 1, "failed": 1}
        assert "I will not judge this." in {str(request.error_message) for request in requests}
        assert attempts.count() == provider.asked.total() and set(provider.faults.values()) == {*FAULTS, HEALTHY}
        assert all(attempts.filter(request=request).count() == count for request, count in _asked(requests, provider))

    classes = Counter(attempts.exclude(status="ok").values_list("error_class", flat=True))
    assert classes == {
        "timeout": 2,
        "rate_limited": 1,
        "connection": 2,
        "unreadable_response": 2,
        "refused": 1,
        "redirected": 1,
    }
    assert attempts.filter(status="ok", prompt_tokens=None).count() == 1
    assert max(attempts.filter(status="ok").values_list("latency_ms", flat=True)) < LONGEST_DELAY_MS
    first = attempts.filter(number=1).aggregate(first=Min("started_at"), last=Max("started_at"))
    assert (first["last"] - first["first"]).total_seconds() * 1000 < LONGEST_DELAY_MS


def _asked(requests, provider):
    """(request, how often the provider was asked about it), by the reference that its prompt carries."""
    for request in requests:
        prompts = [attempt.message.user for attempt in request.tries.all() if hasattr(attempt, "message")]
        cases = [case for case in provider.asked if any(case.decode() in prompt for prompt in prompts)]
        yield request, sum(provider.asked[case] for case in cases)
