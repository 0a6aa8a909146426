"""The types of events that other programs may hear of; each feature registers its own."""

from collections.abc import Callable
from typing import Any

from evalhub.lib.registry import Registry


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
