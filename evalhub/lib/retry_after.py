"""Reading the header Retry-After of an answer."""

import math
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def seconds_of(value: str | None) -> float | None:
    """A Retry-After value (RFC 9110 section 10.2.3: seconds or a date) in seconds, or None."""
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        return _seconds_until(value)
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def _seconds_until(value):
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max((moment - datetime.now(UTC)).total_seconds(), 0.0)
