"""What a parser decides over a text: to debug a prompt, without a database."""

import json
import sys

from django.core.management.base import BaseCommand, CommandError

from evalhub.lib import strict_json
from evalhub.lib.errors import EvalHubError, InvalidInput
from reviews.scorers import parsers
from reviews.scorers.parsers import case_echo
from reviews.scorers.parsers.base import Context

HELP = """
Read what a model wrote from standard input and print the decision of the stage's parser as one JSON object: accepted,
reason, reasoning and parser_version; beside them decoded (sorted stage numbers) and abstained, or observability and
discriminability, or prob, or labels, criteria and criteria_counts. A refused text is an answer too: the exit status
is 0.
"""


class Command(BaseCommand):
    help = HELP
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser):
        parser.add_argument("--stage", required=True, help=", ".join(parsers.stages()))
        parser.add_argument(
            "--context",
            default="{}",
            metavar="JSON",
            help="label_mapping {label: stage number}, abstain_enabled, scale_size",
        )
        parser.add_argument("--parser", type=int, metavar="VERSION", help="of the parser; the newest when not given")

    def handle(self, *, stage, context, parser, **options):
        try:
            chosen = parsers.parser_of(stage, parser)
            found = strict_json.loads(context)
            if not isinstance(found, dict):
                raise InvalidInput(f"The context is JSON of type {type(found).__name__}. Valid: an object.")
            text = sys.stdin.buffer.read().decode("utf-8", errors="replace")  # whatever the locale says
            decision = chosen.decide(case_echo.take(text).text, Context.read(found))
        except EvalHubError as error:
            raise CommandError(error.message) from error
        self.stdout.write(json.dumps(decision.as_json(), ensure_ascii=False, allow_nan=False))
