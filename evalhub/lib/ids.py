"""Identifiers: time-ordered UUIDs, so that new rows land at the end of an index."""

import os
import time
import uuid


def uuid7():
    """A version 7 UUID (RFC 9562 section 5.7): 48 bits of milliseconds, then random bits."""
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    value = (milliseconds & (2**48 - 1)) << 80
    value |= 0x7 << 76
    value |= ((random >> 62) & 0xFFF) << 64
    value |= 0b10 << 62
    value |= random & (2**62 - 1)
    return uuid.UUID(int=value)
