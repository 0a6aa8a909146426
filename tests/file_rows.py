"""Rows that are made once for a file: all its tests run in one transaction, each in a savepoint that is undone."""

import pytest
from django.db import transaction

__all__ = ["file_transaction"]


@pytest.fixture(scope="module")
def file_transaction(django_db_setup, django_db_blocker):
    """What fixtures of the module write after asking for this is there for each test of the file, and for no other."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
