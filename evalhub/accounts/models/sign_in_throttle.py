"""Failed sign-ins by what they have in common, such as an account and a source: each makes the next wait longer."""

import datetime
import hashlib
from dataclasses import dataclass

from django.db import connection, models
from django.db.models import F
from django.db.models.functions import Greatest, Now

FORGET_SECONDS = 86_400
# The clock of the statement, not of its transaction. `kept` is the row that is there already.
NEXT = f"CASE WHEN kept.last_at < clock_timestamp() - interval '{FORGET_SECONDS} s' THEN 1 ELSE kept.failures + 1 END"
WAIT = """interval '1 second' * CASE WHEN {n} < %(free)s THEN 0
          ELSE least(%(longest)s, %(first)s * power(2, least({n} - %(free)s, 30))) END"""
TAKE = f"""
    INSERT INTO accounts_signinthrottle AS kept (key, failures, last_at, free_at)
    VALUES (%(key)s, 1, clock_timestamp(), clock_timestamp() + {WAIT.format(n="1")})
    ON CONFLICT (key) DO UPDATE SET failures = {NEXT}, last_at = clock_timestamp(),
        free_at = clock_timestamp() + {WAIT.format(n=f"({NEXT})")}
    WHERE kept.free_at <= clock_timestamp()
    RETURNING failures"""


@dataclass(frozen=True)
class Limit:
    """From the failure number `free` on the next attempt waits: `first_seconds`, then twice as long each time."""

    free: int
    first_seconds: float
    longest_seconds: float


class SignInThrottleManager(models.Manager):
    def take(self, name, limit):
        """Count an attempt as failed before its password is checked: attempts at the same time cannot all pass.

        Returns the seconds to wait; above 0 the attempt is refused and was not counted. One query, two for refusals.
        """
        values = {"free": limit.free, "first": limit.first_seconds, "longest": limit.longest_seconds}
        with connection.cursor() as cursor:
            cursor.execute(TAKE, values | {"key": _key(name)})
            if cursor.fetchone():
                return 0.0
            query = "SELECT extract(epoch FROM free_at - clock_timestamp()) FROM accounts_signinthrottle WHERE key = %s"
            cursor.execute(query, [_key(name)])
            row = cursor.fetchone()
        return max(float(row[0]), 0.1) if row else 0.1

    def give_back(self, name):
        """Take one failure off: the attempt that was counted was none."""
        self.filter(key=_key(name)).update(failures=Greatest(F("failures") - 1, 0))

    def forget(self, name):
        self.filter(key=_key(name)).delete()

    def forget_old(self):
        """Remove what counts no more; returns how many."""
        return self.filter(last_at__lt=Now() - datetime.timedelta(seconds=FORGET_SECONDS)).delete()[0]

    def failures(self, name):
        row = self.filter(key=_key(name)).first()
        return row.failures if row else 0


class SignInThrottle(models.Model):
    """`key` is a hash: addresses that somebody tried are nobody's to read."""

    key = models.CharField(primary_key=True, max_length=64)
    failures = models.IntegerField()
    last_at = models.DateTimeField(db_default=Now(), db_index=True)
    free_at = models.DateTimeField(db_default=Now())

    objects = SignInThrottleManager()

    def __str__(self):
        return f"{self.failures} failures, free at {self.free_at:%Y-%m-%d %H:%M:%S}"


def _key(name):
    return hashlib.sha256(name.encode()).hexdigest()
