"""A system answers on trial, and its outputs are judged like those that came with the data."""

import pytest

from annotations.models import Annotation
from datasets.models import ModelOutput
from experiments.evaluations.actions import trials
from experiments.models import Evaluation
from reviews.engine.client.exchange import FATAL
from reviews.models import EvaluationRun
from tests.experiments.evaluations_world import RIGHT, WRONG, make_version, scoring
from tests.reviews.machine import failing, finish

JUDGE = "simulated-careful"


@pytest.fixture
def version(acme):
    return make_version(acme, [RIGHT, WRONG, RIGHT, RIGHT])


def begin(version, member, **chosen):
    usual = {"metrics": ["exact_match", "faithfulness"], "judges": [JUDGE]}
    return trials.start(version=version, **usual | chosen, by=member.user)


def worked(trial, organization, member):
    """The trial once all of its runs have ended, with its result."""
    for _step in range(2):
        for run in EvaluationRun.objects.filter(pk__in=[*trial.runs, *([trial.answers] if trial.answers else [])]):
            finish(run)
        trial = trials.advance(trial=trial, organization=organization, by=member.user)
    return trials.result_of(trial=trial, organization=organization)


def test_systems_answer_and_are_judged_or_say_why_not(acme, bob, model, version):
    model(scoring(text=WRONG))
    trial = begin(version, bob, system={"model": "simulated-hasty"})
    assert trials.result_of(trial=trial, organization=acme).is_live
    found = worked(trial, acme, bob)
    assert (found.is_good, found.calls, found.simulated, len(found.cases)) == (True, 6, True, 3)
    assert [(cell.metric, cell.text) for cell in found.cases[0].cells] == [("Exact match", "0"), ("Faithfulness", "4")]
    assert ModelOutput.objects.filter(produced=True).count() == 3
    assert not Annotation.objects.exists() and not Evaluation.objects.exists()

    model(lambda call: failing(FATAL, "refused")(call) if "1th" in str(call.messages) else scoring()(call))
    found = worked(begin(version, bob, system={"model": JUDGE}), acme, bob)
    n_failed = sum(bool(case.problem) for case in found.cases)
    assert not found.is_live and found.n_problems == n_failed and len(found.cases) == 3
    model(failing(FATAL, "refused"))
    found = worked(begin(version, bob, system={"model": JUDGE}), acme, bob)
    assert [bool(case.problem) for case in found.cases] == [True] * 3 and not found.is_good


def test_programs_ask_nobody_and_are_not_executed(acme, bob, version):
    found = worked(begin(version, bob, metrics=["exact_match"], judges=()), acme, bob)
    assert (found.calls, found.is_good, found.cost_usd) == (0, True, 0)
    assert {cell.text for case in found.cases for cell in case.cells} <= {"0", "1"}

    found = worked(begin(version, bob, metrics=["unit_tests"], judges=()), acme, bob)
    assert {(cell.text, cell.problem) for case in found.cases for cell in case.cells} == {("not in a trial", "")}


def test_of_another_organization_there_is_none(bob, mallory, version):
    trial = begin(version, bob, metrics=["exact_match"], judges=())

    assert trials.result_of(trial=trial, organization=mallory.organization) is None
