"""The test database: a copy of a template that is migrated once for each state of the migrations."""

import hashlib
import os
from contextlib import closing

import psycopg
from django.core.management import call_command
from django.db import connections
from psycopg import sql

from evalhub.local.preparation import SCHEMA, migration_fingerprint
from tests.services import is_running

PREFIX = "test_evalhub"
TEMPLATE = f"{PREFIX}_template_"
LOCK = 0x6576616C  # one process at a time makes the template
# One round trip that looks into each table and empties those that hold rows. Foreign keys and the triggers that guard
# history stand aside meanwhile, which only a superuser may ask for.
EMPTY = """
CREATE OR REPLACE FUNCTION test_empty(names text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE name text; has_rows boolean;
BEGIN
    FOREACH name IN ARRAY names LOOP
        EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', name) INTO has_rows;
        IF has_rows THEN EXECUTE format('DELETE FROM %I', name); END IF;
    END LOOP;
END $$
"""


def create(suffix):
    """Makes an empty migrated database, points Django's connection at it, and returns its name."""
    connection = connections["default"]
    name = f"{PREFIX}_{suffix}"
    with _server(connection) as server:
        _remove_leftovers(server)
        template = _template(server, connection)
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
        server.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY").format(
                sql.Identifier(name), sql.Identifier(template)
            )
        )
    _point_at(connection, name)
    return name


def create_empty(name):
    """A database without any table, to which Django's connection then leads."""
    connection = connections["default"]
    with _server(connection) as server:
        _make_empty(server, name)
    _point_at(connection, name)


def drop(name):
    connection = connections["default"]
    connection.close()
    if connection.pool:
        connection.close_pool()
    with _server(connection) as server:
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _server(connection):
    """A connection of its own to the server's `postgres` database, outside of any transaction."""
    parameters = connection.get_connection_params()
    known = ("host", "port", "user", "password", "sslmode")
    chosen = {key: value for key, value in parameters.items() if key in known}
    return closing(psycopg.connect(**chosen, dbname="postgres", autocommit=True))


def _template(server, connection):
    name = TEMPLATE + fingerprint()
    server.execute("SELECT pg_advisory_lock(%s)", [LOCK])
    try:
        if _exists(server, name):
            return name
        half = f"{name}_new"
        _make_empty(server, half)
        _point_at(connection, half)
        call_command("migrate", interactive=False, verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute(EMPTY)
        connection.close()
        server.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(sql.Identifier(half), sql.Identifier(name)))
        return name
    finally:
        server.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def _make_empty(server, name):
    server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
    server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))


def _exists(server, name):
    return server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is not None


def _remove_leftovers(server):
    """Databases of runs that were killed, and templates of other migrations that nobody is copying."""
    found = server.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [f"{PREFIX}_"]).fetchall()
    for (name,) in found:
        pid = name.removeprefix(f"{PREFIX}_").split("_")[0]
        if pid.isdigit() and int(pid) != os.getpid() and not is_running(int(pid)):
            server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _point_at(connection, name):
    connection.close()
    connection.settings_dict["NAME"] = name


def fingerprint():
    """Changes with what makes the tables: the file of all of them, and the migrations that go on from it."""
    return hashlib.sha256(migration_fingerprint().encode() + SCHEMA.read_bytes()).hexdigest()[:12]
