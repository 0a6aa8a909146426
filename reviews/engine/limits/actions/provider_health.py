"""Whether models can be asked: what is known of each is kept in ProviderState rows, the same for all workers."""

import datetime
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from evalhub.lib.reasons import Reason
from reviews.engine.client.endpoints import resolve
from reviews.engine.limits import circuit_breaker
from reviews.engine.limits.circuit_breaker import Result
from reviews.engine.models import EvaluationRun, LLMBatch, ProviderState, RunStage

_CHANGED = (
    "blocked_until",
    "reason_class",
    "reason",
    "failures_in_a_row",
    "pace",
    "last_ok_at",
    "pace_changed_at",
    "refusals",
    "answers",
)


@dataclass(frozen=True)
class Block:
    """Nobody asks before `until`; `reason` is the provider's message or what to set."""

    until: datetime.datetime
    error_class: str
    reason: Reason


def blocked():
    """{(provider, model): Block} of what cannot be asked at this moment; one statement."""
    return {
        pair: Block(state.blocked_until, state.reason_class, state.reason)
        for pair, state in states().items()
        if circuit_breaker.is_open(state, state.now)
    }


def states():
    """{(provider, model): ProviderState} of all models ever noted, each with the database's time as `now`."""
    return {(state.provider, state.model): state for state in ProviderState.objects.annotate(now=Now())}


def note_many(results):
    """Take in what came of calls: (provider, model, status, error class, message, seconds of Retry-After) of each.

    Status and error class are those of a Finding or an Outcome, in the order the answers came. Successes of a model
    that is well cost one statement together and write nothing. Locks rows: call it outside longer transactions.
    """
    by_pair = {}
    for provider, model, *words in results:
        by_pair.setdefault((provider, model), []).append(Result(*words))
    known, changing = states(), {}
    for pair, found in by_pair.items():
        state = known.get(pair) or _new(pair)
        if _apply(state, found, getattr(state, "now", None) or timezone.now()):
            changing[pair] = found
    if changing:
        _write(changing)


@transaction.atomic
def release(provider, model):
    """Try again now: an admin has mended what was wrong. Returns whether the model was blocked.

    Runs that are held because of it go on, and batches whose last call about it failed are looked at, at once.
    """
    found = ProviderState.objects.filter(provider=provider, model=model).exclude(blocked_until=None)
    was_blocked = found.update(blocked_until=None, reason_class="", reason=None, failures_in_a_row=0) == 1
    held = EvaluationRun.objects.filter(pk__in=_held_by((provider, model)))
    held.update(held_until=None, held_reason=None)
    failing = LLMBatch.objects.live().filter(provider=provider, model=model, failures__gt=0, next_poll_at__gt=Now())
    failing.update(next_poll_at=Now())
    return was_blocked


def _held_by(pair):
    """Held runs that ask this model, and no other one that is blocked and may be what holds them."""
    stages = RunStage.objects.filter(run__held_until__gt=Now()).order_by()
    asked = {}
    for run, name in stages.values_list("run", "model").distinct():
        endpoint = resolve(name)
        asked.setdefault(run, set()).add((endpoint.provider, endpoint.model))
    others = set(blocked()) - {pair}
    return [run for run, pairs in asked.items() if pair in pairs and not pairs & others]


def claim_probe(state):
    """Take the one try of a half-open model for this process; False when another has it."""
    seen = state.blocked_until
    circuit_breaker.begin_probe(state, state.now)
    free = ProviderState.objects.filter(pk=state.pk, blocked_until=seen)
    return free.update(blocked_until=state.blocked_until, failures_in_a_row=state.failures_in_a_row) == 1


@transaction.atomic
def return_probe(provider, model):
    """Give back the one try that was claimed and not made."""
    rows = ProviderState.objects.select_for_update().annotate(now=Now())
    state = rows.filter(provider=provider, model=model).exclude(blocked_until=None).first()
    if state is not None:
        circuit_breaker.return_probe(state, state.now)
        _save(state)


@transaction.atomic
def _write(by_pair):
    pairs = sorted(by_pair)
    ProviderState.objects.bulk_create([_new(pair) for pair in pairs], ignore_conflicts=True)
    wanted = Q(*(Q(provider=provider, model=model) for provider, model in pairs), _connector=Q.OR)
    for state in ProviderState.objects.select_for_update().filter(wanted).annotate(now=Now()):
        if _apply(state, by_pair[state.provider, state.model], state.now):
            _save(state)


def _new(pair):
    """The state of a model that was asked at full pace so far."""
    before = timezone.now() - datetime.timedelta(seconds=2 * circuit_breaker.WINDOW_SECONDS)
    return ProviderState(provider=pair[0], model=pair[1], pace_changed_at=before)


def _apply(state, results, now):
    """Whether anything changed."""
    before = [getattr(state, name) for name in _CHANGED]
    for result in results:
        circuit_breaker.apply(state, result, now)
    return before != [getattr(state, name) for name in _CHANGED]


def _save(state):
    ProviderState.objects.filter(pk=state.pk).update(**{name: getattr(state, name) for name in _CHANGED})
