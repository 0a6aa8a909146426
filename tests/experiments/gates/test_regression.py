"""A planted regression, through five programs and three models of which every twentieth answer fails, to the exit."""

import re
from decimal import Decimal

import pytest
from django.core.management import call_command

from reviews.engine.client.exchange import FATAL
from tests.experiments.evaluations_world import cost_of, scoring, summaries_of
from tests.experiments.gates_world import systems
from tests.reviews import machine

pytestmark = pytest.mark.django_db
PROGRAMS = ["exact_match", "rouge_1", "rouge_l", "bleu", "chrf"]
JUDGES = ["simulated-careful", "simulated-hasty"]
TEXT = "exact_match.mean >= baseline - 0.02\nfaithfulness.mean >= baseline - 0.2\nfailed_share <= 5 %"
FAULT_EVERY = 20


def judge(call):
    """Refuses every twentieth case."""
    number = int(re.search(r"question (\d+)", call.messages[1]["content"])[1])
    return (machine.failing(FATAL, "refused") if number % FAULT_EVERY == 7 else scoring())(call)


def status(evaluation, baseline):
    """The exit status of the command."""
    try:
        call_command("gate", TEXT, "--evaluation", str(evaluation.pk), "--baseline", str(baseline.pk))
    except SystemExit as error:
        return error.code
    return 0


def test_gate_finds_the_regression_among_failures(acme, monkeypatch):
    machine.play(monkeypatch, judge)
    good, worse = systems(acme, 30, 22, n=32, metrics=[*PROGRAMS, "faithfulness"], judges=JUDGES)
    few, few_baseline = systems(acme, 12, 12, n=12, metrics=PROGRAMS)

    found = status(worse, good), status(good, worse), status(few, few_baseline)

    assert found == (1, 0, 2)
    judged = summaries_of(worse)["faithfulness"]
    assert (judged.n_total, judged.n_scored, judged.failed) == (32, 30, {"refused": 2})
    assert cost_of(worse) == Decimal("0.001") * 30 * len(JUDGES)
