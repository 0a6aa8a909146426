"""A cursor whose statements Postgres parses and plans once per connection, for the few that every request sends.

Planning a statement over several tables takes longer than running it by key, and so does looking for its parameters
at each call. The ORM's statements stay as they are.
"""

import re
from functools import lru_cache
from typing import Any, LiteralString, cast

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections

_PARAMETER = re.compile(r"%(?:\((\w+)\))?s|%%")


class _Prepared(psycopg.RawCursor):
    def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        text, names = _numbered(query)
        return super().execute(
            cast("LiteralString", text), [params[name] for name in names] if names else params, prepare=True
        )


def cursor() -> Any:
    """As `connection.cursor()`, with its errors and wrappers; while statements are logged, that one itself."""
    current = connections[DEFAULT_DB_ALIAS]
    if current.queries_logged:  # Django reads the text to log from a cursor of its own kind
        return current.cursor()
    current.ensure_connection()
    raw = current.connection
    if raw.prepare_threshold is None:  # Django's default, which forbids what is asked for here
        raw.prepare_threshold = 0
    return current.make_cursor(_Prepared(raw))


@lru_cache(maxsize=200)
def _numbered(query):
    """A statement with `%(name)s` or `%s` as Postgres reads it, with $1 and so on, and the names in that order."""
    names, count = {}, 0

    def number(found):
        nonlocal count
        if found.group() == "%%":
            return "%"
        count += 1
        name = found.group(1)
        return f"${names.setdefault(name, len(names) + 1) if name else count}"

    return _PARAMETER.sub(number, query), tuple(names)
