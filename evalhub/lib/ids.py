"""Identifiers: time-ordered UUIDs, so that new rows land at the end of an index."""

import os
import time
import uuid


def uuid7() -> uuid.UUID:
    """A version 7 UUID (RFC 9562 section 5.7): 48 bits of milliseconds, 12 of their fraction, then random bits.

    The fraction (section 6.2, method 3) keeps rows in order that are made in the same millisecond, one after another.
    """
    milliseconds, nanoseconds = divmod(time.time_ns(), 1_000_000)
    value = (milliseconds & (2**48 - 1)) << 80
    value |= 0x7 << 76
    value |= (nanoseconds * 4096 // 1_000_000) << 64
    value |= 0b10 << 62
    value |= int.from_bytes(os.urandom(8), "big") & (2**62 - 1)
    return uuid.UUID(int=value)
