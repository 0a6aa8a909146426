"""The ledger of calls: a try is written before it is sent, and completed with what came of it and what it cost."""

import hashlib
import itertools
from dataclasses import dataclass

from django.contrib.postgres.aggregates import BoolOr
from django.db import connection, transaction
from django.db.models import Max, Q

from evalhub.lib import reasons, strict_json
from reviews.engine.actions.reasons import ANSWERED_LATE, WORKER_LOST
from reviews.engine.client import extras
from reviews.engine.client.endpoints import is_simulated
from reviews.engine.client.exchange import OK, Outcome
from reviews.engine.limits.actions import budgets
from reviews.engine.limits.circuit_breaker import RATE_LIMITED
from reviews.engine.models import LLMAttempt, LLMMessage, LLMPrice, LLMPrompt, LLMRequest
from reviews.engine.models.llm_attempt import LATE, LOST, SENT
from reviews.engine.models.llm_request import BATCHED
from reviews.engine.stages.base import Finding, Prepared

LONGEST_MESSAGE = 4000
LATE_CLASS = "answered_late"


@dataclass(frozen=True)
class AttemptResult:
    """One try with all that belongs to it; `outcome` and `finding` once an answer is there."""

    attempt: LLMAttempt
    question: Prepared
    outcome: Outcome
    finding: Finding


@transaction.atomic
def begin_many(asked, *, reserved=None, batch_items=None):
    """Note that calls are about to be sent; returns their attempts, in order.

    `asked`: (request, Prepared) pairs. `reserved`: {request pk: USD held against budgets}; `batch_items`: {request
    pk: LLMBatchItem}. Tries of workers that vanished are marked as lost, their cost unknown.
    """
    reserved, batch_items = reserved or {}, batch_items or {}
    earlier = LLMAttempt.objects.filter(request__in=[request.pk for request, _ in asked]).order_by()
    tries = earlier.values_list("request").annotate(last=Max("number"), is_sent=BoolOr(Q(status=SENT)))
    last, left = {}, []
    for pk, number, is_sent in tries:
        last[pk] = number
        left += [pk] * is_sent
    if left:
        _lose(left)
    return LLMAttempt.objects.bulk_create(
        LLMAttempt(
            request=request,
            number=last.get(request.pk, 0) + 1,
            status=SENT,
            reserved_usd=reserved.get(request.pk),
            batch_item=batch_items.get(request.pk),
            simulated=is_simulated(question.call.model),
        )
        for request, question in asked
    )


def begin(request, question):
    """`begin_many` of one."""
    return begin_many([(request, question)])[0]


def complete_many(told):
    """Write what providers answered into the tries, whoever holds the requests by now: a bill stays a bill.

    An acceptable answer to a request that is no longer in the hands of who asked is `late`: a request has one that is
    ok. A call that was not sent, because a key or an address is missing, leaves no try. Budgets are settled in the
    same transaction, which locks requests, tries and sums of money, in this order.
    """
    sent = [each for each in told if each.finding.error_class != "not_configured"]
    unsent = [each for each in told if each.finding.error_class == "not_configured"]
    with transaction.atomic():  # on their own: the unique texts of a long transaction hold up those of others
        prices, prompts = _prices(sent), _prompts(sent)
    with transaction.atomic():
        late = _late(sent)
        _charge_budgets(told)
        for each in sent:
            _fill(each.attempt, each, prices.get(_price_key(each.outcome.price)), is_late=each.attempt.pk in late)
        _write([each.attempt for each in sent])
        LLMMessage.objects.bulk_create(
            [_message(each, prompts) for each in sent],
            update_conflicts=True,
            unique_fields=["attempt"],
            update_fields=["assistant", "reasoning"],
        )
        LLMAttempt.objects.filter(pk__in=[each.attempt.pk for each in unsent]).delete()


@transaction.atomic
def lose(requests):
    """Mark the tries of workers that vanished from these requests as lost, before money for new ones is reserved."""
    if requests:
        _lose([request.pk for request in requests])


@transaction.atomic
def lose_all(run):
    """Mark the tries of a run that has ended and that are still noted as under way: their workers have vanished."""
    _lose(list(LLMAttempt.objects.filter(request__run=run, status=SENT).values_list("request", flat=True)))


