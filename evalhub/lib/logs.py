"""How log lines are written: one JSON object each, with the request it belongs to and without rows of the database."""

import contextvars
import datetime
import json
import logging
import re
import traceback
import uuid

LONGEST_WORDS = 300
_SEPARATORS = {
    "cause": "\nThe above exception was the direct cause of the following exception:\n",
    "context": "\nDuring handling of the above exception, another exception occurred:\n",
}
# What Postgres says after its first line: failing rows, statements and their values.
_DETAILS = re.compile(r"\s*(?:\n|\\n)(?:DETAIL|HINT|CONTEXT|QUERY|STATEMENT|LINE \d+):.*", re.DOTALL)


_GIVEN = re.compile(r"[A-Za-z0-9._-]{8,64}")
_request_id = contextvars.ContextVar("request_id", default="")


def begin(request_id: str = "") -> str:
    """Lines of this thread belong to this request from now on, or to a new one; returns its id."""
    _request_id.set(request_id if _GIVEN.fullmatch(request_id) else uuid.uuid4().hex)
    return _request_id.get()


def request_id() -> str:
    """What lines of this thread belong to: a request over HTTP, or a task that none has woken; else ""."""
    return _request_id.get()


class JsonLines(logging.Formatter):
    """A line is an object with at, level, logger and message, and request_id and error where there are such."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.datetime.fromtimestamp(record.created, datetime.UTC).isoformat(timespec="milliseconds")
        line = {
            "at": at,
            "level": record.levelname,
            "logger": record.name,
            "message": without_details(record.getMessage()),
        }
        if _request_id.get():
            line["request_id"] = _request_id.get()
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = exception_text(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def exception_text(error: BaseException | None) -> str:
    """The traceback of an error and of what led to it, without values that a database error quotes."""
    parts, seen = [], set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        frames = "".join(traceback.format_tb(error.__traceback__))
        parts.append(f"Traceback (most recent call last):\n{frames}{type(error).__name__}: {_message(error)}")
        if error.__cause__ is not None:
            parts.append(_SEPARATORS["cause"])
            error = error.__cause__
        elif error.__context__ is not None and not error.__suppress_context__:
            parts.append(_SEPARATORS["context"])
            error = error.__context__
        else:
            error = None
    return "\n".join(reversed(parts))


def without_details(text: str) -> str:
    """A message that may quote an error of Postgres, cut where the database begins to quote rows."""
    return _DETAILS.sub("", text)


def _message(error):
    return without_details(str(error))[:LONGEST_WORDS]
