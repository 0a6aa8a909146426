"""The critic's number below its keyword, beside characters that nobody sees, or as a text in JSON."""

import json

from reviews.scorers import parsers
from reviews.scorers.parsers.base import Context

WHY = "An expert would weigh it so.\n"


def decide(text, version=None):
    return parsers.parser_of("score_critic", version).decide(text, Context())


def answer(value):
    return json.dumps({"reasoning": "It fits.", "expert_agreement": value})


def test_only_numbers_without_doubt_are_read():
    for text, prob in (
        (f"{WHY}EXPERT_AGREEMENT:\n\n0.72", 0.72),
        (f"{WHY}EXPERT_AGREEMENT: \u200b0.72", 0.72),
        (answer("0.5"), 0.5),
        (answer(" .5 "), 0.5),
        (answer("1"), 1.0),
    ):
        assert decide(text).values == {"prob": prob}, text
        assert not decide(text, version=1).accepted, text

    for value in ("1.5", "50 %", "0,5", "-0.1", "1e-2", "nan", "0.5 or so", "1.", ""):
        assert not decide(answer(value)).accepted, value
