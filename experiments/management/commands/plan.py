"""When the tasks of a suite start and end, without a database."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from evalhub.lib.errors import EvalHubError
from experiments.benchmarks import plan, suite_file

HELP = """
Read a suite file (YAML) and print as JSON when each task starts and ends on so many workers with at most so many
concurrent calls of models: {"tasks": [{"key", "start", "end"}], "makespan", "lower_bound"}, in seconds. A suite that
cannot be planned (a cycle, an unknown need) is an error that names its tasks, with exit status 2.
"""


class Command(BaseCommand):
    help = HELP
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, metavar="SUITE.yaml")
        parser.add_argument("--workers", type=int, required=True, metavar="N")
        parser.add_argument("--calls", type=int, metavar="M", help="concurrent calls; without a limit when not given")

    def handle(self, *, file, workers, calls, **options):
        try:
            suite = suite_file.read(file.read_bytes())
            found = plan.plan(suite.planned(), workers=workers, calls=calls)
        except (EvalHubError, OSError) as error:
            raise CommandError(str(error), returncode=2) from error
        self.stdout.write(json.dumps(found.as_json()))
