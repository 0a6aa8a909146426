"""Log lines: what they say of errors."""

import logging
import sys

import pytest
from django.db import DatabaseError, connection, transaction

from evalhub.lib.logs import Formatter

SECRET = "patient 4711 has a fever"


def written(message, *words, error=None):
    """The line, or lines, that the project's formatter makes of this record."""
    info = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord("evalhub", logging.ERROR, "file.py", 1, message, words, info)
    return Formatter("%(levelname)s %(message)s").format(record)


def failed(statement, *values):
    """The error of a statement."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("CREATE TEMP TABLE kept (id int PRIMARY KEY, words text CHECK (length(words) < 9), n int)")
            cursor.execute(statement, values)
    except DatabaseError as error:
        return error


@pytest.mark.parametrize(("statement", "values", "words"), [
    ("INSERT INTO kept VALUES (1, %s)", (f"{SECRET}\nDETAIL: and more\n{SECRET}",), "violates check constraint"),
    ("SELECT %s::jsonb", (f'{{"a": {SECRET}}}',), "invalid input syntax for type json"),
])
def test_failing_row_is_not_told(db, statement, values, words):
    error = failed(statement, *values)
    assert SECRET in str(error)

    told = [
        written("It failed", error=error),
        written("It failed: %s", error),
        written("Task failed: %r", error),  # as Celery words it
    ]

    assert not [line for line in told if SECRET in line]
    assert all(words in line for line in told)
    assert "in failed" in told[0]


def test_what_led_to_an_error_is_told_in_order():
    try:
        try:
            raise KeyError("first")
        except KeyError as error:
            raise ValueError("second") from error
    except ValueError:
        _, error, _ = sys.exc_info()

    line = written("It failed", error=error)

    assert line.index("KeyError") < line.index("direct cause") < line.index("ValueError: second")


def test_plain_message_stays_as_it_is():
    assert written("3 of %s rows", 7) == "ERROR 3 of 7 rows"
