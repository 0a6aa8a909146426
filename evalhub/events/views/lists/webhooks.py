"""The list of webhooks."""

from django.db.models import Count, Max, Q
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as gettext_now
from django.utils.translation import gettext_lazy as _

from evalhub.events.api.webhooks import FILTERS
from evalhub.events.models import WebhookDelivery, WebhookEndpoint
from evalhub.lib import orders
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List

FIGURES = {
    "waiting": Count("pk", filter=Q(state="waiting")),
    "failed": Count("pk", filter=Q(state="failed")),
    "last_sent_at": Max("finished_at", filter=Q(state="done")),
}


def address_of(endpoint):
    """The address, or the words for the one endpoint that has none."""
    return endpoint.url or gettext_now("Addresses in requests")


@register("webhooks")
class WebhookList(List):
    title = _("Webhooks")
    lead = _("Other programs receive messages about what happens here at these addresses.")
    capability = "admin"
    columns = (
        Column("url", _("Address"), address_of, sort="url"),
        Column("state", _("State"), "state", kind="state"),
        Column("event_types", _("Events"), "event_types", template="events/webhook_cells.html"),
        Column("waiting", _("Waiting"), "waiting", kind="number"),
        Column("failed", _("Failed"), "failed", kind="number"),
        Column("last_sent_at", _("Last delivered"), "last_sent_at", kind="time"),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at", default=False),
    )
    sorts = {
        "waiting": Coalesce(orders.summed(WebhookDelivery.objects.all(), "endpoint", FIGURES["waiting"]), 0),
        "failed": Coalesce(orders.summed(WebhookDelivery.objects.all(), "endpoint", FIGURES["failed"]), 0),
        "last_sent_at": orders.summed(WebhookDelivery.objects.all(), "endpoint", FIGURES["last_sent_at"]),
    }
    filters = tuple(each for each in FILTERS if each.name != "q")
    search, search_label = ("url", "description"), _("Address or description")
    links = (
        Link(_("Addresses in requests"), "events:webhook_requests", "admin", icon="key-round"),
        Link(_("New webhook"), "events:webhook_create", "admin", primary=True),
    )
    empty = Empty(
        "webhook",
        _("No webhooks yet"),
        _("A webhook tells another program that an export is ready or a task is complete, so that it need not ask."),
        Link(_("New webhook"), "events:webhook_create", "admin"),
    )

    def rows(self):
        return WebhookEndpoint.objects.for_organization(self.organization).with_state()

    def load(self, rows):
        """What waits, has failed and was delivered last, of the deliveries that are kept; one statement."""
        counted = WebhookDelivery.objects.filter(endpoint__in=[row.pk for row in rows]).order_by().values("endpoint")
        found = {each["endpoint"]: each for each in counted.annotate(**FIGURES)}
        for row in rows:
            mine = found.get(row.pk, {"waiting": 0, "failed": 0, "last_sent_at": None})
            row.waiting, row.failed, row.last_sent_at = mine["waiting"], mine["failed"], mine["last_sent_at"]

    def href(self, row):
        return reverse("events:webhook_detail", args=[row.pk])

    def note(self, row):
        return row.description
