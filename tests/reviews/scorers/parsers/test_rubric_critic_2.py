"""Both numbers of a rubric's critic below their keyword, or as texts in JSON."""

import json

from reviews.scorers import parsers
from reviews.scorers.parsers.base import Context

WHY = "The stages can be told apart.\n"
BOTH = {"observability": 0.8, "discriminability": 0.5}


def decide(text, version=None):
    return parsers.parser_of("rubric_critic", version).decide(text, Context())


def test_only_numbers_without_doubt_are_read():
    for text in (
        f"{WHY}QUALITY:\nobservability=0.8, discriminability=0.5",
        json.dumps({"reasoning": "It fits.", "observability": "0.8", "discriminability": ".5"}),
    ):
        assert decide(text).values == BOTH, decide(text).reason
        assert not decide(text, version=1).accepted, text

    assert not decide(json.dumps({"reasoning": "It fits.", "observability": "80 %", "discriminability": 0.5})).accepted
