"""Cases of one rule in one test: each begins where the first one did."""

import contextlib

from django.db import transaction


@contextlib.contextmanager
def undone():
    """What the block writes to the database is undone at its end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
