"""How log lines are written: an error of the database is told without the row it is about."""

import logging
import re
import traceback

LONGEST_WORDS = 300
_SEPARATORS = {
    "cause": "\nThe above exception was the direct cause of the following exception:\n",
    "context": "\nDuring handling of the above exception, another exception occurred:\n",
}
# What Postgres says after its first line: failing rows, statements and their values.
_DETAILS = re.compile(r"\s*(?:\n|\\n)(?:DETAIL|HINT|CONTEXT|QUERY|STATEMENT|LINE \d+):.*", re.DOTALL)


class Formatter(logging.Formatter):
    """Lines of text, with tracebacks that name the kind of each error and its first words."""

    def formatException(self, ei):
        return exception_text(ei[1])

    def formatMessage(self, record):
        record.message = without_details(record.message)
        return super().formatMessage(record)


def exception_text(error):
    """The traceback of an error and of what led to it, without values that a database error quotes."""
    parts, seen = [], set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        frames = "".join(traceback.format_tb(error.__traceback__))
        parts.append(f"Traceback (most recent call last):\n{frames}{type(error).__name__}: {_words(error)}")
        if error.__cause__ is not None:
            parts.append(_SEPARATORS["cause"])
            error = error.__cause__
        elif error.__context__ is not None and not error.__suppress_context__:
            parts.append(_SEPARATORS["context"])
            error = error.__context__
        else:
            error = None
    return "\n".join(reversed(parts))


def without_details(text):
    """A message that may quote an error of Postgres, cut where the database begins to quote rows."""
    return _DETAILS.sub("", text)


def _words(error):
    return without_details(str(error))[:LONGEST_WORDS]
