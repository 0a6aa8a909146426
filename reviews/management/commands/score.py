"""Score the answers of a file by a programmatic metric, without a database."""

import json
import sys

from django.core.management.base import BaseCommand, CommandError

from evalhub.lib import strict_json
from evalhub.lib.errors import EvalHubError
from reviews.engine.client.exchange import OK
from reviews.scorers import answer_lines
from reviews.scorers.metrics import metrics_of_answers, not_scored
from reviews.scorers.metrics.base import reasons

HELP = """
Read {"id", "output", "expected", "input"} lines from a file, or from standard input where it is "-", and print an
{"id", "value", "reason"} line for each, in order. A line may have acceptable_answers, context and metadata besides.
The value is null where the answer cannot be scored, and the reason says why. A line that cannot be read, an unknown
scorer and wrong parameters end the command with exit status 2.
"""
AT_ONCE = 200


class Command(BaseCommand):
    help = HELP
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE.jsonl")
        parser.add_argument("--scorer", required=True, metavar="KEY", help=", ".join(metrics_of_answers))
        parser.add_argument("--parameters", default="{}", metavar="JSON", help="an object; the rest is by default")

    def handle(self, *, file, scorer, parameters, **options):
        try:
            metric = metrics_of_answers[scorer].made(strict_json.loads(parameters))
            with sys.stdin.buffer if file == "-" else open(file, "rb") as lines:
                self._score(metric, answer_lines.read(lines))
        except (EvalHubError, OSError) as error:
            raise CommandError(str(error), returncode=2) from error

    def _score(self, metric, lines):
        """Block by block; what stands before a line that cannot be read is printed too."""
        block = []
        try:
            for line in lines:
                block.append(line)
                if len(block) == AT_ONCE:
                    whole, block = block, []
                    self._print(metric, whole)
        finally:
            self._print(metric, block)

    def _print(self, metric, block):
        found = iter(metric.read_many([line.answer for line in block if line.answer is not None]))
        for line in block:
            finding = next(found) if line.answer is not None else not_scored(reasons.NO_OUTPUT())
            value, reason = finding.values.get("value"), finding.values.get("reason")
            shown = {
                "id": line.id,
                "value": value,
                "reason": reason if finding.status == OK else finding.message.english,
            }
            self.stdout.write(json.dumps(shown, ensure_ascii=False, allow_nan=False))
