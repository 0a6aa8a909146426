"""What was sent to a webhook, over the API: the log, a test, and sending again."""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, StrictSerializer, TextOrNull
from evalhub.api.paging import CURSOR, LIMIT, OFFSET, ListOut, list_page
from evalhub.events import tasks
from evalhub.events.actions import deliveries, webhooks
from evalhub.events.api.webhooks import WebhookView
from evalhub.events.models import WebhookDelivery
from evalhub.lib.strict_json import loads

FILTERS = (
    filters.choice("state", "state", WebhookDelivery.STATES, "deliveries in this state", title=_("State")),
    filters.text("type", "event__type", "of events of this type", title=_("Event")),
    filters.since("created_at", "queued then or later", title=_("From")),
    filters.until("created_at", "queued before", title=_("Until")),
)


class DeliveryOut(Answer):
    delivery_id = s.IntegerField(source="pk")
    event_id = s.UUIDField(help_text="what the header webhook-id says")
    type = s.CharField(source="event.type")
    url = s.CharField(source="address")
    state = s.ChoiceField(WebhookDelivery.STATES, help_text="waiting: for its first or next try")
    attempts = s.IntegerField()
    status_code = s.IntegerField(allow_null=True, help_text="of the last answer")
    error = TextOrNull(help_text="why the last try failed", source="last_error.english")
    next_attempt_at = s.DateTimeField(allow_null=True, help_text="null: there will be none")
    created_at = s.DateTimeField()
    finished_at = s.DateTimeField(allow_null=True)

    def read_next_attempt_at(self, delivery):
        return delivery.next_attempt_at if delivery.state == "waiting" else None


class DeliveryListOut(ListOut):
    deliveries = DeliveryOut(source="rows", many=True)


class AttemptOut(Answer):
    number = s.IntegerField()
    started_at = s.DateTimeField()
    milliseconds = s.IntegerField()
    status_code = s.IntegerField(allow_null=True, help_text="null: no answer came")
    answer = s.CharField(source="excerpt", help_text="how the answer began, up to 1,000 characters")
    error = TextOrNull(help_text="null: the event was accepted", source="error.english")


class DeliveryDetailOut(DeliveryOut):
    body = s.DictField(help_text="what is sent")
    tries = AttemptOut(many=True)

    def read_body(self, delivery):
        return loads(deliveries.body_of(delivery.event))

    def read_tries(self, delivery):
        return delivery.tries_made.all()


class RedeliverIn(StrictSerializer):
    since = s.DateTimeField(help_text="failed deliveries that were queued then or later")


class RedeliveredOut(Answer):
    deliveries = s.IntegerField(help_text="how many are sent again")


class _DeliveryView(WebhookView):
    def deliveries(self, request, webhook_id):
        found = WebhookDelivery.objects.filter(endpoint=self.webhook(request, webhook_id))
        return found.select_related("event", "endpoint__organization")

    def delivery(self, request, webhook_id, delivery_id):
        return self.get_or_404(self.deliveries(request, webhook_id), "delivery", pk=delivery_id)


class DeliveryList(_DeliveryView):
    access = {"GET": "admin"}

    @extend_schema(
        operation_id="webhook_deliveries_list",
        parameters=[*filters.parameters(FILTERS), LIMIT, OFFSET, CURSOR],
        responses=DeliveryListOut,
        extensions=errors("bad_filter", "bad_cursor"),
    )
    def get(self, request, webhook_id):
        """List what was sent to a webhook, newest first."""
        found = filters.narrowed(self.deliveries(request, webhook_id), FILTERS, request.query_params)
        return Response(DeliveryListOut.of(list_page(found, request.query_params, keys=("-pk",))))


class DeliveryDetail(_DeliveryView):
    access = {"GET": "admin"}

    @extend_schema(operation_id="webhook_deliveries_retrieve", responses=DeliveryDetailOut)
    def get(self, request, webhook_id, delivery_id):
        """Get a delivery with its body and every try."""
        return Response(DeliveryDetailOut.of(self.delivery(request, webhook_id, delivery_id)))


class Redelivery(_DeliveryView):
    access = {"POST": "admin"}

    @extend_schema(
        operation_id="webhook_deliveries_redeliver",
        request=None,
        responses={202: DeliveryOut},
        extensions=errors("webhook_off", "being_sent"),
    )
    def post(self, request, webhook_id, delivery_id):
        """Send a delivery again, with the same id and body."""
        delivery = self.delivery(request, webhook_id, delivery_id)
        deliveries.redeliver(delivery=delivery, by=request.user)
        tasks.wake()
        return Response(DeliveryOut.of(self.delivery(request, webhook_id, delivery_id)), status=202)


class RedeliveryOfAll(WebhookView):
    access = {"POST": "admin"}

    @extend_schema(
        operation_id="webhooks_redeliver",
        request=RedeliverIn,
        responses={202: RedeliveredOut},
        extensions=errors("webhook_off"),
    )
    def post(self, request, webhook_id):
        """Send again all that failed since a time."""
        endpoint, body = self.webhook(request, webhook_id), RedeliverIn.read(request.data)
        count = deliveries.redeliver_failed(endpoint=endpoint, since=body["since"], by=request.user)
        tasks.wake()
        return Response(RedeliveredOut.of({"deliveries": count}), status=202)


class WebhookTest(WebhookView):
    access = {"POST": "admin"}

    @extend_schema(
        operation_id="webhooks_test",
        request=None,
        responses={202: DeliveryOut},
        extensions=errors("webhook_off", "no_address"),
    )
    def post(self, request, webhook_id):
        """Send an event of type webhook.test to a webhook."""
        delivery = webhooks.send_test(endpoint=self.webhook(request, webhook_id), by=request.user)
        tasks.wake()
        return Response(DeliveryOut.of(delivery), status=202)
