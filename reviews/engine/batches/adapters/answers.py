"""Reading what a provider answered without trusting its shape: a part is there as it should be, or that is told."""

import math
from datetime import datetime

from reviews.engine.batches.adapters.errors import ProviderError
from reviews.engine.batches.adapters.reasons import NO_LIST, NO_NAME, NO_PART
from reviews.engine.client.exchange import RETRYABLE
from reviews.engine.client.failures import Failure
from reviews.engine.client.json_bodies import code, message_text

NAME_LENGTH = 300
_LARGEST_COUNT = 2**31 - 1
_GOOGLE_OUTCOMES = {
    "SUCCEEDED": "completed",
    "PARTIALLY_SUCCEEDED": "partial",
    "FAILED": "failed",
    "CANCELLED": "cancelled",
    "EXPIRED": "expired",
}


def unreadable(reason, *, status_code=None):
    """The error of an answer that says nothing: worth another look, since a batch may stand behind it."""
    return ProviderError(Failure(RETRYABLE, "unreadable_response"), reason, status_code=status_code)


def row_name(value):
    """Our name on a row of results, empty when it is no text."""
    return value if isinstance(value, str) else ""


def named(answer, *path):
    """The name at `path`, which must be there and short enough to be kept."""
    found = _part(answer, path)
    if not isinstance(found, str) or not 0 < len(found) <= NAME_LENGTH:
        raise unreadable(NO_NAME(path=".".join(path)))
    return found


def listed(answer, *path):
    """The list at `path`; an empty one where the path ends early, as some providers leave empty lists out."""
    found = _part(answer, path)
    if not isinstance(found, list | None):
        raise unreadable(NO_LIST(path=".".join(path)))
    return found or []


def objects(answer, *path):
    """The objects of the list at `path`, passing over whatever else stands between them."""
    return [each for each in listed(answer, *path) if isinstance(each, dict)]


def after_last(name):
    """How lists that are paged by the last row's name go on: page -> the name, or None at the end."""

    def next_page(page):
        rows = objects(page, name)
        return named(rows[-1], "id") if rows and page.get("has_more") else None

    return next_page


def whole(value):
    """A count: a whole number, or one written as a text as Google does; None for anything else."""
    try:
        number = int(value) if isinstance(value, int | str) and not isinstance(value, bool) else -1
    except ValueError:
        return None
    return number if 0 <= number <= _LARGEST_COUNT else None


def http_status(value):
    """A status of HTTP, or None."""
    number = whole(value)
    return number if number is not None and 100 <= number <= 599 else None


def google_status(value):
    """The status of HTTP behind an error's number; Google's own numbers (google.rpc.Code) and HTTP's occur both."""
    known: dict[int | None, int] = {3: 400, 4: 504, 5: 404, 7: 403, 8: 429, 13: 500, 14: 503, 16: 401}
    return known.get(whole(value)) or http_status(value) or 500


def google_error(error):
    """(status of HTTP, code, message) of the error of a row."""
    return google_status(error.get("code")), code(error.get("status")), message_text(error.get("message"))


def google_outcome(state, counts):
    """How a batch in this state has ended, by its counts; None while it goes on."""
    outcome = _GOOGLE_OUTCOMES.get(state)
    if outcome == "completed" and counts["failed"]:
        return "partial" if counts["done"] else "failed"
    return outcome


def unix_seconds(moment):
    """A number of seconds or an RFC 3339 moment as seconds since 1970; what is neither counts as later than all."""
    if isinstance(moment, int | float) and not isinstance(moment, bool):
        return moment
    try:
        return datetime.fromisoformat(str(moment)).timestamp()
    except (ValueError, OverflowError):
        return math.inf


def _part(answer, path):
    """What is at `path`, None where it ends early; an error where it leads through something without names."""
    for name in path:
        if answer is None:
            return None
        if not isinstance(answer, dict):
            raise unreadable(NO_PART(path=".".join(path)))
        answer = answer.get(name)
    return answer
