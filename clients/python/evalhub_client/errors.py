"""What can go wrong, in words that say what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class EvalHubClientError(Exception):
    """Base of all errors of this package.

    `status`, `code`, `message` and `details` are those of the server's answer, as its OpenAPI document lists them; None
    and {} where it gave none.
    """

    def __init__(
        self,
        text: str,
        *,
        status: int | None = None,
        code: str | None = None,
        message: str | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.message = text if message is None else message
        self.details = dict(details or {})


class NotAllowed(EvalHubClientError):
    """The server does not know the key (401), or the key may not do this (403)."""


class NotFound(EvalHubClientError):
    """There is no such object, or it belongs to another organization (404)."""


class Refused(EvalHubClientError):
    """Any other answer that is no success."""


class InvalidRequest(Refused):
    """A field or value is not valid, or too large (400, 413, 415, 422)."""


class Conflict(Refused):
    """The object is not in a state that allows it (409)."""


class BundleChanged(EvalHubClientError):
    """The snapshot that was being downloaded is not kept any more: the study changes faster than it can be read."""


class ServerAway(EvalHubClientError):
    """The server cannot be reached, does not answer in time, or says that it cannot work now."""


class RateLimited(ServerAway):
    """Too many requests with this key, after all retries (429)."""


class Incompatible(EvalHubClientError):
    """The bundle has another schema version than this package reads."""


class Damaged(EvalHubClientError):
    """A file is not what the manifest says it is."""


class Failed(EvalHubClientError):
    """What was waited for ended as failed; `details` is what the server says of it."""


class TimedOut(EvalHubClientError):
    """What was waited for goes on; `details` is what the server said of it last."""
