"""For `manage.py`: the project's own Python environment, and the settings of the stack that runs beside it."""

import importlib.util
import os

from evalhub.local import bootstrap
from evalhub.local.errors import LocalError
from evalhub.local.instance import read_record
from evalhub.local.paths import Home, home_path, socket_path
from evalhub.local.secret import kept_secret_key, new_secret_key
from evalhub.local.servers.postgres import database_url
from evalhub.local.servers.valkey import broker_url
from evalhub.local.shared_settings import command_settings, shared_settings


def ensure_environment():
    """Continues in `.venv`, made if it is missing, when this Python has no Django. Exits with a reason if it cannot."""
    if importlib.util.find_spec("django") is not None:
        return
    try:
        bootstrap.enter("runtime")
    except LocalError as error:
        raise SystemExit(str(error)) from None


def running_environment():
    """The settings of the `make up` that runs in this EVALHUB_HOME, by name.

    If none runs, the settings it would have: enough for commands that need no database, and those that need one say
    that nothing listens on its socket. Empty when DATABASE_URL is set, since half of one stack and half of another
    would be a trap, and in production.
    """
    if os.environ.get("DATABASE_URL") or os.environ.get("EVALHUB_MODE") == "production":
        return {}
    home = Home(home_path())
    record = read_record(home)
    return record["environment"] if record else _resting_environment(home)


def _resting_environment(home):
    sockets = socket_path(home)
    settings = shared_settings(
        home,
        database_url=database_url(sockets),
        redis_url=broker_url(sockets),
        secret_key=kept_secret_key(home) or new_secret_key(),
        has_own_database=True,
    )
    return command_settings(settings)
