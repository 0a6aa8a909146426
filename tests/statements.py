"""SQL statements that a block of code costs; the frames of transactions are not counted."""

import contextlib

from django.db import connection
from django.test.utils import CaptureQueriesContext

FRAME = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK")


@contextlib.contextmanager
def statements():
    """The texts of the block's statements, in a list that is filled at its end."""
    found = []
    with CaptureQueriesContext(connection) as captured:
        yield found
    found += [query["sql"] for query in captured if not query["sql"].startswith(FRAME)]


@contextlib.contextmanager
def at_most(count):
    """Fail with the statements when there are more than `count`."""
    with statements() as found:
        yield
    lines = (" ".join(query.split())[:100] for query in found)
    assert len(found) <= count, f"{len(found)} statements, at most {count} wanted:\n" + "\n".join(lines)
