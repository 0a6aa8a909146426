"""The critic's number: whole, and within 0 and 1."""

import json

from reviews.scorers import parsers
from reviews.scorers.parsers.base import Context

WHY = "An expert would weigh it so.\n"


def decide(text):
    return parsers.parser_of("score_critic").decide(text, Context())


def test_one_number_is_read():
    for value, prob in [
        ("0.72", 0.72),
        ("0", 0.0),
        ("1", 1.0),
        ("1.0", 1.0),
        ("1.000", 1.0),
        (".5", 0.5),
        ("0.72.", 0.72),
        ("**0.72**", 0.72),
        ("`0.72`", 0.72),
        ("[0.72]", 0.72),
        ("0.72 (high)", 0.72),
        ("0.72; fairly sure", 0.72),
        ("  0.72  ", 0.72),
        ("00.72", 0.72),
    ]:
        decision = decide(f"{WHY}EXPERT_AGREEMENT: {value}")

        assert decision.accepted and decision.values == {"prob": prob}, (value, prob)


def test_nothing_else_is_a_number():
    for value in [
        "15%",
        "15 %",
        "1 %",
        "0,72",
        "1e-2",
        "1E0",
        "10",
        "0.6-0.8",
        "0.6 - 0.8",
        "0.6\u20130.8",
        "0.6 to 0.8",
        "1/10",
        "1 out of 10",
        "8 out of 10",
        "-0.5",
        "+0.5",
        "~0.7",
        "about 0.7",
        "1.01",
        "2",
        "0.7.1",
        "0.",
        "1.",
        "nan",
        "inf",
        "high",
        "0x1",
        "0_1",
        "\u0660.\u0665",
        "0.5 percent",
        "0.72,",
        "",
    ]:
        decision = decide(f"{WHY}EXPERT_AGREEMENT: {value}")

        assert not decision.accepted and "prob" not in decision.as_json(), value


def test_structured_numbers_stay_in_range():
    good = {"reasoning": "It fits.", "expert_agreement": 1}

    assert decide(json.dumps(good)).values == {"prob": 1.0}
    for wrong in (1.5, -0.1, None, True):
        assert not decide(json.dumps(good | {"expert_agreement": wrong})).accepted
    assert not decide('{"reasoning": "It fits.", "expert_agreement": NaN}').accepted
