"""The outbox of events, and the webhooks that deliver them."""

from .outbox_event import OutboxEvent
from .webhook_delivery import WebhookAttempt, WebhookDelivery
from .webhook_endpoint import WebhookEndpoint

__all__ = ["OutboxEvent", "WebhookAttempt", "WebhookDelivery", "WebhookEndpoint"]
