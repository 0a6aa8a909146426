"""Critics' numbers: whole, within 0 and 1, and named."""

import json

import pytest

from reviews import gates
from reviews.gates.base import Context

WHY = "An expert would weigh it so.\n"


def decide(stage, text):
    return gates.gate(stage).decide(text, Context())


@pytest.mark.parametrize(
    ("value", "prob"),
    [
        ("0.72", 0.72), ("0", 0.0), ("1", 1.0), ("1.0", 1.0), ("1.000", 1.0), (".5", 0.5), ("0.72.", 0.72),
        ("**0.72**", 0.72), ("`0.72`", 0.72), ("[0.72]", 0.72), ("0.72 (high)", 0.72), ("0.72; fairly sure", 0.72),
        ("  0.72  ", 0.72), ("00.72", 0.72),
    ],
)
def test_one_number_is_read(value, prob):
    decision = decide("score_critic", f"{WHY}EXPERT_AGREEMENT: {value}")

    assert decision.accepted and decision.values == {"prob": prob}


@pytest.mark.parametrize(
    "value",
    [
        "15%", "15 %", "1 %", "0,72", "1e-2", "1E0", "10", "0.6-0.8", "0.6 - 0.8", "0.6\u20130.8", "0.6 to 0.8",
        "1/10", "1 out of 10", "8 out of 10", "-0.5", "+0.5", "~0.7", "about 0.7", "1.01", "2", "0.7.1", "0.", "1.",
        "nan", "inf", "high", "0x1", "0_1", "\u0660.\u0665", "0.5 percent", "0.72,", "",
    ],
)
def test_nothing_else_is_a_number(value):
    decision = decide("score_critic", f"{WHY}EXPERT_AGREEMENT: {value}")

    assert not decision.accepted and "prob" not in decision.as_json()


@pytest.mark.parametrize(
    "line",
    [
        "QUALITY: observability=0.8, discriminability=0.65",
        "**QUALITY:** observability = 0.8; discriminability = 0.65",
        "- QUALITY: Observability: 0.8, Discriminability: 0.65.",
        "QUALITY: discriminability=0.65, observability=0.8",
        "QUALITY: **observability**=0.8, **discriminability**=0.65",
        "QUALITY: observability=0.8 discriminability=0.65",
    ],
)
def test_both_qualities_are_read_by_name(line):
    decision = decide("rubric_critic", WHY + line)

    assert decision.values == {"observability": 0.8, "discriminability": 0.65}, decision.reason


@pytest.mark.parametrize(
    "line",
    [
        "QUALITY: observability=0.8",
        "QUALITY: observability=0.8, discriminability=10",
        "QUALITY: observability=0,8, discriminability=0,6",
        "QUALITY: observability=80%, discriminability=60%",
        "QUALITY: 0.8, 0.6",
        "QUALITY: observability=0.8, observability=0.7, discriminability=0.6",
        "QUALITY: observability=, discriminability=0.6",
        "QUALITY: good. observability=0.8, discriminability=0.6",
        "QUALITY: observability=0.8, discriminability=0.",
        "observability=0.8, discriminability=0.6",
    ],
)
def test_qualities_are_whole_or_refused(line):
    assert not decide("rubric_critic", WHY + line).accepted


def test_structured_numbers_stay_in_range():
    good = {"reasoning": "It fits.", "expert_agreement": 1}

    assert decide("score_critic", json.dumps(good)).values == {"prob": 1.0}
    for wrong in (1.5, -0.1, "0.5", None, True):
        assert not decide("score_critic", json.dumps(good | {"expert_agreement": wrong})).accepted
    assert not decide("score_critic", '{"reasoning": "It fits.", "expert_agreement": NaN}').accepted
