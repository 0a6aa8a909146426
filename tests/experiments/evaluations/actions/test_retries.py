"""What failed in an evaluation is tried again, at a price that is said before, and nothing else."""

from decimal import Decimal

import pytest

from annotations.models import Annotation
from evalhub.lib.errors import Conflict
from experiments.evaluations.actions import evaluations, retries
from experiments.gates.actions import gates
from experiments.models import Evaluation
from reviews.engine.client.exchange import FATAL
from reviews.models import LLMRequest
from reviews.scorers.metrics.exact_match import ExactMatch
from tests.experiments.evaluations_world import make_evaluation, make_version, scoring, summaries_of, take_steps
from tests.reviews.machine import failing

JUDGE = "simulated-careful"


def refusing(call):
    return (failing(FATAL, "refused") if "1th" in call.messages[1]["content"] else scoring())(call)


def test_only_what_failed_is_asked_again_and_gates_decide_once_it_has_ended_again(acme, model, bob):
    gates.create(organization=acme, name="Release", expression="faithfulness.mean >= 4", least_cases=1)
    model(refusing)
    evaluation = take_steps(make_evaluation(make_version(acme), ["faithfulness"], judges=[JUDGE]))
    assert (gates.GATES.round().done, gates.GATES.round().done) == (1, 0)
    asked = []
    model(lambda call: asked.append(call) or scoring(5)(call))

    found = retries.retry_failed(evaluation=evaluation, by=bob.user)
    opened = Evaluation.objects.get(pk=evaluation.pk)
    evaluation = take_steps(opened)

    assert (found.requests, found.scores, found.cost_usd, found.simulated) == (1, 0, Decimal(0), True)
    assert (opened.status, opened.finished_at) == ("RUNNING", None)
    assert len(asked) == 1 and evaluation.status == "COMPLETED"
    row = summaries_of(evaluation)["faithfulness"]
    assert (row.n_scored, row.failed, row.max) == (3, {}, 5)
    assert retries.pending(evaluation).n == 0
    # The clock of a test's one transaction stands.
    evaluation.gate_results.update(decided_at=evaluation.created_at)
    assert (gates.GATES.round().done, gates.GATES.round().done) == (1, 0)
    assert evaluation.gate_results.count() == 2


def test_price_is_that_of_the_calls_so_far_or_unknown(acme, model, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")
    version = make_version(acme)
    for cost, status, price in ((Decimal("0.25"), "priced", Decimal("0.25")), (None, "unpriced", None)):
        scored = scoring(cost_usd=cost, cost_status=status)
        model(lambda call, scored=scored: (failing(FATAL, "no") if "1th" in str(call.messages) else scored)(call))
        evaluation = take_steps(make_evaluation(version, ["faithfulness"], judges=["openai/gpt-4o-mini"]))
        found = retries.pending(evaluation)
        assert (found.requests, found.cost_usd, found.simulated) == (1, price, False)


def test_programs_compute_what_failed_again(acme, bob, monkeypatch):
    evaluation = take_steps(make_evaluation(make_version(acme, expected={0: None})))
    first = Annotation.objects.current().get(task=evaluation.task, item__position=0)
    kept = set(Annotation.objects.current().filter(task=evaluation.task).exclude(pk=first.pk).values_list("pk"))

    for _again in range(2):
        assert retries.retry_failed(evaluation=evaluation, by=bob.user).scores == 1
        evaluation = take_steps(Evaluation.objects.get(pk=evaluation.pk))
    read = ExactMatch.read
    monkeypatch.setattr(ExactMatch, "read", lambda self, answer, item: read(self, answer, _expecting(item)))
    retries.retry_failed(evaluation=evaluation, by=bob.user)
    evaluation = take_steps(Evaluation.objects.get(pk=evaluation.pk))

    assert summaries_of(evaluation)["exact_match"].failed == {}
    now = set(Annotation.objects.current().filter(task=evaluation.task).values_list("pk"))
    assert kept < now and len(now) == 3
    assert Annotation.objects.get(pk=first.pk).withdrawn_at is not None


def _expecting(item):
    return type(item)(output=item.output, expected=item.expected or "4")


def test_what_cannot_be_tried_again(acme, bob):
    evaluation = make_evaluation(make_version(acme))
    refused = {"evaluation_running": evaluation}
    with pytest.raises(Conflict) as error:
        retries.retry_failed(evaluation=evaluation, by=bob.user)
    assert error.value.code in refused

    for ended in (take_steps(evaluation), evaluations.cancel(evaluation=make_evaluation(make_version(acme)), by=None)):
        with pytest.raises(Conflict) as error:
            retries.retry_failed(evaluation=ended, by=bob.user)
        assert error.value.code == "nothing_failed"


def test_a_failed_one_goes_on_with_its_runs(acme, model, bob):
    model(failing(FATAL, "refused"))
    evaluation = take_steps(make_evaluation(make_version(acme), ["faithfulness"], judges=[JUDGE]))
    assert evaluation.status == "FAILED"
    model(scoring())

    assert retries.retry_failed(evaluation=evaluation, by=bob.user).requests == 3
    evaluation = take_steps(Evaluation.objects.get(pk=evaluation.pk))

    assert (evaluation.status, evaluation.last_error) == ("COMPLETED", None)
    assert LLMRequest.objects.filter(run__task=evaluation.task).count() == 3
