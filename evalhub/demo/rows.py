"""The file that holds the demo: the rows of its tables as Postgres copies them, and the files that belong to them."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import zstandard
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection

from evalhub.lib.errors import Conflict

PATH = Path(__file__).parent / "demo.zst"
END = "\\.\n"  # the line behind a table's rows
COLUMNS = """
    SELECT c.relname, array_agg(quote_ident(a.attname) ORDER BY a.attnum),
           (SELECT array_agg(quote_ident(k.attname) ORDER BY k.attnum) FROM pg_index i
            JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = ANY (i.indkey)
            WHERE i.indrelid = c.oid AND i.indisprimary)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
        AND a.attgenerated = ''
    GROUP BY c.oid, c.relname ORDER BY c.relname
"""


@dataclass(frozen=True)
class Table:
    """The rows of a table in Postgres's text form, a line each."""

    name: str
    columns: list
    text: str


@dataclass(frozen=True)
class DemoFile:
    """`files` are texts by their path below settings.FILES."""

    tables: list
    files: dict


def read(changed=lambda text: text, path=PATH):
    """The DemoFile; `changed` gets its whole text first. Checksums of files go with what that changes in them."""
    given = zstandard.decompress(path.read_bytes()).decode()
    head, _, rest = changed(given).partition("\n")
    head, files = json.loads(head), json.loads(given.partition("\n")[0])["files"]
    for name, text in head["files"].items():
        if text != files[name]:
            rest = rest.replace(*(hashlib.sha256(each.encode()).hexdigest() for each in (files[name], text)))
    named = zip(head["tables"].items(), rest.split("\n" + END)[:-1], strict=True)
    return DemoFile([Table(name, columns, text + "\n") for (name, columns), text in named], head["files"])


def columns_and_keys(cursor):
    """[(name, columns, those of the primary key)] of all tables, by name; without columns that Postgres computes."""
    cursor.execute(COLUMNS)
    return cursor.fetchall()


def insert(tables):
    """Copy rows into empty tables and let their numbers go on behind; inside a transaction of a superuser.

    Foreign keys and the triggers that guard history stand aside: the rows kept both where they come from. Conflict
    when the tables have other columns than the file.
    """
    with connection.cursor() as cursor:
        columns = {name: set(found) for name, found, _key in columns_and_keys(cursor)}
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table in tables:
            if columns.get(table.name) != set(table.columns):
                raise Conflict(f"{table.name} has changed since the demo was written: run make demo.")
            copied = f"COPY {table.name} ({', '.join(table.columns)}) FROM STDIN"
            with cursor.copy(copied) as copy:
                copy.write(table.text)
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")
        cursor.execute("".join(connection.ops.sequence_reset_sql(no_style(), apps.get_models())))
