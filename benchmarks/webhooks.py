"""Events written and queued for a webhook, and deliveries to a receiver of this machine."""

import os
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

from benchmarks import seeds
from benchmarks.figures import Section
from evalhub.local.paths import ROOT

AT_ONCE = 16  # threads that write events, each in a transaction of its own: fewer measure how long the disk takes


def run(site, *, quick):
    from evalhub.events.actions import deliveries, outbox, webhooks
    from evalhub.events.models import WebhookDelivery

    count = 160 if quick else 4_800  # a whole number for each thread
    where = seeds.organization()
    with receiver() as port:
        os.environ["EVALHUB_STATIC_HOSTS"] = "127.0.0.1=127.0.0.1"
        fields = webhooks.EndpointFields(url=f"http://127.0.0.1:{port}/hooks")
        webhooks.create(organization=where, fields=fields, by=None)
        cpu = time.process_time()
        written = _seconds(lambda: _write(where, count))
        cpu = time.process_time() - cpu
        queued = _seconds(lambda: _until_none(outbox.queue))
        sent = _seconds(lambda: _until_none(deliveries.send_due))
    done = WebhookDelivery.objects.filter(state="done").count()
    if done != count:
        raise SystemExit(f"Only {done} of {count} events were delivered.")
    section = Section("Webhooks", "make bench ARGS='webhooks'")
    section.text.append(
        f"{count:,} events, each written in a transaction of its own by one of {AT_ONCE} threads, each of which waits "
        f"until its commit is on the disk ({cpu / count * 1000:.2f} ms of CPU an event beside Postgres); then numbered "
        "and queued for one webhook, then delivered: signed, sent to a receiver of this machine, and noted."
    )
    section.table(
        ["step", "a second"],
        [
            ["written", f"{count / written:,.0f}"],
            ["numbered and queued", f"{count / queued:,.0f}"],
            ["delivered", f"{count / sent:,.0f}"],
        ],
    )
    section.at_least("written", count / written, 1000, "/s")
    section.at_least("numbered and queued", count / queued, 1000, "/s")
    section.at_least("delivered", count / sent, 200, "/s")
    return section


def _write(where, count):
    threads = [threading.Thread(target=_write_some, args=(where, count // AT_ONCE)) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _write_some(where, count):
    from django.db import connection, transaction

    from evalhub.events.actions import outbox

    payload = {"task_id": str(where.pk), "name": "Support answers, week 47"}
    for _ in range(count):
        with transaction.atomic():
            outbox.emit(organization=where, type="annotation_task.completed", object=where, payload=payload)
    connection.close()


def _until_none(work):
    while work():
        pass


def _seconds(work):
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


@contextmanager
def receiver():
    """The port of a receiver that takes what comes, in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.fake_receiver"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()
