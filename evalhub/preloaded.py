"""Web, worker and Django's commands, from modules imported once: what is forked from this process shares its memory.

`preload()` and `run(name, *words)` are called by evalhub.local.processes.forker;
`python -m evalhub.preloaded NAME WORDS…` does without a fork.
"""

import contextlib
import gc
import importlib
import logging
import os
import socket
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evalhub.settings")


def preload():
    """Import what the programs use. Nothing here starts a thread or opens a connection: neither survives a fork."""
    import django

    django.setup()
    from django.urls import NoReverseMatch, reverse

    from evalhub.celery import app

    app.loader.import_default_modules()
    app.finalize()
    # Whoever looks for one address reads all of them and imports every view; there need be none of that name.
    with contextlib.suppress(NoReverseMatch):
        reverse("healthz")
    for name in ("celery.apps.worker", "celery.concurrency.thread", "celery.fixups.django", "django.core.wsgi"):
        importlib.import_module(name)
    importlib.import_module("granian.cli")


def run(name, *words):
    """Be one of the PROGRAMS until it ends, with the limits that this process's environment sets."""
    _read_limits_again()
    PROGRAMS[name](*words)


def _read_limits_again():
    """Each program has its own time limits and its own number of connections, and none is open yet."""
    from django.conf import settings

    from evalhub import settings as source

    fresh = importlib.reload(source)
    settings.DATABASES["default"]["OPTIONS"] = fresh.DATABASES["default"]["OPTIONS"]


def web(*words):
    """granian, whose workers are forks as well: the application is made before they are."""
    from granian.cli import entrypoint

    importlib.import_module("evalhub.wsgi")
    gc.freeze()
    sys.argv = ["granian", *words, "evalhub.wsgi:application"]
    entrypoint()


def worker(threads, people_threads):
    """Celery's worker for all queues as its command line would start it, without the modules of that command line.

    Models are asked, and people's work is done, by processes beside it: what those import and keep is as much as all
    else here, and goes when they are idle.
    """
    from evalhub.lib.processes import side_process

    side_process.prepare("models", "people")
    from evalhub.celery import TwoGroups, app

    TwoGroups.people_threads = int(people_threads)
    started = app.Worker(
        pool=TwoGroups,
        concurrency=int(threads),
        prefetch_multiplier=0,  # each group of threads has its own line; a message is only a wake-up
        loglevel=logging.INFO,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
        hostname=f"worker@{socket.gethostname()}",
        quiet=True,
    )
    started.start()
    sys.exit(started.exitcode)


def simulated(*words):
    """The simulated model provider."""
    from evalhub.demo.provider.__main__ import main

    sys.argv = ["simulated", *words]
    sys.exit(main())


def command(*words):
    """A Django command."""
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", *words])


PROGRAMS = {"web": web, "worker": worker, "simulated": simulated, "command": command}


if __name__ == "__main__":
    preload()
    run(*sys.argv[1:])
