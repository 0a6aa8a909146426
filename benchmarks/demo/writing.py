"""Make the demo organization in an empty database, have its models asked, and write its file."""

import datetime
import json
import os
import threading
from contextlib import contextmanager
from unittest import mock

import zstandard
from django.conf import settings
from django.db import connection

from benchmarks.demo import build, clock
from evalhub.celery import WakeUp, app
from evalhub.demo import load, rows
from evalhub.demo.provider.server import SimulatedServer
from evalhub.events.models import WebhookEndpoint
from experiments.models import Evaluation, SuiteRunTask
from reviews.engine.client.endpoints import SIMULATED_VARIABLE
from reviews.models import EvaluationRun, Job

BEGAN = datetime.datetime.combine(load.WRITTEN_ON, datetime.time(8), datetime.UTC) - datetime.timedelta(days=43)
MOST_ROUNDS = 80
# While people work: what their answers wake up would run at once.
NOBODY_WAKES = mock.patch.object(WakeUp, "apply_async", return_value=None)
# Each sweep is called itself: the task that sends them goes by counts of rows, which Postgres brings up to date late.
IDLE = ("old ", "heartbeat ", "invariants", "mails", "job inbox", "sweeps")
SCHEDULED = [each["task"] for name, each in settings.CELERY_BEAT_SCHEDULE.items() if not name.startswith(IDLE)]
SWEPT = [*settings.SWEEPS, *SCHEDULED]
# What migrations fill, and what is about this process alone.
LEFT_OUT = {"django_migrations", "django_content_type", "auth_permission", "django_session", "reviews_providerstate"}


def write(path):
    """A minute of one core; for a process that does nothing else, as clock and chance are the demo's from here on."""
    connection.close()
    first = f" -c search_path={clock.SCHEMA},pg_catalog,public -c idle_in_transaction_session_timeout=0"
    connection.settings_dict["OPTIONS"]["options"] += first
    app.loader.import_default_modules()
    app.conf.task_always_eager = app.conf.task_eager_propagates = True
    NOBODY_WAKES.start()
    with _provider() as address, clock.standing_still(BEGAN) as watch:
        build.build(watch, lambda: _work_to_the_end(watch))
    Job.objects.update(manifest_mtime_ns=0)  # of files that were written now
    WebhookEndpoint.objects.update(encrypted="")  # with a key of this process; each installation makes a secret
    tables, folder = tables_with_rows(), settings.FILES.resolve()
    files = sorted(each for each in folder.rglob("*") if each.is_file())
    texts = {str(each.relative_to(folder)): each.read_bytes().decode() for each in files}
    head = {"tables": {table.name: table.columns for table in tables}, "files": texts}
    text = "".join([json.dumps(head, ensure_ascii=False), "\n", *(table.text + rows.END for table in tables)])
    text = text.replace(str(folder), load.FILES).replace(address, load.PROVIDER)
    path.write_bytes(zstandard.ZstdCompressor(level=12).compress(text.encode()))


def tables_with_rows():
    """The rows.Tables that hold rows, in the order of their names and the rows in that of their keys."""
    found = []
    with connection.cursor() as cursor:
        for name, columns, key in rows.columns_and_keys(cursor):
            query = f"COPY (SELECT {', '.join(columns)} FROM {name} ORDER BY {', '.join(key)}) TO STDOUT"
            with cursor.copy(query) as copy:
                text = b"".join(copy).decode()
            if text and name not in LEFT_OUT:
                found.append(rows.Table(name, columns, text))
    return found


@contextmanager
def _provider():
    """The address of a simulated provider in this process."""
    with SimulatedServer(("127.0.0.1", 0)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = os.environ[SIMULATED_VARIABLE] = "http://{}:{}".format(*server.server_address)
        yield address
        server.shutdown()


def _work_to_the_end(watch):
    """Do what workers do, one after the other, until every run and evaluation has ended."""
    quiet = rounds = 0
    NOBODY_WAKES.stop()
    while quiet < 2:
        for name in SWEPT:
            app.tasks[name]()
        watch.advance(seconds=15)
        quiet, rounds = 0 if _is_going_on() else quiet + 1, rounds + 1
        if rounds == MOST_ROUNDS:
            raise RuntimeError(f"The demo's runs have not ended after {rounds} rounds.")
    NOBODY_WAKES.start()


def _is_going_on():
    return (
        EvaluationRun.objects.exclude(status__in=["completed", "failed", "cancelled"]).exists()
        or Evaluation.objects.filter(state__in=["waiting", "running"]).exclude(type="ONLINE").exists()
        or SuiteRunTask.objects.filter(state__in=["waiting", "running"]).exists()
    )
