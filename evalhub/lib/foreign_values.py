"""Reading headers, numbers and times that others wrote: each gives None for what it cannot read, and raises nothing."""

import math
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

LARGEST = 2**63 - 1  # of a column of whole numbers


def number(value: Any) -> float | None:
    """A number, or a text that spells one, as a finite float; true and false are no numbers."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def whole(text: Any, *, most: int = LARGEST) -> int | None:
    """The whole number from 0 to `most` that a text spells in plain digits."""
    if not isinstance(text, str) or not (text.isascii() and text.isdigit()) or len(text) > len(str(most)):
        return None
    return found if (found := int(text)) <= most else None


def in_utc(moment: datetime | None) -> datetime | None:
    """A moment in UTC, as which it is taken without a zone; the database refuses zones of 16 hours and more."""
    try:
        return moment and (moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (OverflowError, ValueError):  # before the first or behind the last day of the calendar
        return None


def seconds_to_wait(value: Any) -> float | None:
    """A Retry-After value (RFC 9110 section 10.2.3: seconds or a date) in seconds, none of them below 0."""
    seconds = number(value)
    if seconds is None and isinstance(value, str):
        seconds = _seconds_until(value)
    return None if seconds is None else max(seconds, 0.0)


def _seconds_until(text):
    # Python reads years of any length, zones beyond a day and more, each with an error of its own.
    try:
        moment = in_utc(parsedate_to_datetime(text))
        return moment and (moment - datetime.now(UTC)).total_seconds()
    except (ValueError, ArithmeticError, LookupError, TypeError):
        return None
