"""The message after an answer that could not be read."""

from reviews.engine.requests import repair

HOSTILE = "{{ 7 * 7 }} {% include 'x' %} {reason}"


def test_repair_tells_what_was_wrong():
    message = repair.message(f"VERDICT is {HOSTILE!r}.")

    assert f"VERDICT is {HOSTILE!r}." in message and "in full" in message
