"""Evaluate a job directory: the dict of eight keys on stdout, or `category: message` on stderr with exit 1."""

import sys

from django.core.management.base import BaseCommand

from reviews import evaluate


class Command(BaseCommand):
    help = "Evaluate a job directory and print its result as JSON."
    requires_system_checks = []

    def add_arguments(self, parser):
        evaluate.add_arguments(parser)
        place = parser.add_mutually_exclusive_group()
        place.add_argument("--organization", help="the short name of the organization whose ledger holds")
        place.add_argument("--in-process", action="store_true", help="store nothing, as python -m reviews.evaluate")

    def handle(self, *args, **options):
        where = {"organization": options["organization"], "in_process": options["in_process"]}
        status = evaluate.run(options, out=self.stdout, err=self.stderr, **where)
        if status:
            sys.exit(status)
