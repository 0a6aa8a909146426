"""Take in job directories: below a folder of the organization, from an archive, or from the watched folder."""

import shutil
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.lib import file_store
from evalhub.lib.ids import uuid7
from reviews.jobs import archives, results, review_checks
from reviews.jobs.actions import review_runs, roots, scoring, validation
from reviews.jobs.config import ReviewConfig
from reviews.jobs.errors import JobError
from reviews.jobs.models import Job
from reviews.jobs.stages import method_texts

FOLDER = "jobs"
LONGEST_NAME = 255


def register(
    *,
    organization,
    location,
    origin="registered",
    models=None,
    cost_to_scale=None,
    critic_model=None,
    config=None,
    by=None,
):
    """The Job of a directory on this server, its score written or its review under way.

    Locations of people and programs must lie below a folder of the organization. JobError says what is wrong with the
    directory, with its category; nothing is stored then, and nothing written. `models`: the panel, that of the
    installation when None.
    """
    path = Path(location) if origin in ("command", "inbox") else roots.allowed(organization, location)
    return _take_in(
        organization=organization,
        path=path,
        origin=origin,
        models=models,
        cost_to_scale=cost_to_scale,
        critic_model=critic_model,
        config=config,
        by=by,
    )


def upload(*, organization, file, name, models=None, cost_to_scale=None, critic_model=None, by=None):
    """The Job of an archive (.zip, .tar.gz) with one job directory; what it unpacks to is kept with the job."""
    folder = file_store.folder(FOLDER).resolve() / str(uuid7())
    half = folder / "unpacked"
    half.mkdir(parents=True, mode=0o700)
    try:
        top = archives.unpack(file, name=name, target=half)
        path = half.rename(folder / (top or _directory_name(name)))
        return _take_in(
            organization=organization,
            path=path,
            origin="uploaded",
            models=models,
            cost_to_scale=cost_to_scale,
            critic_model=critic_model,
            config=None,
            by=by,
        )
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def refused(*, organization, location, origin, manifest_mtime_ns, error):
    """A failed Job that tells why a directory of the inbox could not be read."""
    path = Path(location)
    job = Job.objects.create(
        organization=organization,
        name=path.name[:LONGEST_NAME],
        location=str(path),
        origin=origin,
        state="failed",
        manifest_mtime_ns=manifest_mtime_ns,
        error_category=error.category,
        error_field=error.field[:200],
        error_message=error.reason,
        finished_at=timezone.now(),
    )
    audit.record(organization=organization, verb="job.failed", target=job, details={"category": error.category})
    return job


def models_of(config):
    """The panel of jobs for which nobody has named one."""
    return settings.JOB_MODELS or [config.model]


def _take_in(*, organization, path, origin, models, cost_to_scale, critic_model, config, by):
    config = config or ReviewConfig.load()
    models = review_checks.check_models(models or models_of(config))
    found = validation.read(path, cost_to_scale=cost_to_scale)
    review_checks.check_parameters(config)
    method_texts.chosen(
        organization_id=organization.pk,
        model_type=found.reviewer.name,
        names=config.methods.get(found.reviewer.name, {}),
    )
    job = Job(
        organization=organization,
        initiative_id=found.manifest.initiative_id,
        name=path.name[:LONGEST_NAME],
        location=str(path),
        origin=origin,
        model_type=found.reviewer.name,
        cost_to_scale=cost_to_scale,
        created_by=by,
        strategy=found.manifest.evaluate_strategy,
        manifest=found.manifest.raw,
        event=found.event.as_json(),
        manifest_mtime_ns=found.manifest.mtime_ns,
        warnings=found.event.warnings(),
    )
    if len(str(path)) > Job._meta.get_field("location").max_length:
        raise JobError(
            _("The path has %(met)d characters. Valid: at most 1,000.") % {"met": len(str(path))},
            category="directory_invalid",
            field="job_dir",
        )
    if job.strategy == "score":
        return _scored(job, found, by)
    return review_runs.start(job=job, found=found, models=models, config=config, critic_model=critic_model, by=by)


@transaction.atomic
def _scored(job, found, by):
    scored = scoring.score(found)
    found.directory.write(scored.files)
    job.state, job.confidence, job.finished_at = "reviewed", scored.confidence, timezone.now()
    job.evaluate_text = scored.files[results.EVALUATE_FILE]
    job.save(force_insert=True)
    audit.record(organization=job.organization, verb="job.scored", target=job, by=by)
    return job


def _directory_name(name):
    """The archive's name without its endings, as a plain folder name of our own making."""
    stem = Path(name).name.split(".")[0]
    kept = "".join(character if character.isalnum() or character in "-_" else "-" for character in stem)
    return kept[:100].strip("-") or "job"
