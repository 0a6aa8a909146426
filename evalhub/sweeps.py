"""Which sweeps are worth a message: at rest one statement finds that nothing was written and nothing becomes due.

Tasks name what becomes due by time alone with `due_at`: (QuerySet, field of a time) pairs. `busy_while` is a QuerySet
of what is at work: as long as it has rows, each sweep is sent each time.
"""

import datetime
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db import connection

MARK, MARK_SECONDS = "sweeps-mark", 86_400
# After so long each sweep is sent in any case.
ROUND_SECONDS = 300.0
WRITTEN = """(
    SELECT sum(pg_stat_get_tuples_inserted(oid) + pg_stat_get_tuples_updated(oid)
               + pg_stat_get_tuples_deleted(oid))::text
    FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
)"""
_SINCE = datetime.datetime.max.replace(tzinfo=datetime.UTC)  # where the time of the last look goes


@dataclass(frozen=True)
class Found:
    """`is_round`: each sweep may find something. `due`: names of tasks of which something has become due since the
    last look; `next_in`: in how many seconds the next will."""

    is_round: bool
    due: list
    next_in: float | None


def look(tasks: Mapping[str, Any], *, within: float, rounds: bool = True) -> Found:
    """What there is to do, and what becomes due `within` seconds; one statement. Without `rounds`, by time alone.

    Postgres counts the rows that are written, ten seconds late at most: where none was since the last round, no sweep
    would find more than that round did. What vacuum does is not counted.
    """
    mark = cache.get(MARK) or {}
    written, now, is_busy, *times = _read(watched := _watched(tasks), mark.get("looked_at"))
    is_round = rounds and (
        is_busy or written != mark.get("written") or now.timestamp() - mark["round_at"] > ROUND_SECONDS
    )
    if rounds or mark:
        mark |= {"looked_at": now.isoformat()}
        mark |= {"written": written, "round_at": now.timestamp()} if is_round else {}
        cache.set(MARK, mark, MARK_SECONDS)
    moments = zip((task.name for task in watched for _ in _times(task)), times, strict=True)
    passed = [(name, (at - now).total_seconds()) for name, at in moments if at is not None]
    later = [seconds for _, seconds in passed if 0 < seconds <= within]
    due = {name for name, seconds in passed if seconds <= 0}
    return Found(is_round, sorted(due), min(later, default=None))


def forget() -> None:
    """Have each sweep sent at the next look: some work may have been passed over."""
    cache.delete(MARK)


def _read(watched, looked_at):
    statement, parameters = _statement(watched)
    since = datetime.datetime.fromisoformat(looked_at) if looked_at else datetime.datetime.now(datetime.UTC)
    with connection.cursor() as cursor:
        cursor.execute(statement, [since if each == _SINCE else each for each in parameters])
        return cursor.fetchone()


def _watched(tasks):
    named = [task for task in tasks.values() if hasattr(task, "due_at") or hasattr(task, "busy_while")]
    return tuple(sorted(named, key=lambda task: task.name))


def _times(task):
    return getattr(task, "due_at", ())


@functools.cache
def _statement(watched):
    """(SQL, parameters): a row of how many rows were written, the time, whether anything is at work, and of each pair
    the first time after the last look."""
    busy = [task.busy_while.values("pk").query.sql_with_params() for task in watched if hasattr(task, "busy_while")]
    due = [
        rows.filter(**{f"{field}__gt": _SINCE}).order_by(field).values(field)[:1].query.sql_with_params()
        for task in watched
        for rows, field in _times(task)
    ]
    is_busy = " OR ".join(f"EXISTS ({sql})" for sql, _ in busy) or "false"
    columns = [WRITTEN, "statement_timestamp()", is_busy, *(f"({sql})" for sql, _ in due)]
    return f"SELECT {', '.join(columns)}", [each for _, parameters in [*busy, *due] for each in parameters]