def note_refusal(attempt, finding):
    """An answer that was accepted and then could not be stored: its try says so."""
    LLMAttempt.objects.filter(pk=attempt.pk).update(
        status=finding.status, error_class=finding.error_class[:60], error_message=shortened(finding.message)
    )


def shortened(reason):
    """The Reason as a row keeps it."""
    return reason and reason.cut(LONGEST_MESSAGE)


def latest_refusals(request, *, at_most):
    """How many of the latest tries, one after the other, were refused as one too many."""
    latest = request.tries.order_by("-number").values_list("error_class", flat=True)[:at_most]
    return sum(1 for _ in itertools.takewhile(lambda error_class: error_class == RATE_LIMITED, latest))


def unreadable_tries(request):
    """How many of the tries since the request was last put in line could not be read."""
    counted = request.tries.exclude(status="blocked").order_by("-number")
    return sum(status == "unreadable" for status in counted.values_list("status", flat=True)[: request.attempts])


_FILLED = [
    "status",
    "error_class",
    "error_message",
    "raw_response",
    "prompt_tokens",
    "completion_tokens",
    "cached_tokens",
    "reasoning_tokens",
    "cost_usd",
    "cost_status",
    "price",
    "reserved_usd",
    "latency_ms",
    "parser_version",
    "model_returned",
    "simulated",
    "parameters",
    "finish_reason",
]


_COLUMNS = [LLMAttempt._meta.get_field(name).attname for name in _FILLED]
_UPDATE = f"""
    UPDATE reviews_llmattempt a SET {", ".join(f"{name} = v.{name}" for name in _COLUMNS)}
    FROM jsonb_populate_recordset(NULL::reviews_llmattempt, %s::jsonb) v WHERE a.id = v.id
"""


def _late(told):
    """Ids of the tries whose acceptable answer came too late; the requests are locked, so that none changes hands.

    Done again, because the database went away before it said that all was written, it comes to the same.
    """
    good = {each.attempt.request_id: each.attempt for each in told if each.finding.status == OK}
    locked = LLMRequest.objects.select_for_update(no_key=True).filter(pk__in=good).order_by("pk")
    held = {pk: (state, owner) for pk, state, owner in locked.values_list("pk", "state", "lease_owner")}
    accepted = dict(LLMAttempt.objects.filter(request__in=good, status=OK).values_list("request", "pk"))
    return {
        attempt.pk
        for pk, attempt in good.items()
        if accepted.get(pk) != attempt.pk and (pk in accepted or not _is_in_hands(attempt.request, *held[pk]))
    }


def _is_in_hands(request, state, owner):
    """Whether the row is still as it was when its asker took it."""
    return state == request.state and (state == BATCHED or owner == request.lease_owner)


def _fill(attempt, told, price, *, is_late):
    outcome, finding, call = told.outcome, told.finding, told.question.call
    usage = outcome.usage
    if is_late:
        finding = Finding(LATE, {}, LATE_CLASS, ANSWERED_LATE())
    attempt.status, attempt.reserved_usd = finding.status, None
    attempt.error_class, attempt.error_message = finding.error_class[:60], shortened(finding.message)
    attempt.raw_response = outcome.raw or None
    attempt.prompt_tokens, attempt.completion_tokens = usage.prompt_tokens, usage.completion_tokens
    attempt.cached_tokens = usage.cached if usage.prompt_tokens is not None else None
    attempt.reasoning_tokens = usage.reasoning if usage.completion_tokens is not None else None
    attempt.cost_usd, attempt.cost_status, attempt.price = outcome.cost_usd, outcome.cost_status, price
    attempt.latency_ms, attempt.simulated = outcome.latency_ms, outcome.simulated or is_simulated(call.model)
    attempt.parser_version = told.question.parser_version
    attempt.model_returned, attempt.finish_reason = outcome.model_returned[:200], outcome.finish_reason[:40]
    attempt.parameters = {
        **extras.sent(call.parameters, outcome.dropped_parameters),
        **({} if call.embeds else {"max_tokens": call.max_tokens}),
    }


