"""POST /v1/embeddings on OpenAI's wire: vectors of the words of a text, near for texts that share their words."""

import base64
import json
import math
import re
import struct

from evalhub.demo.provider.prompts import rng_of, words
from evalhub.demo.provider.wires.chat import Request, marked, tokens
from evalhub.demo.provider.wires.openai import OpenAI

SIZE = 64


class Embeddings(OpenAI):
    """The texts travel in a Request as JSON, the encoding of the vectors as its system text."""

    path = re.compile(r"/v1/embeddings")

    def read(self, body, found):
        model, texts = body["model"], body["input"]
        texts = texts if isinstance(texts, list) else [texts]
        if not texts or not all(text and isinstance(text, str) for text in [model, *texts]):
            raise ValueError("model must be a text, and input one or several that are not empty.")
        encoding, size = body.get("encoding_format"), sum(map(tokens, texts))
        return Request(model=model, system=encoding, user=json.dumps(texts), prompt_tokens=size)

    def answer(self, request, fault, seed):
        """The vectors. A fault that spoils answers leaves them out, or cuts the last one short."""
        found = [] if fault.empty or fault.refuse else [vector(text) for text in json.loads(request.user)]
        if found and (fault.truncate or fault.garbage or fault.wrong_case):
            found[-1] = found[-1][: SIZE // 2]
        if request.system == "base64":  # of 32-bit floats, which OpenAI's own client asks for
            found = [base64.b64encode(struct.pack(f"<{len(each)}f", *each)).decode() for each in found]
        return {
            "object": "list",
            "model": marked(request.model),
            "usage": {"prompt_tokens": request.prompt_tokens, "total_tokens": request.prompt_tokens},
            "data": [{"object": "embedding", "index": at, "embedding": each} for at, each in enumerate(found)],
        }


def vector(text):
    """SIZE numbers of length 1 together; the same for the same text, whatever the seed and the model."""
    rngs = [rng_of("embedding", word) for word in sorted(words(text) or {text.strip().casefold()})]
    total = [sum(rng.gauss(0.0, 1.0) for rng in rngs) for _ in range(SIZE)]
    length = math.sqrt(sum(part * part for part in total))
    return [round(part / length, 7) for part in total]
