"""The batch wires against the simulated provider, over real HTTP."""

import json
import time

from reviews.engine.batches.adapters import registry
from reviews.engine.batches.adapters.base import ENDED, Row
from reviews.engine.batches.adapters.http import BatchHttp
from reviews.engine.batches.adapters.vertex import VertexHttp
from tests.demo.provider.provider import SCHEMA, prompt

PROVIDERS = ("openai", "anthropic", "gemini", "vertex_ai")
_BASES = {"openai": "/v1", "anthropic": "", "gemini": "/v1beta"}
_KEYS = {"openai": "authorization", "anthropic": "x-api-key", "gemini": "x-goog-api-key"}
MODEL = "simulated-careful"


def adapter(provider, url, key="key-one"):
    if provider == "vertex_ai":
        return registry[provider](vertex_http(url, token=lambda: key))
    value = f"Bearer {key}" if provider == "openai" else key
    http = BatchHttp(provider=provider, base=url + _BASES[provider], headers={_KEYS[provider]: value})
    return registry[provider](http)


def vertex_http(url, **options):
    place = {"project": "acme", "location": "europe-west4", "bucket": "acme-batches"}
    return VertexHttp(**place, base=f"{url}/v1", storage_base=url, **options)


def rows(provider, n, batch_id="b1"):
    return [Row(f"{batch_id}_{number}", _body(provider, number)) for number in range(n)]


def ended(batches, ref, seconds=60):
    """The Status once it has ended."""
    end = time.monotonic() + seconds
    while (status := batches.poll(ref)).phase != ENDED:
        assert time.monotonic() < end, status
        time.sleep(0.02)
    return status


def sent(batches, n=6, batch_id="b1"):
    return batches.submit(rows(batches.provider, n, batch_id), model=MODEL, batch_id=batch_id)


def collected(batches, ref):
    status = ended(batches, ref)
    return status, list(batches.results(ref, status))


def text_of(provider, body):
    """What the model said, wherever the wire puts it."""
    if provider == "openai":
        return body["choices"][0]["message"]["content"]
    if provider == "anthropic":
        return body["content"][0]["text"]
    return body["candidates"][0]["content"]["parts"][0]["text"]


def echo_of(provider, body):
    return json.loads(text_of(provider, body))["case_ref"]


def _body(provider, number):
    said = prompt(f"Refunds take {number} days.")
    if provider == "openai":
        wanted = {"type": "json_schema", "json_schema": {"name": "x", "schema": SCHEMA, "strict": True}}
        return {"messages": [{"role": "user", "content": said}], "response_format": wanted}
    if provider == "anthropic":
        wanted = {"type": "json_schema", "schema": SCHEMA}
        return {"messages": [{"role": "user", "content": said}], "output_format": wanted, "max_tokens": 2000}
    return {
        "contents": [{"role": "user", "parts": [{"text": said}]}],
        "generationConfig": {"responseMimeType": "application/json", "responseJsonSchema": SCHEMA},
    }