def _write(attempts):
    """Update what is filled in, in one statement: the ORM's own way takes a millisecond for each."""
    rows = [
        {name: getattr(attempt, name) for name in ("id", *_COLUMNS)}
        | {"error_message": reasons.dumps(attempt.error_message)}
        for attempt in attempts
    ]
    if rows:
        with connection.cursor() as cursor:
            cursor.execute(_UPDATE, [strict_json.dumps(rows, default=str, most_levels=strict_json.MAX_DEPTH + 2)])


def _charge_budgets(completed):
    """Release what is held and count what was spent, one sum per run; locks the tries, so nothing counts twice.

    Not even when it is done again, because the database went away before it said that all was written.
    """
    pks = [each.attempt.pk for each in completed]
    locked = LLMAttempt.objects.select_for_update().filter(pk__in=pks).order_by("pk")
    amounts = []
    stored = {pk: (held, spent) for pk, held, spent in locked.values_list("pk", "reserved_usd", "cost_usd")}
    for each in completed:
        held, spent = stored.get(each.attempt.pk, (None, None))
        amounts.append((each.attempt, held, (each.outcome.cost_usd or 0) - (spent or 0)))
    _charge(amounts)


def _lose(pks):
    """Mark tries that nobody will complete; what was held for them is released, and their cost stays unknown."""
    sent = LLMAttempt.objects.filter(request__in=pks, status=SENT)
    held = list(sent.exclude(reserved_usd=None).select_related("request__run").select_for_update(of=("self",)))
    sent.update(status=LOST, error_class="worker_lost", error_message=WORKER_LOST(), reserved_usd=None)
    _charge((attempt, attempt.reserved_usd, None) for attempt in held)


def _charge(amounts):
    """Of (attempt, USD held, USD spent), either of them None for nothing: one sum per run and month of the attempts."""
    sums = {}
    for attempt, held, spent in amounts:
        run, at = attempt.request.run, attempt.started_at
        before = sums.get((run.organization_id, run.pk, at.year, at.month), (run, at, 0, 0))
        sums[run.organization_id, run.pk, at.year, at.month] = (
            *before[:2],
            before[2] + (held or 0),
            before[3] + (spent or 0),
        )
    for key in sorted(sums):
        run, at, held, spent = sums[key]
        if held or spent:
            budgets.charge(run, reserved_usd=held, spent_usd=spent, at=at)


def _message(told, prompts):
    system, user = _texts(told.question.call)
    return LLMMessage(
        attempt=told.attempt,
        system=prompts.get(system),
        user=user,
        assistant=told.outcome.text,
        reasoning=told.outcome.thinking,
    )


def _texts(call):
    """(system prompt, everything after it); a repair's turns are told apart by their roles."""
    system = "\n\n".join(message["content"] for message in call.messages if message["role"] == "system")
    rest = [message for message in call.messages if message["role"] != "system"]
    if len(rest) == 1:
        return system, rest[0]["content"]
    return system, "\n\n".join(f"[{message['role']}]\n{message['content']}" for message in rest)


def _prompts(told):
    """{system prompt: LLMPrompt}, new ones written."""
    texts = {text for each in told if (text := _texts(each.question.call)[0])}
    keys = {hashlib.sha256(text.encode()).hexdigest(): text for text in texts}
    rows = _stored(LLMPrompt, {key: LLMPrompt(sha256=key, text=text) for key, text in keys.items()})
    return {text: rows[key] for key, text in keys.items()}


def _prices(told):
    """{key: LLMPrice} of the entries that costs were counted with, new ones written."""
    used = {_price_key(price): price for each in told if (price := each.outcome.price) is not None}
    return _stored(
        LLMPrice,
        {
            key: LLMPrice(sha256=key, model=price.model, rates=dict(price.rates), source=price.source)
            for key, price in used.items()
        },
    )


def _price_key(price):
    if price is None:
        return None
    text = strict_json.dumps([price.model, dict(price.rates), price.source])
    return hashlib.sha256(text.encode()).hexdigest()


def _stored(model, by_key):
    """{sha256: row}: each row stored once, whoever comes first."""
    found = {row.sha256: row for row in model.objects.filter(sha256__in=by_key)}
    new = [row for key, row in by_key.items() if key not in found]
    if new:
        model.objects.bulk_create(new, ignore_conflicts=True)
        found = {row.sha256: row for row in model.objects.filter(sha256__in=by_key)}
    return found
