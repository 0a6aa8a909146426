"""Where events are sent, and what was sent there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..server import Resource, id_of, path

Webhook = Mapping[str, Any] | str


class Webhooks(Resource):
    """Addresses that are told what happens, each message signed with the secret of its webhook."""

    def event_types(self) -> list[dict[str, Any]]:
        """What a webhook may ask for, each with an example of its data."""
        return self._server.get(path("event-types"))["event_types"]

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Webhooks, newest first; filters are state and q."""
        return self._server.rows(path("webhooks"), "webhooks", **filters)

    def get(self, webhook: Webhook) -> dict[str, Any]:
        return self._server.get(_place(webhook))

    def create(self, url: str | None, **fields: Any) -> dict[str, Any]:
        """A webhook; `secret` of the answer is shown this once. `fields`: event_types (none: all) and description.

        None as url makes the secret for addresses that single requests name.
        """
        return self._server.post(path("webhooks"), {"url": url, **fields})

    def change(self, webhook: Webhook, **fields: Any) -> dict[str, Any]:
        """`fields` are url, event_types, description and is_on."""
        return self._server.patch(_place(webhook), fields)

    def delete(self, webhook: Webhook) -> None:
        """Delete a webhook with the log of its deliveries."""
        self._server.delete(_place(webhook))

    def rotate(self, webhook: Webhook) -> dict[str, Any]:
        """Another secret, shown this once; for a day messages are signed with both."""
        return self._server.post(_place(webhook, "rotate"))

    def test(self, webhook: Webhook) -> dict[str, Any]:
        """Send an event of type webhook.test; the delivery."""
        return self._server.post(_place(webhook, "test"))

    def deliveries(self, webhook: Webhook, **filters: Any) -> Iterator[dict[str, Any]]:
        """What was sent, newest first; filters are state, type, since and until."""
        return self._server.rows(_place(webhook, "deliveries"), "deliveries", **filters)

    def delivery(self, webhook: Webhook, delivery: Mapping[str, Any] | int) -> dict[str, Any]:
        """A delivery with its body and every try."""
        return self._server.get(_place(webhook, "deliveries", id_of(delivery, "delivery_id")))

    def redeliver(self, webhook: Webhook, delivery: Mapping[str, Any] | int) -> dict[str, Any]:
        """Send a delivery again, with the same id and body."""
        return self._server.post(_place(webhook, "deliveries", id_of(delivery, "delivery_id"), "redeliver"))

    def redeliver_failed(self, webhook: Webhook, since: str) -> int:
        """Send again all that failed and was queued since a time, written as in the API; how many."""
        return self._server.post(_place(webhook, "redeliver"), {"since": since})["deliveries"]


def _place(webhook: Webhook, *parts: Any) -> str:
    return path("webhooks", id_of(webhook, "webhook_id"), *parts)
