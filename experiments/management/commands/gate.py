"""Decide an evaluation by an expression, for CI: the exit status says what became of it."""

import sys
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from evalhub.lib.errors import EvalHubError
from experiments.evaluations.models import Evaluation
from experiments.gates import reports
from experiments.gates.actions import gates
from experiments.gates.decision import FAILED, LEAST_CASES, LEAST_SCORED_SHARE, PASSED, Rules

HELP = """
Decide an evaluation by an expression such as "faithfulness.mean >= baseline - 0.02"; a line says each condition.
Exit status: 0 passed, 1 failed, 2 undecided or in error. What is wrong with the call is said with status 2, too.
"""
STATUS = {PASSED: 0, FAILED: 1}


class Command(BaseCommand):
    help = HELP
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("expression", metavar="EXPRESSION")
        parser.add_argument("--evaluation", required=True, metavar="ID")
        parser.add_argument("--baseline", metavar="ID", help="the evaluation's own without one")
        parser.add_argument("--least-cases", type=int, default=LEAST_CASES, metavar="N", help="fewer are undecided")
        parser.add_argument(
            "--least-scored", type=float, default=LEAST_SCORED_SHARE, metavar="SHARE", help="less is undecided"
        )
        parser.add_argument("--junit", type=Path, metavar="FILE", help="write a JUnit file for CI")
        parser.add_argument("--markdown", type=Path, metavar="FILE", help="write a table for a pull request")

    def handle(self, *, expression, evaluation, baseline, least_cases, least_scored, junit, markdown, **options):
        found = _evaluation(evaluation)
        chosen = _evaluation(baseline, found.organization) if baseline else found.baseline
        try:
            rules = Rules(least_cases, least_scored)
            decided = gates.decide(evaluation=found, text=expression, baseline=chosen, rules=rules)
        except EvalHubError as error:
            raise CommandError(error.message, returncode=2) from error
        conditions = [gates.as_json(each) for each in decided.decision.checked]
        state = decided.decision.state
        for each in conditions:
            self.stdout.write(reports.sentence(each))
        reason = decided.decision.reason
        self.stdout.write(f"Gate: {state}.{f' {reason.english}' if reason else ''}")
        for path, text in ((junit, reports.junit(expression, conditions)), (markdown, _markdown(conditions, state))):
            _write(path, text)
        if STATUS.get(state, 2):
            sys.exit(STATUS.get(state, 2))


def _evaluation(pk, organization=None):
    found = Evaluation.objects.select_related("organization", "task__schema_version", "baseline__task")
    if organization is not None:
        found = found.for_organization(organization)
    try:
        return found.get(pk=pk)
    except (Evaluation.DoesNotExist, ValidationError) as error:
        raise CommandError(f"There is no evaluation {pk!r}.", returncode=2) from error


def _markdown(conditions, state):
    return reports.markdown("Gate", conditions, state)


def _write(path, text):
    if path is None:
        return
    try:
        path.write_text(text)
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.", returncode=2) from error
