"""`make schema`: writes evalhub/migrations/schema.sql, the SQL that gives an empty database all of its tables.

It is what `pg_dump` says of a database in which Django ran every migration, and the rows that these have left.
"""

import os
import re
import subprocess

import django
from django.core.management import call_command
from django.core.management.commands import migrate as plain_migrate
from django.db import connections
from psycopg import sql

from evalhub.local.preparation import SCHEMA, migration_fingerprint
from evalhub.local.servers import postgres_files
from tests import database, services

# Functions stand in the order of their names, before those that they call.
HEADER = """-- Made by `make schema` from the migrations with the fingerprint {}. Do not edit.
SET LOCAL check_function_bodies = off;
"""
# Left out: comments, settings of the session that pg_dump itself wants, and blank lines between statements.
NOISE = re.compile(r"^(--.*|SET .*;|SELECT pg_catalog\.set_config.*|\\(un)?restrict .*|)\n", re.MULTILINE)


def make() -> str:
    """The text of the file, from databases that are made for it on the server of Django's connection."""
    connection = connections["default"]
    before, name = connection.settings_dict["NAME"], f"{database.PREFIX}_schema"
    header = HEADER.format(migration_fingerprint())
    try:
        database.create_empty(name)
        call_command(plain_migrate.Command(), interactive=False, verbosity=0)
        tables, rows = dump(connection), _rows(connection)
        # Postgres writes some conditions another way once it has read them from a dump.
        database.create_empty(name)
        with connection.cursor() as cursor:
            cursor.execute(header + tables)
        return header + dump(connection) + rows
    finally:
        database.drop(name)
        connection.settings_dict["NAME"] = before


def dump(connection) -> str:
    """The tables, indexes, functions and triggers of the connection's database, in the order of pg_dump."""
    parameters = connection.get_connection_params()
    words = ["--schema-only", "--no-owner", "--no-privileges", f"--username={parameters['user']}"]
    words += [f"--host={parameters['host']}"] if parameters.get("host") else []
    words += [f"--port={parameters['port']}"] if parameters.get("port") else []
    program = postgres_files.program_folder() / "pg_dump"
    answer = subprocess.run([program, *words, parameters["dbname"]], capture_output=True, text=True, check=True)
    bodies = re.split(r"(\$\$.*?\$\$)", answer.stdout, flags=re.DOTALL)
    return "".join(part if part.startswith("$$") else NOISE.sub("", part) for part in bodies)


def _rows(connection):
    with connection.cursor() as cursor:
        return "".join(_inserts(cursor.connection, table, columns) for table, columns in ROWS.items())


# `applied` is left to be the moment of loading.
ROWS = {
    "django_migrations": ("app", "name"),
    "django_content_type": ("app_label", "model"),
    "auth_permission": ("name", "content_type_id", "codename"),
}


def _inserts(connection, table, columns):
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    found = connection.execute(sql.SQL("SELECT {} FROM {} ORDER BY id").format(names, sql.Identifier(table)))
    moment = table == "django_migrations"
    rows = [sql.SQL(", ").join([*map(sql.Literal, row), *[sql.SQL("now()")] * moment]) for row in found.fetchall()]
    into = sql.SQL(", ").join([names, *[sql.Identifier("applied")] * moment])
    values = sql.SQL(",\n").join(sql.SQL("({})").format(row) for row in rows)
    statement = sql.SQL("INSERT INTO {} ({}) VALUES\n{};\n").format(sql.Identifier(table), into, values)
    return statement.as_string(connection)


def main():
    services.begin(is_parallel=False, is_pure=False)
    for start in services.LATER:
        start()
    os.environ["DJANGO_SETTINGS_MODULE"] = "evalhub.settings"
    django.setup()
    SCHEMA.write_text(make(), encoding="utf-8")
    print(f"{SCHEMA.name}: {len(SCHEMA.read_text(encoding='utf-8').splitlines())} lines")


if __name__ == "__main__":
    main()
