"""The qualities of a rubric: whole, within 0 and 1, and named."""

from reviews.scorers import parsers
from reviews.scorers.parsers.base import Context

WHY = "An expert would weigh it so.\n"


def decide(text):
    return parsers.parser_of("rubric_critic").decide(text, Context())


def test_qualities_are_read_whole_or_refused():
    for line in [
        "QUALITY: observability=0.8, discriminability=0.65",
        "**QUALITY:** observability = 0.8; discriminability = 0.65",
        "- QUALITY: Observability: 0.8, Discriminability: 0.65.",
        "QUALITY: discriminability=0.65, observability=0.8",
        "QUALITY: **observability**=0.8, **discriminability**=0.65",
        "QUALITY: observability=0.8 discriminability=0.65",
    ]:
        decision = decide(WHY + line)

        assert decision.values == {"observability": 0.8, "discriminability": 0.65}, decision.reason

    for line in [
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
    ]:
        assert not decide(WHY + line).accepted, line
