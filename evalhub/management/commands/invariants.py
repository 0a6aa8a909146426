"""Check that the stored rows keep every rule."""

from django.core.management.base import BaseCommand, CommandError

from evalhub.invariants import RULES, broken


class Command(BaseCommand):
    help = "Check the rules that the stored rows must keep; fails and lists rows when one is broken."

    def handle(self, **options):
        found = broken()
        for rule in found:
            self.stderr.write(f"{rule.name}: {rule.rule} Broken by {rule.rows}")
        if found:
            raise CommandError(f"{len(found)} of {len(RULES)} rules are broken.")
        self.stdout.write(f"All {len(RULES)} rules hold.")
