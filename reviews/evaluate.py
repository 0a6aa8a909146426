"""Evaluate a job directory from Python: the same flow, files and figures as on the command line, over REST and in the
browser. `python -m reviews.evaluate JOB_DIR` does it in process: without organization, database or worker.
"""

import argparse
import sys
from pathlib import Path

from evalhub.lib import strict_json
from evalhub.lib.errors import EvalHubError
from reviews.jobs.actions import in_process, scoring, validation
from reviews.jobs.config import ReviewConfig
from reviews.jobs.errors import JobError

SIMULATED = '"simulated": true. The answers come from the simulated provider, not from a real model.'


class Evaluate:
    """`config` is what `reviews.jobs.config.ReviewConfig.load` takes, or a ReviewConfig.

    A review is stored with an organization, whose ledger, limits and budgets hold: the given one (or its short name),
    or the one that EVALHUB_JOB_ORGANIZATION names. `in_process`: it is stored nowhere, and needs neither Django's
    settings nor a database; None: so it is where there is no Django project. A score touches nothing but the directory.
    `simulated`: whether an answer of the last review came from the simulated provider.
    """

    def __init__(self, config=None, *, organization=None, models=None, by=None, in_process=None):
        self._config = config if isinstance(config, ReviewConfig) else ReviewConfig.load(config)
        self._organization = organization
        self._models = models or [self._config.model]
        self._by = by
        self._in_process = in_process
        self.simulated = False

    def execute(self, job_dir, cost_to_scale=None):
        """Evaluate one directory and return the dict of eight keys; result files are written only on success.

        JobError has the category and the field. A review asks its models in this process and waits for them.
        """
        found = validation.read(Path(job_dir).resolve(), cost_to_scale=cost_to_scale)
        if found.manifest.evaluate_strategy == "score":
            scored = scoring.score(found)
            found.directory.write(scored.files)
            return scored.output
        if self._in_process or (self._in_process is None and not in_process.has_project()):
            reviewed = in_process.review(found, models=self._models, config=self._config)
            self.simulated = reviewed.simulated
            return reviewed.output
        return self._stored(found.directory.path, cost_to_scale)

    def _stored(self, location, cost_to_scale):
        from reviews.jobs.actions import evaluation  # its models need a Django project, which a process may not have

        job = evaluation.evaluate(
            organization=self._organization,
            location=location,
            models=self._models,
            config=self._config,
            cost_to_scale=cost_to_scale,
            by=self._by,
        )
        self.simulated = job.simulated
        return job.result


def add_arguments(parser):
    parser.add_argument("job_dir", help="the directory that holds manifest.json")
    parser.add_argument("--cost-to-scale", help="a number in place of the one in impact_results.json")
    parser.add_argument("--model", action="append", help="a model to review with; several make a panel")
    parser.add_argument("--config", help="a YAML file of the review's configuration")


def run(options, *, out, err, **place):
    """Evaluate as the options of a command say; returns the exit status.

    The eight keys go to `out` as JSON, an error to `err` as `category: message`.
    """
    try:
        evaluate = Evaluate(options["config"], models=options["model"], **place)
        result = evaluate.execute(options["job_dir"], cost_to_scale=_number(options["cost_to_scale"]))
    except EvalHubError as error:
        err.write(f"{error.code}: {error.message}\n")
        return 1
    if evaluate.simulated:
        err.write(f"{SIMULATED}\n")
    out.write(f"{strict_json.dumps(result)}\n")
    return 0


def _number(text):
    try:
        return None if text is None else float(text)
    except ValueError:
        raise JobError(
            f"cost_to_scale is {text[:40]!r}. Valid: a number.", category="results_invalid", field="cost_to_scale"
        ) from None


def main():
    parser = argparse.ArgumentParser(
        prog="python -m reviews.evaluate", description="Evaluate a job directory in this process; nothing is stored."
    )
    add_arguments(parser)
    return run(vars(parser.parse_args()), out=sys.stdout, err=sys.stderr, in_process=True)


if __name__ == "__main__":
    sys.exit(main())
