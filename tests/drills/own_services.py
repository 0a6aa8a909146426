"""A Postgres and a Valkey of the drills' own, to be taken away while workers use them."""

import os
import shutil
import subprocess
from contextlib import contextmanager

from django.conf import settings
from django.db import connection

from evalhub.local.paths import Home
from evalhub.local.processes.children import Guard
from evalhub.local.servers.services import Services
from tests.services import new_folder


@contextmanager
def own_services(schema_of):
    """Started Services whose database has the tables of another, named by its address; removed at the end."""
    home = Home(new_folder())
    home.create()
    guard = Guard()
    named = {name: os.environ.pop(name) for name in ("DATABASE_URL", "REDIS_URL")}
    try:
        services = Services(home, guard=guard, stop_requested=lambda: False, say=print, throwaway=True)
    finally:
        os.environ.update(named)
    try:
        services.start()
        copy_tables(services.servers[0].files.programs, schema_of, services.database_url)
        yield services
    finally:
        services.stop()
        guard.close()
        shutil.rmtree(home.path, ignore_errors=True)


def copy_tables(programs, source, target):
    dump = subprocess.run([programs / "pg_dump", "-d", source], capture_output=True, check=True, timeout=60)
    subprocess.run(
        [programs / "psql", "-qX", "-d", target, "-v", "ON_ERROR_STOP=1"],
        input=dump.stdout,
        stdout=subprocess.DEVNULL,
        check=True,
        timeout=60,
    )


@contextmanager
def connected_to(services):
    """Within it Django's connection and Redis are those of these services.

    Forms are remembered by numbers, which both databases give.
    """
    # Here, as programs without configured settings import this module too.
    from annotations.tasks.actions import form
    from evalhub.settings import database

    plain, redis_url = dict(connection.settings_dict), settings.REDIS_URL
    connection.close()
    connection.settings_dict.update(database(services.database_url))
    settings.REDIS_URL = services.redis_url
    form.forget()
    try:
        yield
    finally:
        form.forget()
        connection.close()
        connection.settings_dict.update(plain)
        settings.REDIS_URL = redis_url
