"""In which order the answers of an item stand on the page: the same for one reader, another for the next."""

import hashlib


def display_order(n, seed):
    """Stored places 0 to n - 1 in the order they are shown; seed 0, which no reader has, keeps the stored order.

    `display_order(2, seed)[0]` is the stored place of Answer 1. The order comes from a digest and not from a generator
    of random numbers, so that it can be found again in ten years and in any language: sort the places by
    SHA-256 of "<seed>:<place>".
    """
    indexes = range(n)
    if not seed:
        return tuple(indexes)
    return tuple(sorted(indexes, key=lambda index: hashlib.sha256(f"{seed}:{index}".encode()).digest()))
