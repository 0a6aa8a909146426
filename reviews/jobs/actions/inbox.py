"""The watched folder: finished job directories in it are taken in by themselves, each state of them once."""

import hashlib
import logging
import os
import time
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_lazy

from evalhub.accounts.models import Organization
from evalhub.lib.errors import EvalHubError
from evalhub.work.sweep import Sweep
from reviews.jobs.actions import intake, roots
from reviews.jobs.errors import JobError
from reviews.jobs.manifest import MANIFEST_FILE
from reviews.jobs.models import Job

logger = logging.getLogger(__name__)
SETTLED_SECONDS = 2.0  # a manifest that has just been written may be followed by files
AT_ONCE = 50


@dataclass(frozen=True)
class Found:
    """A finished directory of the inbox, and when its manifest was written."""

    organization: Organization
    path: str
    mtime_ns: int

    @property
    def key(self):
        return (
            f"{Path(self.path).name[:100]} {hashlib.sha256(f'{self.path} {self.mtime_ns}'.encode()).hexdigest()[:16]}"
        )


def due(*, now=None):
    """Directories of EVALHUB_JOB_INBOX whose manifest stands for a moment and that no Job knows as they are now.

    A directory is finished when its `manifest.json` is there: producers write it last, or rename the directory in.
    Names that begin with a dot are left alone. One whose manifest changes is taken in again.
    """
    if not settings.JOB_INBOX:
        return []
    Path(settings.JOB_INBOX).mkdir(parents=True, exist_ok=True)
    folder = Path(settings.JOB_INBOX).resolve()
    finished = _finished(folder, time.time() if now is None else now)
    if not finished:
        return []
    organization = roots.owner()
    if organization is None:
        logger.warning("EVALHUB_JOB_INBOX waits: EVALHUB_JOB_ORGANIZATION names no organization.")
        return []
    return [Found(organization, *each) for each in _fresh(finished)]


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


def _take_in(found):
    try:
        intake.register(organization=found.organization, location=found.path, origin="inbox")
    except EvalHubError as error:
        is_ours = isinstance(error, JobError)
        _refuse(found, error if is_ours else JobError(error.message, category="config_invalid", field="models"))


def _refuse(found, error):
    intake.refused(
        organization=found.organization,
        location=found.path,
        origin="inbox",
        manifest_mtime_ns=found.mtime_ns,
        error=error,
    )


INBOX = Sweep(
    "job_inbox",
    title=gettext_lazy("Folder of job directories"),
    rows=due,
    work=_take_in,
    organization="organization.pk",
    key=attrgetter("key"),
    most=AT_ONCE,
    in_steps=True,
    give_up=lambda found, reason: _refuse(found, JobError(reason, category="directory_invalid")),
)
