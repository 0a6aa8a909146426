"""The outbox of events."""

from .outbox_event import OutboxEvent

__all__ = ["OutboxEvent"]
