"""Which models have a batch wire, and an adapter connected to it with the key and address of direct calls."""

import contextlib
from urllib.parse import urlsplit

from reviews.engine.batches.adapters import registry
from reviews.engine.batches.adapters.base import ProviderError
from reviews.engine.batches.adapters.http import BatchHttp
from reviews.engine.batches.adapters.vertex import VertexHttp
from reviews.engine.client.endpoints import BUCKET_VARIABLE, PLACEHOLDER_KEY, VERTEX, resolve
from reviews.engine.client.exchange import BLOCKED
from reviews.engine.client.failures import Failure
from reviews.engine.client.wires import registry as wires

# Providers with a batch wire that take the key of direct calls.
PROVIDERS = ("openai", "anthropic", "gemini")


def adapter_of(model):
    """The Adapter class of a model's provider, or None when its requests can only be sent one by one."""
    provider = resolve(model).provider
    if provider == VERTEX:  # models of others there have wires of their own
        return registry[VERTEX] if wire_name(model).startswith(("gemini", "simulated")) else None
    return registry[provider] if provider in PROVIDERS else None


def wire_name(model):
    """The model as its provider calls it."""
    return resolve(model).model.partition("/")[2]


def check(model):
    """ProviderError when there is no key, address or bucket for a model."""
    endpoint = resolve(model)
    reason = endpoint.blocked_reason
    if not reason and endpoint.vertex and not endpoint.vertex.bucket:
        reason = f"Batches of {endpoint.model} have no place for their files. Set {BUCKET_VARIABLE} to a bucket's name."
    if reason:
        raise ProviderError(Failure(BLOCKED, "not_configured"), reason)


@contextlib.contextmanager
def connected(model, headers=None):
    """An adapter for this model, after a `check`; `headers` say how the bodies of the rows are meant."""
    check(model)
    endpoint = resolve(model)
    http = _vertex_http(endpoint) if endpoint.vertex else _http(endpoint, headers)
    try:
        yield registry[endpoint.provider](http)
    finally:
        http.close()


def _vertex_http(endpoint):
    """Google's own addresses and this machine's account, or the simulated provider with neither."""
    place = {"project": endpoint.vertex.project, "location": endpoint.vertex.location, "bucket": endpoint.vertex.bucket}
    if not endpoint.simulated:
        return VertexHttp(**place)
    parts = urlsplit(endpoint.api_base)
    host = f"{parts.scheme}://{parts.netloc}"
    return VertexHttp(**place, token=lambda: PLACEHOLDER_KEY, base=f"{host}/v1", storage_base=host)


def _http(endpoint, headers):
    """Where direct calls go, with their key."""
    wire = wires[endpoint.provider]
    return BatchHttp(
        provider=endpoint.provider,
        base=endpoint.api_base or wire.base,
        headers=wire.key_headers(endpoint.api_key) | dict(headers or {}),
    )
