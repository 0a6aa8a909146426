"""The types of events that other programs may hear of; each feature registers its own."""

from collections.abc import Callable
from typing import Any

from evalhub.lib.registry import Registry
from evalhub.lib.translation import gettext_noop


class EventType:
    """`example` is what `data` of an event holds: every event of the type has these fields and no others.

    `title` is put into the reader's language when it is shown. One that is not `is_offered` is sent to single places,
    and no endpoint asks for it.
    """

    key = ""
    title = ""
    example: dict[str, Any] = {}
    is_offered = True


registry = Registry("event type")
offered = registry.where(lambda each: each.is_offered)


def register(key: str) -> Callable[[type[EventType]], type[EventType]]:
    """Decorator of an EventType: it knows its key, `thing.happened`."""

    def decorate(declared):
        declared.key = key
        return registry.register(key)(declared)

    return decorate


@register("webhook.test")
class WebhookTried(EventType):
    title = gettext_noop("Test of a webhook")
    example = {"webhook_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45"}
    is_offered = False
