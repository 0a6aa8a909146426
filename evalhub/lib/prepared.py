"""A cursor whose statements Postgres parses and plans once per connection, for the few that every request sends.

Planning a statement over several tables takes longer than running it by key. The ORM's statements stay as they are.
"""

import psycopg
from django.db import connection


class _Prepared(psycopg.Cursor):
    def execute(self, query, params=None):
        return super().execute(query, params, prepare=True)


def cursor():
    """As `connection.cursor()`, with its errors and wrappers; while statements are logged, that one itself."""
    if connection.queries_logged:  # Django reads the text to log from a cursor of its own kind
        return connection.cursor()
    connection.ensure_connection()
    raw = connection.connection
    if raw.prepare_threshold is None:  # Django's default, which forbids what is asked for here
        raw.prepare_threshold = 0
    return connection.make_cursor(_Prepared(raw))
