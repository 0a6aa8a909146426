"""Evaluate a job directory from Python: the same flow, files and figures as on the command line, over REST and in the
browser."""

import time
from pathlib import Path

from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.requests.actions.dispatcher import Dispatcher
from reviews.engine.runs.actions import controls, supervisor
from reviews.jobs.actions import intake, review_runs, roots, scoring, validation
from reviews.jobs.config import ReviewConfig
from reviews.jobs.errors import JobError
from reviews.models import Job

WAIT_SECONDS = 1800
DISPATCH_SECONDS = 5
CRITIC_SECONDS = 120  # a critic that takes longer is left to the workers: the result stands already
PAUSE_SECONDS = 0.2
STUCK = ("held", "paused")


class Evaluate:
    """`config` is what `reviews.jobs.config.ReviewConfig.load` takes, or a ReviewConfig.

    A review is stored with an organization, whose ledger, limits and budgets hold: the given one, or the one that
    EVALHUB_JOB_ORGANIZATION names. A score touches nothing but the directory. `simulated`: whether an answer of the
    last review came from the simulated provider.
    """

    def __init__(self, config=None, *, organization=None, models=None, by=None):
        self._config = config if isinstance(config, ReviewConfig) else ReviewConfig.load(config)
        self._organization = organization
        self._models = models
        self._by = by
        self.simulated = False

    def execute(self, job_dir, cost_to_scale=None):
        """Evaluate one directory and return the dict of eight keys; result files are written only on success.

        JobError has the category and the field. A review asks its models in this process and waits for them; workers
        that run beside may take part.
        """
        found = validation.read(Path(job_dir).resolve(), cost_to_scale=cost_to_scale)
        if found.manifest.evaluate_strategy == "score":
            scored = scoring.score(found)
            found.directory.write(scored.files)
            return scored.output
        job = intake.register(
            organization=self._owner(),
            location=found.directory.path,
            origin="command",
            config=self._config,
            models=self._models or [self._config.model],
            cost_to_scale=cost_to_scale,
            by=self._by,
        )
        return self._result(self._reviewed(job))

    def _owner(self):
        organization = self._organization or roots.owner()
        if organization is None:
            raise JobError(
                "It is not clear whose job this is. Name the organization, or set EVALHUB_JOB_ORGANIZATION to its "
                "short name.",
                category="config_invalid",
                field="organization",
            )
        return organization

    def _reviewed(self, job):
        """The job once its review has ended, its models asked in this process."""
        end = time.monotonic() + WAIT_SECONDS
        while not review_runs.finish(job=job):
            _go_on(job)
            if job.run.status in STUCK or time.monotonic() > end:
                self._give_up(job)
        end = time.monotonic() + CRITIC_SECONDS
        while job.run.status not in (*ENDED, *STUCK) and time.monotonic() < end:
            _go_on(job)
        return Job.objects.get(pk=job.pk)

    def _give_up(self, job):
        reason = job.run.status_reason or f"The models have not answered within {WAIT_SECONDS} seconds."
        controls.set_state(run=job.run, desired_state="cancel", by=self._by)
        supervisor.advance(job.run)
        review_runs.finish(job=job)
        raise JobError(reason, category="llm_failed", field="models")

    def _result(self, job):
        if job.state == "failed":
            raise JobError(job.error_message, category=job.error_category, field=job.error_field)
        self.simulated = job.simulated
        return job.result


def _go_on(job):
    taken = Dispatcher().run(DISPATCH_SECONDS)
    supervisor.advance(job.run)
    if not taken and job.run.status not in (*ENDED, *STUCK):
        time.sleep(PAUSE_SECONDS)
