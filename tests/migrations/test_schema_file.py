"""The file that gives an empty database its tables makes what the migrations make."""

import os

import pytest
from django.core.management import call_command
from django.db import connections

from evalhub.local.preparation import SCHEMA
from tests import database, schema_file


@pytest.fixture
def empty(django_db_setup, django_db_blocker):
    connection = connections["default"]
    before, name = connection.settings_dict["NAME"], f"{database.PREFIX}_{os.getpid()}_empty"
    with django_db_blocker.unblock():
        database.create_empty(name)
        yield connection
        database.drop(name)
        connection.settings_dict["NAME"] = before


def test_file_is_what_the_migrations_make(empty):
    """Guards and rows included. `make schema` writes it again."""
    assert schema_file.make() == SCHEMA.read_text(encoding="utf-8")


def test_migrate_loads_the_file_and_has_nothing_left_to_do(empty):
    call_command("migrate", interactive=False, verbosity=0)

    assert schema_file.dump(empty) in SCHEMA.read_text(encoding="utf-8")
    call_command("migrate", check_unapplied=True, verbosity=0)
