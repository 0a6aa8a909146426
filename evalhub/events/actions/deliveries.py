"""Deliver queued events: claim, send, note what came of it; send again what failed."""

import asyncio
import datetime
import random
import time
from collections import defaultdict
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Window
from django.db.models.functions import Random, RowNumber
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from evalhub.accounts.actions import audit
from evalhub.events import retries, sending
from evalhub.events.actions import webhooks
from evalhub.events.models import OutboxEvent, WebhookAttempt, WebhookDelivery, WebhookEndpoint
from evalhub.events.models.webhook_endpoint import ADDRESS
from evalhub.events.sending import GONE, Outcome
from evalhub.lib import encryption, strict_json
from evalhub.lib.egress.asynchronous import AsyncHttp
from evalhub.lib.errors import Conflict
from evalhub.lib.processes import stopping
from evalhub.lib.processes.bulkhead import Contained
from evalhub.lib.reasons import define
from evalhub.work.sweep import in_parts, reason_of

BLOCK = 50
LEASE_SECONDS = 30
WORK_SECONDS = 60.0  # of one task; the next sweep goes on

NO_SECRET = define("webhook_no_secret", gettext_noop("The secret cannot be read: EVALHUB_ENCRYPTION_KEYS has changed."))
FAILED_TOO_LONG = define("webhook_failed_too_long", gettext_noop("Every try of the last %(hours)s hours failed."))


def body_of(event: OutboxEvent) -> bytes:
    """The same bytes at every try."""
    body = {
        "type": event.type,
        "timestamp": event.created_at.isoformat().replace("+00:00", "Z"),
        "sequence": event.sequence,
        "data": event.payload,
    }
    return strict_json.dumps(body).encode()


def send_due(*, again: bool = False) -> int:
    """Send what is due: first tries to places that answer, or `again` what failed and what goes to failing places.

    Both are worked on side by side, so that a place that does not answer holds up only what goes `again`. Returns how
    many were sent, after WORK_SECONDS at the latest.
    """
    sent, end, http = 0, time.monotonic() + WORK_SECONDS, AsyncHttp()
    with asyncio.Runner() as runner:
        try:
            while time.monotonic() < end and not stopping.requested() and (block := _claim(again)):
                outcomes = runner.run(_send_all(http, block))
                in_parts(list(zip(block, outcomes, strict=True)), _note, _note_unwritable)
                sent += len(block)
        finally:
            runner.run(http.aclose())
    return sent


