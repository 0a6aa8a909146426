"""Set up where events are sent: new addresses, changes, other secrets, and the end of one."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from evalhub.accounts.actions import audit
from evalhub.accounts.models import Organization
from evalhub.events import signatures
from evalhub.events.actions import outbox
from evalhub.events.event_types import offered
from evalhub.events.models import OutboxEvent, WebhookDelivery, WebhookEndpoint
from evalhub.events.models.webhook_delivery import UNFINISHED
from evalhub.events.models.webhook_endpoint import REQUESTS
from evalhub.lib import encryption
from evalhub.lib.egress import addresses
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lib.reasons import Reason, define

MOST_ENDPOINTS = 50
LONGEST_DESCRIPTION = 200
BOTH_SECRETS = datetime.timedelta(hours=24)
TURNED_OFF = define("turned_off", gettext_noop("Turned off by an administrator."))
ENDPOINT_OFF = define("endpoint_off", gettext_noop("The webhook was turned off before this was delivered."))


@dataclass(frozen=True)
class IssuedEndpoint:
    """`secret` is to be shown once; it is stored encrypted and never leaves again."""

    endpoint: WebhookEndpoint
    secret: str


@dataclass(frozen=True)
class EndpointFields:
    """What an administrator says of an address; no `event_types`: all that there are, also later ones."""

    url: str
    event_types: tuple[str, ...] = ()
    description: str = ""

    def cleaned(self) -> dict[str, Any]:
        """As it is stored; InvalidInput for an address that is refused, unknown types and a long description."""
        unknown = [key for key in self.event_types if key not in offered]
        if unknown:
            words = _("Unknown event type %(type)s. Valid: %(valid)s.")
            shown = {"type": repr(unknown[0])[:80], "valid": ", ".join(offered)}
            raise InvalidInput(words % shown, code="unknown_event_type")
        description = " ".join(self.description.replace("\0", "").split())
        if len(description) > LONGEST_DESCRIPTION:
            words = _("The description has %(n)s characters. Valid: at most %(most)s.")
            shown = {"n": len(description), "most": LONGEST_DESCRIPTION}
            raise InvalidInput(words % shown, code="description_too_long")
        types = [key for key in offered if key in self.event_types]
        return {"url": addresses.check(self.url), "event_types": types, "description": description}


def create(*, organization: Organization, fields: EndpointFields, by: Any) -> IssuedEndpoint:
    """A new address with its secret; Conflict where it is there already, or too many are."""
    values = fields.cleaned()
    with transaction.atomic():
        others = WebhookEndpoint.objects.for_organization(organization)
        _refuse_second(others, values["url"])
        if others.count() >= MOST_ENDPOINTS:
            words = _("There are %(n)s webhooks already, as many as there may be. Delete one first.")
            raise Conflict(words % {"n": MOST_ENDPOINTS}, code="too_many_webhooks")
        return _made(organization=organization, by=by, **values)


def create_for_requests(*, organization: Organization, by: Any) -> IssuedEndpoint:
    """The secret for addresses that single requests name; Conflict where there is one: it can be replaced."""
    with transaction.atomic():
        if WebhookEndpoint.objects.for_organization(organization).filter(kind=REQUESTS).exists():
            raise Conflict(_("There is a secret for requests already. Replace it to see a new one."), code="exists")
        return _made(organization=organization, by=by, kind=REQUESTS)


def change(*, endpoint: WebhookEndpoint, fields: EndpointFields, by: Any) -> WebhookEndpoint:
    """Give an address other facts. What is queued goes to the new address, signed with the same secret."""
    values = fields.cleaned()
    with transaction.atomic():
        others = WebhookEndpoint.objects.for_organization(endpoint.organization_id)
        _refuse_second(others.exclude(pk=endpoint.pk), values["url"])
        for name, value in values.items():
            setattr(endpoint, name, value)
        endpoint.save(update_fields=list(values))
        _note("changed", endpoint, by, url=endpoint.url, event_types=endpoint.event_types)
    return endpoint


@transaction.atomic
def rotate(*, endpoint: WebhookEndpoint, by: Any) -> IssuedEndpoint:
    """Another secret; for a day what is sent carries the signatures of both."""
    secret = signatures.new_secret()
    endpoint.previous_encrypted, endpoint.previous_until = endpoint.encrypted, timezone.now() + BOTH_SECRETS
    endpoint.encrypted = encryption.encrypt(secret)
    endpoint.save(update_fields=["encrypted", "previous_encrypted", "previous_until"])
    _note("secret_replaced", endpoint, by)
    return IssuedEndpoint(endpoint, secret)


@transaction.atomic
def turn_off(*, endpoint: WebhookEndpoint, reason: Reason | None = None, by: Any = None) -> None:
    """Send nothing to it any more, and fail what is unfinished: it can be sent again once the address is on.

    What a worker is sending just now may still arrive. Off twice is once.
    """
    reason = reason or TURNED_OFF()
    now = timezone.now()
    going = WebhookEndpoint.objects.filter(pk=endpoint.pk, disabled_at=None)
    if going.update(disabled_at=now, disabled_reason=reason):
        unfinished = WebhookDelivery.objects.filter(endpoint=endpoint, state__in=UNFINISHED)
        unfinished.update(state="failed", last_error=ENDPOINT_OFF(), finished_at=now, lease_until=None)
        _note("turned_off", endpoint, by, reason=reason.english)
    endpoint.refresh_from_db()


@transaction.atomic
def turn_on(*, endpoint: WebhookEndpoint, by: Any) -> None:
    """Send what happens from now on; what was missed is sent again by `deliveries.redeliver_failed`."""
    off = WebhookEndpoint.objects.filter(pk=endpoint.pk).exclude(disabled_at=None)
    if off.update(disabled_at=None, disabled_reason=None, failing_since=None):
        _note("turned_on", endpoint, by)
    endpoint.refresh_from_db()


@transaction.atomic
def delete(*, endpoint: WebhookEndpoint, by: Any) -> None:
    """Forget an address with the log of what was sent there."""
    _note("deleted", endpoint, by, url=endpoint.url)
    endpoint.delete()


@transaction.atomic
def send_test(*, endpoint: WebhookEndpoint, by: Any) -> WebhookDelivery:
    """Queue an event of type `webhook.test` for this address alone; the caller wakes a worker."""
    refuse_off(endpoint)
    if endpoint.kind == REQUESTS:
        raise Conflict(_("This secret has no address of its own to send a test to."), code="no_address")
    payload = {"webhook_id": endpoint.pk}
    event = outbox.emit(organization=endpoint.organization, type="webhook.test", object=endpoint, payload=payload)
    _note("tested", endpoint, by)
    return _queued(event, endpoint)


@transaction.atomic
def once(*, event: OutboxEvent, url: str) -> WebhookDelivery:
    """Queue an event for an address that a request named, which was checked by `addresses.check` when it did.

    Signed with the organization's secret for requests; one that nobody has asked for yet is made.
    """
    endpoint = WebhookEndpoint.objects.filter(organization=event.organization_id, kind=REQUESTS).first()
    if endpoint is None:
        WebhookEndpoint.objects.bulk_create(
            [
                WebhookEndpoint(
                    organization_id=event.organization_id,
                    kind=REQUESTS,
                    encrypted=encryption.encrypt(signatures.new_secret()),
                )
            ],
            ignore_conflicts=True,
        )
        endpoint = WebhookEndpoint.objects.get(organization=event.organization_id, kind=REQUESTS)
    return _queued(event, endpoint, url=url)


def refuse_off(endpoint: WebhookEndpoint) -> None:
    if endpoint.disabled_at is not None:
        raise Conflict(_("This webhook is turned off. Turn it on first."), code="webhook_off")


def _made(*, organization, by, **fields):
    secret = signatures.new_secret()
    user = getattr(by, "user", by)
    endpoint = WebhookEndpoint.objects.create(
        organization=organization, encrypted=encryption.encrypt(secret), created_by=user, **fields
    )
    _note("created", endpoint, by, url=endpoint.url, event_types=endpoint.event_types)
    return IssuedEndpoint(endpoint, secret)


def _refuse_second(others: Iterable[WebhookEndpoint], url):
    if any(each.url == url for each in others):
        raise Conflict(_("There is a webhook with this address already. Change that one."), code="exists")


def _queued(event, endpoint, url=""):
    return WebhookDelivery.objects.create(
        organization_id=event.organization_id, event=event, endpoint=endpoint, url=url, next_attempt_at=timezone.now()
    )


def _note(what, endpoint, by, **details):
    organization = endpoint.organization
    audit.record(organization=organization, verb=f"webhook.{what}", target=endpoint, details=details, by=by)
