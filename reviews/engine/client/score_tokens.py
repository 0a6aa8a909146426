"""The numbers in an answer, each with the tokens that the model held likely in its place, as an Outcome keeps them.

A provider that tells the likeliest tokens of each place tells twenty of them for every word; of those the numbers
alone are kept.
"""

import math
import re
from collections import defaultdict

from reviews.engine.client.json_bodies import mapping

MOST = 20  # tokens of a place that providers tell
_NUMBER = re.compile(rb"\s*(-?\d+)\s*")


def compacted(body, text):
    """An answer of OpenAI's form whose tokens are {place in `text`: {token: probability}} of numbers.

    Places count bytes of UTF-8. Without any where the tokens do not make up the text.
    """
    choices = body.get("choices")
    first = mapping(choices[0]) if isinstance(choices, list) and choices else {}
    rows = mapping(first.get("logprobs")).get("content")
    if not isinstance(rows, list):
        return body
    try:
        numbers = _numbers(rows, text.encode())
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        numbers = {}
    return body | {"choices": [first | {"logprobs": {"numbers": numbers}}, *choices[1:]]}


def found_in(raw):
    """{place: {token: probability}} of an Outcome's `raw`; empty where the provider told none."""
    choices = mapping(raw).get("choices")
    first = mapping(choices[0]) if isinstance(choices, list) and choices else {}
    numbers = mapping(mapping(first.get("logprobs")).get("numbers"))
    return {int(place): shares for place, shares in numbers.items()}


def _numbers(rows, text):
    found, place = {}, 0
    for row in rows:
        token = _bytes(row)
        number = _NUMBER.fullmatch(token)
        if number:
            shares: defaultdict[str, float] = defaultdict(float)
            for each in row["top_logprobs"]:
                shares[_bytes(each).decode(errors="replace").strip()] += math.exp(float(each["logprob"]))
            found[str(place + number.start(1))] = dict(shares)
        if not text.startswith(token, place):
            return {}
        place += len(token)
    return found if place == len(text) else {}


def _bytes(row):
    """The bytes of a token, which may be a part of a letter."""
    return bytes(row["bytes"]) if isinstance(row.get("bytes"), list) else row["token"].encode()
