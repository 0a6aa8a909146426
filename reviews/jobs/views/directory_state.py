"""Whether a job's directory still holds what was taken in, and what can be done when it does not."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from reviews.jobs.actions import roots, validation
from reviews.jobs.directory import JobDirectory
from reviews.jobs.errors import JobError
from reviews.jobs.views import labels


@dataclass(frozen=True)
class DirectoryState:
    """`words` say what differs, "" where nothing does. `panel`: the fields that register the directory again, {} where
    it is not below a folder of the organization."""

    words: str
    is_missing: bool
    panel: dict


def of_job(job):
    """The DirectoryState of a job, read from its directory; one statement for where it may lie."""
    words, is_missing = _difference(job)
    return DirectoryState(words, is_missing, {} if is_missing else _panel(job))


def _difference(job):
    """(words, whether the directory is missing)."""
    try:
        JobDirectory(job.location)
    except JobError:
        if job.origin == "uploaded":
            return _("The uploaded files are no longer stored. The reviewed version is shown."), True
        return _("The directory no longer exists or cannot be opened. The reviewed version is shown."), True
    if job.state == "failed" and not job.manifest:
        return "", False
    try:
        found = validation.read(job.location, cost_to_scale=job.cost_to_scale)
    except JobError as error:
        words = _("The directory has changed since it was submitted and is no longer valid. %(why)s")
        return words % {"why": labels.sentence(error)}, False
    content = found.payload.content_sha256 if found.payload else ""
    changed = [
        _("its manifest") if found.manifest.raw != job.manifest else "",
        _("its results") if found.event.as_json() != job.event else "",
        _("its files") if content != job.content_sha256 else "",
    ]
    parts = ", ".join(part for part in changed if part)
    words = _("The directory has changed since it was submitted: %(parts)s. The reviewed version is shown.")
    return (words % {"parts": parts} if parts else ""), False


def _panel(job):
    """The same panel, critic and cost, as the form of a new job takes them."""
    try:
        roots.allowed(job.organization, job.location)
    except JobError:
        return {}
    stages = list(job.run.stages.order_by("position", "lane")) if job.run_id else []
    models = [stage.model for stage in stages if stage.kind == "job_review"]
    critics = {stage.model for stage in stages if stage.kind == "score_critic"}
    cost = "" if job.cost_to_scale is None else repr(job.cost_to_scale)
    return {
        "job_dir": job.location,
        "models": "\n".join(models),
        "cost_to_scale": cost,
        "critic_model": critics.pop() if len(critics) == 1 and models[1:] else "",
    }
