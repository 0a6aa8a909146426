"""Webhooks over the API: where events are sent; a secret is shown once, when it is made."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.api.base import ApiView
from evalhub.accounts.api.secrets import shown_once
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, KeyField, StrictBoolean, StrictSerializer, StrictText, TextOrNull
from evalhub.api.paging import CURSOR, LIMIT, OFFSET, ListOut, list_page, whole
from evalhub.events.actions import webhooks
from evalhub.events.actions.webhooks import LONGEST_DESCRIPTION, EndpointFields
from evalhub.events.event_types import offered
from evalhub.events.models import WebhookEndpoint
from evalhub.events.models.webhook_endpoint import KINDS, REQUESTS, STATES
from evalhub.lib.egress import addresses
from evalhub.lib.errors import Conflict, InvalidInput

FILTERS = (
    filters.choice("state", "in_state", STATES, "webhooks in this state", title=_("State")),
    filters.part_of("q", "url", "a part of the address"),
)
TYPES_HELP = "of those that GET /v1/event-types lists; empty: all, later ones too"
URL_HELP = "http on port 80 or https on port 443, at a public address"


class WebhookOut(Answer):
    example = {"url": "https://example.org/hooks", "event_types": ["annotation_task.completed"], "kind": "address"}

    webhook_id = s.UUIDField(source="pk")
    kind = s.ChoiceField(KINDS, help_text="requests: the secret for addresses that single requests name")
    url = TextOrNull(help_text="null for kind requests")
    description = s.CharField()
    event_types = s.ListField(child=s.CharField(), help_text=TYPES_HELP)
    state = s.ChoiceField(STATES, help_text="failing: the last try failed")
    failing_since = s.DateTimeField(allow_null=True, help_text="since when every try has failed")
    disabled_at = s.DateTimeField(allow_null=True)
    disabled_reason = TextOrNull(source="disabled_reason.english")
    previous_secret_until = s.DateTimeField(
        source="previous_until", allow_null=True, help_text="until when messages are signed with the former secret too"
    )
    created_at = s.DateTimeField()


class WebhookListOut(ListOut):
    webhooks = WebhookOut(source="rows", many=True)


class NewWebhookOut(WebhookOut):
    secret = s.CharField(
        allow_null=True,
        help_text="it is shown this once, so that it is null when a request is answered again by its Idempotency-Key",
        source="context.secret",
    )


def _types(**options):
    return s.ListField(
        child=KeyField(lambda: offered.keys()), required=False, max_length=200, help_text=TYPES_HELP, **options
    )


class WebhookIn(StrictSerializer):
    example = {"url": "https://example.org/hooks", "event_types": ["annotation_task.completed"]}

    url = StrictText(
        allow_null=True,
        max_length=addresses.LONGEST,
        help_text=f"{URL_HELP}; null: make the secret for addresses that single requests name",
    )
    event_types = _types()
    description = StrictText(required=False, allow_blank=True, max_length=LONGEST_DESCRIPTION)


class WebhookChangeIn(StrictSerializer):
    example = {"is_on": False}

    url = StrictText(required=False, max_length=addresses.LONGEST, help_text=URL_HELP)
    event_types = _types()
    description = StrictText(required=False, allow_blank=True, max_length=LONGEST_DESCRIPTION)
    is_on = StrictBoolean(required=False, help_text="false: send nothing to it any more; true: send again")

    @classmethod
    def read(cls, data: Any, **kwargs: Any) -> Any:
        body = super().read(data, **kwargs)
        if not body:
            raise InvalidInput(f"Nothing to change. Valid fields: {', '.join(cls().fields)}.")
        return body


class EventTypeOut(Answer):
    type = s.CharField(source="key")
    title = s.CharField()
    example = s.DictField(help_text="the `data` of such an event")


class EventTypeListOut(ListOut):
    event_types = EventTypeOut(source="rows", many=True)


class WebhookView(ApiView):
    def webhooks(self, request: Any) -> Any:
        found = WebhookEndpoint.objects.for_organization(request.organization)
        return found.select_related("organization").with_state()

    def webhook(self, request: Any, webhook_id: str) -> WebhookEndpoint:
        return self.get_or_404(self.webhooks(request), "webhook", pk=webhook_id)


class WebhookList(WebhookView):
    access = {"GET": "admin", "POST": "admin"}

    @extend_schema(
        operation_id="webhooks_list",
        parameters=[*filters.parameters(FILTERS), LIMIT, OFFSET, CURSOR],
        responses=WebhookListOut,
        extensions=errors("bad_filter", "bad_cursor"),
    )
    def get(self, request):
        """List webhooks, newest first."""
        found = filters.narrowed(self.webhooks(request), FILTERS, request.query_params)
        return Response(WebhookListOut.of(list_page(found, request.query_params, keys=("-pk",))))

    @extend_schema(
        request=WebhookIn,
        responses={201: NewWebhookOut},
        extensions=errors("bad_address", "unknown_event_type", "exists", "too_many_webhooks"),
    )
    def post(self, request):
        """Create a webhook. The secret its messages are signed with is in this answer and nowhere else."""
        body = WebhookIn.read(request.data)
        if body["url"] is None:
            if len(body) > 1:
                raise InvalidInput("url is null: the secret for requests has no other fields.")
            made = webhooks.create_for_requests(organization=request.organization, by=request.user)
        else:
            fields = EndpointFields(**body)
            made = webhooks.create(organization=request.organization, fields=fields, by=request.user)
        return shown_once(NewWebhookOut, made.endpoint, secret=made.secret)


class WebhookDetail(WebhookView):
    access = {"GET": "admin", "PATCH": "admin", "DELETE": "admin"}

    @extend_schema(responses=WebhookOut)
    def get(self, request, webhook_id):
        """Get a webhook."""
        return Response(WebhookOut.of(self.webhook(request, webhook_id)))

    @extend_schema(
        request=WebhookChangeIn,
        responses=WebhookOut,
        extensions=errors("bad_address", "unknown_event_type", "exists", "no_address"),
    )
    def patch(self, request, webhook_id):
        """Change a webhook, or turn it off and on. What is queued goes to the new address."""
        endpoint, body = self.webhook(request, webhook_id), WebhookChangeIn.read(request.data)
        is_on = body.pop("is_on", None)
        if body:
            if endpoint.kind == REQUESTS:
                raise Conflict("The secret for requests has no address of its own.", code="no_address")
            kept = {"url": endpoint.url, "event_types": endpoint.event_types, "description": endpoint.description}
            endpoint = webhooks.change(endpoint=endpoint, fields=EndpointFields(**kept | body), by=request.user)
        if is_on is not None:
            (webhooks.turn_on if is_on else webhooks.turn_off)(endpoint=endpoint, by=request.user)
        return Response(WebhookOut.of(self.webhook(request, webhook_id)))

    @extend_schema(responses={204: None})
    def delete(self, request, webhook_id):
        """Delete a webhook with the log of its deliveries."""
        webhooks.delete(endpoint=self.webhook(request, webhook_id), by=request.user)
        return Response(status=204)


class WebhookSecret(WebhookView):
    access = {"POST": "admin"}

    @extend_schema(operation_id="webhooks_rotate", request=None, responses={201: NewWebhookOut})
    def post(self, request, webhook_id):
        """Replace the secret of a webhook. For 24 hours messages are signed with the former one too."""
        made = webhooks.rotate(endpoint=self.webhook(request, webhook_id), by=request.user)
        return shown_once(NewWebhookOut, made.endpoint, secret=made.secret)


class EventTypes(ApiView):
    access = {"GET": "read"}

    @extend_schema(operation_id="event_types_list", responses=EventTypeListOut)
    def get(self, request):
        """List the types of events that webhooks may ask for."""
        return Response(EventTypeListOut.of(whole([declared for _key, declared in offered.items()])))
