"""A job directory evaluated with an organization, in this process: its job is registered, and its models are asked."""

import time

from evalhub.accounts.models import Organization
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.requests.actions.dispatcher import Dispatcher
from reviews.engine.runs.actions import controls, supervisor
from reviews.jobs.actions import intake, review_runs, roots
from reviews.jobs.errors import JobError
from reviews.jobs.models import Job

WAIT_SECONDS = 1800
DISPATCH_SECONDS = 5
CRITIC_SECONDS = 120  # a critic that takes longer is left to the workers: the result stands already
PAUSE_SECONDS = 0.2
STUCK = ("held", "paused")


def evaluate(*, organization, location, models, config, cost_to_scale=None, by=None):
    """The reviewed Job of a directory; JobError has the category and the field.

    Its models are asked in this process; workers that run beside may take part.
    """
    job = intake.register(
        organization=_owner(organization),
        location=location,
        origin="command",
        config=config,
        models=models,
        cost_to_scale=cost_to_scale,
        by=by,
    )
    job = _reviewed(job, by)
    if job.state == "failed":
        raise JobError(job.error_message, category=job.error_category, field=job.error_field)
    return job


def _owner(organization):
    if isinstance(organization, str):
        found = Organization.objects.filter(slug=organization).first()
        if found is None:
            message = f"There is no organization {organization[:40]!r}."
            raise JobError(message, category="config_invalid", field="organization")
        return found
    organization = organization or roots.owner()
    if organization is None:
        raise JobError(
            "It is not clear whose job this is. Name the organization, or set EVALHUB_JOB_ORGANIZATION to its "
            "short name.",
            category="config_invalid",
            field="organization",
        )
    return organization


def _reviewed(job, by):
    """The job once its review has ended, its models asked in this process."""
    end = time.monotonic() + WAIT_SECONDS
    while not review_runs.finish(job=job):
        _go_on(job)
        if job.run.status in STUCK or time.monotonic() > end:
            reason = job.run.status_reason or f"The models have not answered within {WAIT_SECONDS} seconds."
            controls.set_state(run=job.run, desired_state="cancel", by=by)
            supervisor.advance(job.run)
            review_runs.finish(job=job)
            raise JobError(str(reason), category="llm_failed", field="models")
    end = time.monotonic() + CRITIC_SECONDS
    while job.run.status not in (*ENDED, *STUCK) and time.monotonic() < end:
        _go_on(job)
    return Job.objects.get(pk=job.pk)


def _go_on(job):
    taken = Dispatcher().run(DISPATCH_SECONDS)
    supervisor.advance(job.run)
    if not taken and job.run.status not in (*ENDED, *STUCK):
        time.sleep(PAUSE_SECONDS)
