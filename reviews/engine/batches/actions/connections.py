"""Which models have a batch wire, and an adapter connected to it with the key and address of direct calls."""

import contextlib
from typing import Any

from reviews.engine.batches.adapters import registry
from reviews.engine.batches.adapters.errors import ProviderError
from reviews.engine.client.endpoints import resolve
from reviews.engine.client.exchange import BLOCKED
from reviews.engine.client.failures import Failure


def adapter_of(model) -> Any:
    """The Adapter class of a model's provider, or None when its requests can only be sent one by one."""
    provider = resolve(model).provider
    adapter = registry[provider] if provider in registry else None
    return adapter if adapter and adapter.takes(wire_name(model)) else None


def wire_name(model):
    """The model as its provider calls it."""
    return resolve(model).model.partition("/")[2]


def check(model):
    """ProviderError when there is no key, address or bucket for a model."""
    endpoint = resolve(model)
    reason = endpoint.blocked_reason or registry[endpoint.provider].missing(endpoint)
    if reason:
        raise ProviderError(Failure(BLOCKED, "not_configured"), reason)


@contextlib.contextmanager
def connected(model, headers=None):
    """An adapter for this model, after a `check`; `headers` say how the bodies of the rows are meant."""
    check(model)
    endpoint = resolve(model)
    adapter = registry[endpoint.provider]
    http = adapter.connect(endpoint, dict(headers or {}))
    try:
        yield adapter(http)
    finally:
        http.close()
