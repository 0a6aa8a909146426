"""Log lines: what they say of errors."""

import json
import logging
import sys

import pytest
from django.db import DatabaseError, connection, transaction

from evalhub.lib import logs

SECRET = "patient 4711 has a fever"


def written(message, *words, error=None):
    """The line, or lines, that the project's formatter makes of this record."""
    info = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord("evalhub", logging.ERROR, "file.py", 1, message, words, info)
    return logs.JsonLines().format(record)


def failed(statement, *values):
    """The error of a statement."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("CREATE TEMP TABLE kept (id int PRIMARY KEY, words text CHECK (length(words) < 9), n int)")
            cursor.execute(statement, values)
    except DatabaseError as error:
        return error


@pytest.mark.parametrize(
    ("statement", "values", "words"),
    [
        ("INSERT INTO kept VALUES (1, %s)", (f"{SECRET}\nDETAIL: and more\n{SECRET}",), "violates check constraint"),
        ("SELECT %s::jsonb", (f'{{"a": {SECRET}}}',), "invalid input syntax for type json"),
    ],
)
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


def test_lines_tell_causes_in_order_and_name_their_request():
    try:
        try:
            raise KeyError("first")
        except KeyError as error:
            raise ValueError("second") from error
    except ValueError:
        _, error, _ = sys.exc_info()
    line = written("It failed", error=error)
    assert line.index("KeyError") < line.index("direct cause") < line.index("ValueError: second")

    found = logs.begin("a-given-id-1")
    line = json.loads(written("3 of %s\nrows", 7))
    assert found == line["request_id"] == "a-given-id-1"
    assert (line["level"], line["logger"], line["message"]) == ("ERROR", "evalhub", "3 of 7\nrows")
    assert line["at"].endswith("+00:00") and "error" not in line

    for given in ("", "short", "x" * 65, "two\nlines-of-it", "<script>alert(1)</script>"):
        assert logs.begin(given) != given and len(logs.request_id()) == 32


def test_answers_name_their_request_and_so_do_lines_about_them(client, db, caplog):
    given = client.get("/nowhere", headers={"X-Request-ID": "from-a-proxy-7"})
    made = client.get("/healthz")

    assert given["X-Request-ID"] == "from-a-proxy-7" and len(made["X-Request-ID"]) == 32


def test_messages_of_sweeps_and_beat_fill_no_log():
    for name in ("celery.app.trace", "celery.beat", "celery.worker.strategy"):
        assert not logging.getLogger(name).isEnabledFor(logging.INFO)
    assert logging.getLogger("celery.apps.worker").isEnabledFor(logging.INFO)  # `make up` waits for its "ready."
