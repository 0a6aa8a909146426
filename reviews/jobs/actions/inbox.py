"""The watched folder: finished job directories in it are taken in by themselves, each state of them once."""

import logging
import os
import time
from pathlib import Path

from django.conf import settings

from evalhub.lib.errors import EvalHubError
from reviews.jobs.actions import intake, roots
from reviews.jobs.errors import JobError
from reviews.jobs.manifest import MANIFEST_FILE
from reviews.jobs.models import Job

logger = logging.getLogger(__name__)
SETTLED_SECONDS = 2.0  # a manifest that has just been written may be followed by files
AT_ONCE = 50


def sweep(*, now=None):
    """Take in directories of EVALHUB_JOB_INBOX whose manifest stands for a moment; returns how many.

    A directory is finished when its `manifest.json` is there: producers write it last, or rename the directory in.
    Names that begin with a dot are left alone. One whose manifest changes is taken in again.
    """
    if not settings.JOB_INBOX:
        return 0
    Path(settings.JOB_INBOX).mkdir(parents=True, exist_ok=True)
    folder = Path(settings.JOB_INBOX).resolve()
    finished = _finished(folder, time.time() if now is None else now)
    if not finished:
        return 0
    organization = roots.owner()
    if organization is None:
        logger.warning("EVALHUB_JOB_INBOX waits: EVALHUB_JOB_ORGANIZATION names no organization.")
        return 0
    fresh = _fresh(finished)
    for path, mtime_ns in fresh[:AT_ONCE]:
        _take_in(organization, path, mtime_ns)
    return len(fresh[:AT_ONCE])


def _finished(folder, now):
    """{path: the manifest's time in ns} of directories that are whole, oldest first."""
    found = {}
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(".") or not entry.is_dir(follow_symlinks=False):
                continue
            try:
                stat = os.lstat(os.path.join(entry.path, MANIFEST_FILE))
            except OSError:
                continue
            if now - stat.st_mtime >= SETTLED_SECONDS:
                found[entry.path] = stat.st_mtime_ns
    return dict(sorted(found.items(), key=lambda each: each[1]))


def _fresh(finished):
    """Those that no Job knows as they are now."""
    known = set(Job.objects.filter(origin="inbox", location__in=finished).values_list("location", "manifest_mtime_ns"))
    return [each for each in finished.items() if each not in known]


def _take_in(organization, path, mtime_ns):
    try:
        intake.register(organization=organization, location=path, origin="inbox")
    except EvalHubError as error:
        told = (
            error if isinstance(error, JobError) else JobError(error.message, category="config_invalid", field="models")
        )
        intake.refused(organization=organization, location=path, origin="inbox", manifest_mtime_ns=mtime_ns, error=told)
