"""Which way words run."""

import unicodedata

RIGHT_TO_LEFT = ("R", "AL")


def is_rtl(words: str) -> bool:
    """Whether the first letter with a direction runs from right to left, as `dir="auto"` has it."""
    ways = (unicodedata.bidirectional(letter) for letter in words)
    return next((way in RIGHT_TO_LEFT for way in ways if way in (*RIGHT_TO_LEFT, "L")), False)
