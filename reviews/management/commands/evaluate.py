"""Evaluate a job directory: the dict of eight keys on stdout, or `category: message` on stderr with exit 1."""

import sys

from django.core.management.base import BaseCommand

from evalhub.accounts.models import Organization
from evalhub.lib import strict_json
from evalhub.lib.errors import EvalHubError
from reviews.evaluate import Evaluate
from reviews.jobs.config import ReviewConfig
from reviews.jobs.errors import JobError

SIMULATED = '"simulated": true. The answers come from the simulated provider, not from a real model.'


class Command(BaseCommand):
    help = "Evaluate a job directory and print its result as JSON."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("job_dir", help="the directory that holds manifest.json")
        parser.add_argument("--cost-to-scale", help="a number in place of the one in impact_results.json")
        parser.add_argument("--model", action="append", help="a model to review with; several make a panel")
        parser.add_argument("--config", help="a YAML file of the review's configuration")
        parser.add_argument("--organization", help="the short name of the organization whose ledger holds")

    def handle(self, *args, **options):
        try:
            result = self._evaluate(options)
        except EvalHubError as error:
            self.stderr.write(f"{error.code}: {error.message}")
            sys.exit(1)
        self.stdout.write(strict_json.dumps(result))

    def _evaluate(self, options):
        evaluate = Evaluate(
            ReviewConfig.load(options["config"]),
            models=options["model"],
            organization=_organization(options["organization"]),
        )
        result = evaluate.execute(options["job_dir"], cost_to_scale=_number(options["cost_to_scale"]))
        if evaluate.simulated:
            self.stderr.write(SIMULATED)
        return result


def _number(text):
    if text is None:
        return None
    try:
        return float(text)
    except ValueError:
        raise JobError(
            f"cost_to_scale is {text[:40]!r}. Valid: a number.", category="results_invalid", field="cost_to_scale"
        ) from None


def _organization(slug):
    if slug is None:
        return None
    found = Organization.objects.filter(slug=slug).first()
    if found is None:
        raise JobError(f"There is no organization {slug[:40]!r}.", category="config_invalid", field="organization")
    return found
