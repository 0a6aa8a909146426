"""Which requests concern batches, and who answers them."""

import re

from evalhub.demo.provider.batches import anthropic, gemini, openai, vertex
from evalhub.demo.provider.batches.call import Call, Response


def key_of(headers):
    """The key of a request, whatever its wire."""
    bearer = (headers.get("authorization") or "").removeprefix("Bearer ").strip()
    return bearer or headers.get("x-api-key") or headers.get("x-goog-api-key") or ""


def route(method, path):
    """(what answers, the match) of an address that concerns files or batches; None for others."""
    for pattern, verb, handle in _ROUTES:
        found = pattern.fullmatch(path) if verb == method else None
        if found:
            return handle, found
    return None


def respond(routed, batches, headers, body):
    """The Response to a routed request."""
    handle, found = routed
    try:
        return handle(Call(batches, key_of(headers), found, headers, body))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return Response(400, {"error": {"message": f"The request cannot be read: {error}", "code": 400}})


_ROUTES = [
    (re.compile(pattern), verb, handle)
    for wire in (openai, anthropic, gemini, vertex)
    for pattern, verb, handle in wire.ROUTES
]
