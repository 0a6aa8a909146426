"""Database errors as answers: busy, or away."""

from django.db import InterfaceError, OperationalError, connection
from django.utils.translation import gettext as _
from psycopg import errors as postgres
from psycopg_pool import PoolTimeout

from evalhub.lib.errors import Unavailable

RETRY = {"Retry-After": "2"}
LOST = (OperationalError, InterfaceError, PoolTimeout)


def as_unavailable(exception: BaseException) -> Unavailable:
    """The 503 for one of `LOST`: busy when a lock or a time limit was hit, else away."""
    busy = (postgres.LockNotAvailable, postgres.QueryCanceled, postgres.DeadlockDetected)
    if isinstance(exception.__cause__, busy):
        text = _("The database is busy with another change. Nothing was saved. Send the same request again.")
        return Unavailable(text, code="busy", headers=RETRY)
    connection.close()
    text = _("The database is unreachable. Nothing was saved. Send the same request again in a moment.")
    return Unavailable(text, code="database_unavailable", headers=RETRY)
