"""Runs of n words in a row, counted."""

from collections import Counter
from collections.abc import Sequence


def ngrams(words: Sequence[str], n: int) -> Counter:
    """How often each run of n words occurs."""
    return Counter(zip(*(words[start:] for start in range(n)), strict=False))
