"""The time and the chance of the demo while it is made: a clock that moves when it is told to, and seeded numbers.

Both are Python's and Postgres's, so that the same code writes the same rows each time. For a process and a database
that serve nothing else.
"""

import datetime
import random
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from unittest import mock

from django.db import connection
from django.utils import timezone

from evalhub.events import sending
from evalhub.lib import ids, leases
from reviews.engine.client import completion, event_loop
from reviews.engine.requests.actions import dispatcher
from reviews.quality import observations

SEED = 7
PRODUCT = ("annotations.", "datasets.", "evalhub.", "experiments.", "reviews.")
STILL = SimpleNamespace(**vars(time) | {"monotonic": lambda: 0.0})
SCHEMA = "demo_clock"
# Functions of these names are found before Postgres's own; defaults of columns name those. Statistics that Postgres
# gathers when it likes would change plans, and with them the order of rows.
PREPARED = f"""
CREATE SCHEMA {SCHEMA};
CREATE TABLE {SCHEMA}.clock AS SELECT %s::timestamptz AS moment;
CREATE SEQUENCE {SCHEMA}.draws;
CREATE FUNCTION {SCHEMA}.random() RETURNS float8 VOLATILE LANGUAGE sql AS
    $$ SELECT ('x' || substr(md5(nextval('{SCHEMA}.draws')::text), 1, 7))::bit(28)::int / 268435456::float8 $$;
CREATE FUNCTION {SCHEMA}.gen_random_uuid() RETURNS uuid VOLATILE LANGUAGE sql AS
    $$ SELECT md5('uuid' || nextval('{SCHEMA}.draws'))::uuid $$;
DO $do$
DECLARE names text[] = ARRAY['now', 'statement_timestamp', 'clock_timestamp', 'transaction_timestamp']; found record;
BEGIN
    FOR found IN SELECT unnest(names) AS name LOOP
        EXECUTE format('CREATE FUNCTION {SCHEMA}.%%I() RETURNS timestamptz STABLE LANGUAGE sql AS '
            '''SELECT moment FROM {SCHEMA}.clock''', found.name);
    END LOOP;
    FOR found IN SELECT adrelid::regclass AS tab, attname, pg_get_expr(adbin, adrelid) AS value FROM pg_attrdef
            JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum AND attgenerated = '' LOOP
        IF found.value ~ 'pg_catalog.(now|statement_timestamp|clock_timestamp|random)\\(' THEN
            EXECUTE format('ALTER TABLE %%s ALTER COLUMN %%I SET DEFAULT %%s', found.tab, found.attname,
                replace(found.value, 'pg_catalog.', '{SCHEMA}.'));
        END IF;
    END LOOP;
    FOR found IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('ALTER TABLE %%I SET (autovacuum_enabled = false)', found.tablename);
    END LOOP;
END $do$;
"""


class Clock:
    """`moment` is the time everywhere until `advance` moves it."""

    def __init__(self, moment):
        self.moment, self._ids = moment, 0

    def advance(self, **passed):
        """By days=, hours=, …"""
        self.moment += datetime.timedelta(**passed)
        with connection.cursor() as cursor:
            cursor.execute(f"UPDATE {SCHEMA}.clock SET moment = %s", [self.moment])

    def advance_to(self, hour, days=0):
        """To this hour of the same day, or of a later one."""
        until = self.moment.replace(hour=hour, minute=0, second=0) + datetime.timedelta(days=days)
        self.advance(seconds=(until - self.moment).total_seconds())

    def time_ns(self):
        """A microsecond later at each call: ids are in the order in which they are made."""
        self._ids += 1
        return int(self.moment.timestamp()) * 1_000_000_000 + self._ids * 1000


@contextmanager
def standing_still(moment):
    """The Clock, which shows `moment`; the connection was told to look into SCHEMA first."""
    clock = Clock(moment)
    # Those of the process's other threads come when they like.
    chance, chance_of_others = random.Random(SEED), random.Random(SEED + 1)
    with connection.cursor() as cursor:
        cursor.execute(PREPARED, [moment])

    class Datetime(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return clock.moment.astimezone(tz)

    def drawn(count):
        is_main = threading.current_thread() is threading.main_thread()
        return (chance if is_main else chance_of_others).randbytes(count)

    def started(coroutine, start=event_loop.start):
        """Answers of models come in the order of their requests."""
        future = start(coroutine)
        future.exception()
        return future

    random.seed(SEED)
    # However busy the machine is: no time limit is reached, and all answers to what was asked are written together.
    measuring = [
        each for name, each in sys.modules.items() if name.startswith(PRODUCT) and vars(each).get("time") is time
    ]
    with ExitStack() as patched:
        for target, name, other in (
            *((module, "time", STILL) for module in measuring),
            (dispatcher, "GROUP_SECONDS", 60.0),
            (timezone, "datetime", Datetime),
            (observations, "datetime", Datetime),
            (ids, "time", SimpleNamespace(time_ns=clock.time_ns)),
            (sending, "datetime", SimpleNamespace(datetime=Datetime, UTC=datetime.UTC)),
            (random, "_urandom", drawn),
            (leases, "lease_owner", lambda: "demo"),
            (completion._PreparedCall, "age", lambda call: 200 + len(str(call.call.messages)) // 10),
            (event_loop, "start", started),
        ):
            patched.enter_context(mock.patch.object(target, name, other))
        patched.enter_context(mock.patch("os.urandom", drawn))
        yield clock
