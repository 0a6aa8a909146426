"""POST /v1/embeddings on OpenAI's wire: vectors of the words of a text, near for texts that share their words."""

import base64
import math
import re
import struct

from evalhub.demo.provider import tokens as words
from evalhub.demo.provider.personality import rng_of
from evalhub.demo.provider.wires import Ask, BadRequest, OpenAI, marked, tokens

SIZE = 64
MOST_TEXTS = 2048


class Embeddings(OpenAI):
    path = re.compile(r"/v1/embeddings")

    def read(self, body, found):
        texts = body.get("input")
        texts = [texts] if isinstance(texts, str) else texts
        if not isinstance(texts, list) or not 0 < len(texts) <= MOST_TEXTS or not all(_is_text(each) for each in texts):
            raise BadRequest(f"input must be a text that is not empty, or a list of 1 to {MOST_TEXTS} of them.")
        if not isinstance(body.get("model"), str) or not body["model"]:
            raise BadRequest("model must be a text.")
        return Ask(
            model=body["model"],
            system="",
            user="\n".join(texts),
            later="",
            schema=None,
            tool="",
            max_tokens=0,
            texts=tuple(texts),
            encoding=body.get("encoding_format") or "float",
        )

    def write(self, ask, fault):
        """The vectors. A fault that spoils answers leaves them out, or cuts the last one short."""
        found = [] if fault.empty or fault.refuse else [vector(text) for text in ask.texts]
        if found and (fault.truncate or fault.garbage or fault.wrong_case):
            found[-1] = found[-1][: SIZE // 2]
        used = sum(tokens(text) for text in ask.texts)
        return {
            "object": "list",
            "model": marked(ask.model),
            "usage": {"prompt_tokens": used, "total_tokens": used},
            "data": [
                {"object": "embedding", "index": index, "embedding": _encoded(each, ask.encoding)}
                for index, each in enumerate(found)
            ],
        }


def vector(text):
    """SIZE numbers of length 1 together; the same for the same text, whatever the seed and the model."""
    total = [0.0] * SIZE
    for word, count in (words.stems(text) or {text.strip().casefold(): 1}).items():
        rng = rng_of("embedding", word)
        weight = 1 + math.log(count)
        total = [part + weight * rng.gauss(0.0, 1.0) for part in total]
    length = math.sqrt(sum(part * part for part in total))
    return [round(part / length, 7) for part in total]


def _is_text(value):
    return isinstance(value, str) and bool(value)


def _encoded(numbers, encoding):
    """As the wire writes them: a list, or base64 of 32-bit floats, which OpenAI's own client asks for."""
    if encoding != "base64":
        return numbers
    return base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode()
