"""What was sent to one webhook; its parent is a WebhookEndpoint."""

from django.db.models import Case, When
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evalhub.events.api.deliveries import FILTERS
from evalhub.events.event_types import registry
from evalhub.events.models import WebhookDelivery
from evalhub.events.models.webhook_delivery import UNFINISHED
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, List


def title_of(event_type):
    """A type of event in the reader's words; its key where no version of the product knows it any more."""
    return gettext(registry[event_type].title) if event_type in registry else event_type


@register("deliveries")
class DeliveryList(List):
    title = _("Deliveries")
    capability = "admin"
    columns = (
        Column("event", _("Event"), lambda row: title_of(row.event.type), sort="event__type"),
        Column("type", _("Type"), "event.type", kind="mono", sort="event__type", default=False),
        Column("state", _("State"), "state", kind="state", sort="state"),
        Column("status_code", _("Answer"), "status_code", template="events/delivery_cells.html#answer"),
        Column("attempts", _("Attempts"), "attempts", kind="number", sort="attempts"),
        Column("created_at", _("Queued"), "created_at", kind="time", sort="created_at"),
        Column("next", _("Next try"), lambda row: row.next_attempt_at if row.state == "waiting" else None, kind="time"),
        Column("finished_at", _("Ended"), "finished_at", kind="time", sort="finished_at", default=False),
    )
    sorts = {"next": Case(When(state="waiting", then="next_attempt_at"))}
    filters = FILTERS
    search, search_label = ("event__object_id", "event__type"), _("Type, or ID of the object")
    empty = Empty("send", _("Nothing sent yet"), _("Deliveries appear here as events happen. Send a test to try it."))

    def rows(self):
        found = WebhookDelivery.objects.filter(endpoint=self.parent, organization=self.organization)
        return found.select_related("event")

    def labels(self, filter):
        if filter.name == "type":
            return {key: gettext(declared.title) for key, declared in registry.items()}
        return super().labels(filter)

    def is_live(self, rows):
        return any(row.state in UNFINISHED and row.attempts == row.attempts_before for row in rows)

    def href(self, row):
        return reverse("events:delivery_detail", args=[row.endpoint_id, row.pk])

    def note(self, row):
        return row.url
