"""The wires: three for chats, one for embeddings, four for batches."""

import re

from evalhub.demo.provider.wires.anthropic import Anthropic, AnthropicBatches
from evalhub.demo.provider.wires.embeddings import Embeddings
from evalhub.demo.provider.wires.gemini import Gemini, GeminiBatches
from evalhub.demo.provider.wires.openai import OpenAI, OpenAIBatches
from evalhub.demo.provider.wires.vertex import VertexBatches

WIRES = (OpenAI(), Anthropic(), Gemini(), Embeddings())
BATCH_WIRES = (OpenAIBatches(), AnthropicBatches(), GeminiBatches(), VertexBatches())
_ROUTES = [(re.compile(pattern), verb, handle) for wire in BATCH_WIRES for pattern, verb, handle in wire.routes()]


def wire_of(path):
    """(the wire of a direct call to this address, the match), or (None, None)."""
    matches = ((wire, wire.path.fullmatch(path)) for wire in WIRES)
    return next(((wire, found) for wire, found in matches if found), (None, None))


def batch_route(method, path):
    """(what answers, the match) of an address that concerns files or batches, or (None, None)."""
    matches = ((handle, pattern.fullmatch(path)) for pattern, verb, handle in _ROUTES if verb == method)
    return next(((handle, found) for handle, found in matches if found), (None, None))