def _claim(again):
    """Up to BLOCK due deliveries, as many of each place; one of a place that fails. Organizations take turns."""
    due = WebhookDelivery.objects.due_again() if again else WebhookDelivery.objects.due_first()
    places = WebhookEndpoint.objects.filter(Exists(due.filter(endpoint=OuterRef("pk"))))
    turn = Window(RowNumber(), partition_by=[F("organization_id")], order_by=Random())
    places = list(places.annotate(turn=turn).order_by("turn", "?")[:BLOCK])
    claimed = []
    for place in places:
        limit = 1 if place.failing_since else max(BLOCK // len(places), 1)
        claimed += due.filter(endpoint=place).claim(seconds=LEASE_SECONDS, limit=limit)
    events = OutboxEvent.objects.in_bulk([each.event_id for each in claimed])
    by_id = {place.pk: place for place in places}
    for each in claimed:
        each.event, each.endpoint = events[each.event_id], by_id[each.endpoint_id]
    return claimed


async def _send_all(http, block):
    return await asyncio.gather(*(_send(http, each) for each in block))


async def _send(http, delivery):
    """One try; whatever it raises is its outcome."""
    started_at = timezone.now()
    with Contained(f"Delivery {delivery.pk}") as net:
        body, id = body_of(delivery.event), str(delivery.event_id)
        try:
            secrets = delivery.endpoint.secrets
        except encryption.Unreadable:
            return Outcome(started_at, 0, NO_SECRET())
        return await sending.send(http, url=delivery.address, id=id, body=body, secrets=secrets)
    return Outcome(started_at, 0, reason_of(net.error))


def _note_unwritable(pair, problem):
    """An outcome that no table takes is a failed try; a lease that runs out is found by the next sweep."""
    with Contained(f"Noting delivery {pair[0].pk}"), transaction.atomic():
        _note([(pair[0], Outcome(pair[1].started_at, pair[1].milliseconds, reason_of(problem)))])


def _note(found):
    """Write down the (delivery, Outcome) pairs of a block; what was taken away meanwhile is left as it is."""
    ids = [each.pk for each, _outcome in found]
    owners = {each.lease_owner for each, _outcome in found}
    kept = WebhookDelivery.objects.filter(pk__in=ids, state="running", lease_owner__in=owners).order_by("pk")
    ours = set(kept.select_for_update(of=("self",)).values_list("pk", flat=True))
    pairs = [(each, outcome) for each, outcome in found if each.pk in ours]
    WebhookAttempt.objects.bulk_create(
        [
            WebhookAttempt(
                delivery=each,
                number=each.attempts,
                started_at=outcome.started_at,
                milliseconds=outcome.milliseconds,
                status_code=outcome.status_code,
                excerpt=outcome.excerpt,
                error=outcome.error,
            )
            for each, outcome in pairs
        ]
    )
    for each, outcome in pairs:
        _end_try(each, outcome)
    _store([each for each, _outcome in pairs])
    _note_places(pairs)


def _store(rows):
    """What is delivered in a statement for each status: a `bulk_update` takes as long to put together as to send."""
    delivered = defaultdict(list)
    for each in rows:
        if each.state == "done":
            delivered[each.status_code].append(each.pk)
    for status, ids in delivered.items():
        WebhookDelivery.objects.filter(pk__in=ids).update(
            state="done", status_code=status, last_error=None, lease_until=None, finished_at=timezone.now()
        )
    WebhookDelivery.objects.bulk_update(
        [each for each in rows if each.state != "done"],
        ["state", "status_code", "last_error", "next_attempt_at", "finished_at", "lease_until"],
    )


def _end_try(delivery, outcome):
    """Set what becomes of a delivery after a try."""
    now = timezone.now()
    delivery.status_code, delivery.last_error, delivery.lease_until = outcome.status_code, outcome.error, None
    wait = None
    if outcome.error and outcome.error.code != GONE.code:
        wait = retries.seconds_before_retry(delivery.tries, retry_after=outcome.retry_after, rng=random.SystemRandom())
    if wait is None:
        delivery.state, delivery.finished_at = "failed" if outcome.error else "done", now
    else:
        delivery.state, delivery.next_attempt_at = "waiting", now + datetime.timedelta(seconds=wait)


def _note_places(pairs):
    """Whether places answer; those that have not for too long, or want no more, are turned off."""
    tried = {each.endpoint.pk: each.endpoint for each, _outcome in pairs if each.endpoint.kind == ADDRESS}
    answered = {each.endpoint_id for each, outcome in pairs if outcome.error is None}
    gone = {each.endpoint_id for each, outcome in pairs if outcome.error and outcome.error.code == GONE.code}
    WebhookEndpoint.objects.filter(pk__in=answered).exclude(failing_since=None).update(failing_since=None)
    silent = WebhookEndpoint.objects.filter(pk__in=tried.keys() - answered)
    silent.filter(failing_since=None).update(failing_since=timezone.now())
    for place in silent.filter(pk__in=gone).select_related("organization"):
        webhooks.turn_off(endpoint=place, reason=GONE())
    for place in silent.failing_too_long().select_related("organization"):
        hours = round((timezone.now() - place.failing_since).total_seconds() / 3600)
        webhooks.turn_off(endpoint=place, reason=FAILED_TOO_LONG(hours=hours))


@transaction.atomic
def redeliver(*, delivery: WebhookDelivery, by: Any) -> WebhookDelivery:
    """Send a delivery again, or at once where it waits for its next try; the caller wakes a worker.

    Conflict while it is being sent, and where its webhook is turned off.
    """
    webhooks.refuse_off(delivery.endpoint)
    rows = WebhookDelivery.objects.filter(pk=delivery.pk).exclude(state="running")
    if not _queue_again(rows):
        raise Conflict(_("This is being sent just now."), code="being_sent")
    details = {"event": str(delivery.event_id), "delivery": delivery.pk}
    _note_in_audit(delivery.endpoint, by, **details)
    delivery.refresh_from_db()
    return delivery


@transaction.atomic
def redeliver_failed(*, endpoint: WebhookEndpoint, since: datetime.datetime, by: Any) -> int:
    """Send again what ended as failed and was queued since then; how many. The caller wakes a worker."""
    webhooks.refuse_off(endpoint)
    count = _queue_again(WebhookDelivery.objects.filter(endpoint=endpoint, state="failed", created_at__gte=since))
    _note_in_audit(endpoint, by, since=since.isoformat(), deliveries=count)
    return count


def _queue_again(rows):
    return rows.update(
        state="waiting", next_attempt_at=timezone.now(), finished_at=None, attempts_before=F("attempts"), crashes=0
    )


def _note_in_audit(endpoint, by, **details):
    audit.record(organization=endpoint.organization, verb="webhook.sent_again", target=endpoint, details=details, by=by)
