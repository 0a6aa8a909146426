"""Hand out export files: signed links for one organization, good for a quarter of an hour."""

import datetime
from dataclasses import dataclass
from typing import BinaryIO

from django.conf import settings
from django.core import signing
from django.utils import timezone
from django.utils.text import slugify

from annotations.exports.formats import registry as formats
from annotations.exports.models import ExportJob
from evalhub.lib.errors import Gone, NotFound

LINK_SECONDS = 15 * 60
LONGEST_TASK_NAME = 80
SALT = "annotations.export-download"


@dataclass(frozen=True)
class Download:
    """An export and, once it is finished, its open file with how to send it."""

    job: ExportJob
    file: BinaryIO | None
    file_name: str = ""
    content_type: str = ""


def token_of(*, job):
    """A signed name of this file for one organization."""
    return signing.dumps([str(job.pk), str(job.organization_id)], salt=SALT)


def link_expiry():
    """When a link signed now stops working."""
    return timezone.now() + datetime.timedelta(seconds=LINK_SECONDS)


def name_of(*, job):
    """The name of an export's file without its ending: task, kind, format, and the day (UTC) of what is in it.

    Letters and digits of any script stay; everything else of the task's name becomes a hyphen.
    """
    task = slugify(job.task.name, allow_unicode=True)[:LONGEST_TASK_NAME].strip("-_") or str(job.task_id)
    kind, format = (part.lower().replace("_", "-") for part in (job.kind, job.format))
    return f"{task}_{kind}_{format}_{job.manifest['snapshot_at'][:10]}"


def open_file(*, token):
    """The Download behind a signed link; without a file while it is being written.

    NotFound for a bad link; Gone for an old link, a failed export, or a file that has expired.
    """
    try:
        job_id, organization_id = signing.loads(token, salt=SALT, max_age=LINK_SECONDS)
    except signing.SignatureExpired:
        raise Gone("This link has expired. Open the export again for a new one.", code="link_expired") from None
    except signing.BadSignature:
        raise NotFound("There is no such file.") from None
    job = ExportJob.objects.select_related("task").filter(pk=job_id, organization_id=organization_id).first()
    if job is None:
        raise NotFound("There is no such file.")
    if not job.is_finished:
        return Download(job=job, file=None)
    if job.state == "cancelled":
        raise Gone("This export was cancelled. Run it again.", code="export_cancelled")
    if job.state != "done":
        raise Gone(f"This export failed: {job.last_error} Run it again.", code="export_failed")
    if job.is_expired:
        raise Gone("This export has expired and its file was removed. Run it again.", code="file_removed")
    form = formats[job.format]
    try:
        file = (settings.FILES / job.stored_path).open("rb")
    except FileNotFoundError:
        raise Gone("The file of this export is no longer there. Run it again.", code="file_removed") from None
    name, content_type = f"{name_of(job=job)}.{form.extension}", form.content_type
    if job.stored_path.endswith(".gz"):
        name, content_type = f"{name}.gz", "application/gzip"
    return Download(job=job, file=file, file_name=name, content_type=content_type)
