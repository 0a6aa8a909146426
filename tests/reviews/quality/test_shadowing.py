"""A share of the calls is graded against a baseline, and nobody notices."""

import threading

import pytest

from reviews.grading import ExactMatchJudge, RunConfig
from reviews.quality.adapters import LLMTimeoutError
from reviews.quality.shadowing import ShadowedAdapter, is_sampled
from tests.reviews.grading.world import Scripted


class Broken:
    """A judge with a mistake in it."""

    grader_id = "broken"

    def judge(self, baseline_response, candidate_response, *, prompt, run_config):
        raise ZeroDivisionError("a mistake")


class Waiting(Scripted):
    """A baseline that answers when it is let."""

    def __init__(self):
        super().__init__()
        self.may_answer = threading.Event()

    def execute_prompt(self, prompt, config):
        self.may_answer.wait(10)
        return super().execute_prompt(prompt, config)


@pytest.fixture
def shadowed():
    """shadowed(...) is a ShadowedAdapter whose results and failures are its `results` and `failures`."""
    made = []

    def make(candidate=None, baseline=None, *, judge=None, rate=1.0, **more):
        results, failures = [], []
        callbacks = {"on_result": results.append, "on_failure": failures.append}
        adapter = ShadowedAdapter(
            candidate=candidate or Scripted("Four."),
            baseline=baseline or Scripted("Four."),
            judge=judge or ExactMatchJudge(),
            shadow_rate=rate,
            **callbacks | more,
        )
        adapter.results, adapter.failures = results, failures
        made.append(adapter)
        return adapter

    yield make
    for adapter in made:
        adapter.shutdown()


def test_candidate_answers_and_its_one_response_is_graded(shadowed):
    candidate, baseline = Scripted("Four."), Scripted("Five.")
    adapter = shadowed(candidate, baseline)

    response = adapter.execute_prompt("2 + 2?", RunConfig())

    assert response.content == "Four." and len(candidate.asked) == 1
    (result,) = adapter.results
    assert result.candidate_response is response
    assert (result.baseline_response.content, result.quality_score) == ("Five.", 0.0)


@pytest.mark.parametrize("rate, drawn, shadows", [(0.0, 0.0, 0), (0.3, 0.29, 1), (0.3, 0.3, 0), (1.0, 0.999, 1)])
def test_rate_decides_what_is_shadowed(shadowed, rate, drawn, shadows):
    adapter = shadowed(rate=rate, draw=lambda: drawn)

    adapter.execute_prompt("2 + 2?", RunConfig())

    assert len(adapter.results) == shadows


@pytest.mark.parametrize("rate", [-0.1, 1.1, float("nan"), "half", None])
def test_wrong_rate_is_an_error(shadowed, rate):
    with pytest.raises(ValueError, match="shadow_rate is"):
        shadowed(rate=rate)


def test_shadow_does_not_charge_the_callers_budget(shadowed):
    candidate, baseline, config = Scripted(), Scripted(), RunConfig(budget_tracker=object(), max_tokens=9)

    shadowed(candidate, baseline).execute_prompt("2 + 2?", config)

    assert candidate.asked[0][1] is config
    assert (baseline.asked[0][1].budget_tracker, baseline.asked[0][1].max_tokens) == (None, 9)


@pytest.mark.parametrize(
    "parts, kind",
    [
        ({"baseline": Scripted(LLMTimeoutError("late"))}, LLMTimeoutError),
        ({"judge": Broken()}, ZeroDivisionError),
        ({"on_result": lambda result: 1 / 0}, ZeroDivisionError),
    ],
)
def test_failure_goes_to_the_callback_and_not_to_the_caller(shadowed, parts, kind):
    adapter = shadowed(**parts)

    assert adapter.execute_prompt("2 + 2?", RunConfig()).content == "Four."

    assert [type(error) for error in adapter.failures] == [kind]


def test_even_a_broken_callback_is_not_noticed(shadowed):
    adapter = shadowed(judge=Broken(), on_failure=lambda error: 1 / 0)

    assert adapter.execute_prompt("2 + 2?", RunConfig()).content == "Four."
    assert adapter.flush(5)


def test_failure_of_the_candidate_is_the_callers(shadowed):
    baseline = Scripted()
    adapter = shadowed(Scripted(LLMTimeoutError("late")), baseline)

    with pytest.raises(LLMTimeoutError):
        adapter.execute_prompt("2 + 2?", RunConfig())

    assert baseline.asked == [] and adapter.failures == []


def test_in_the_background_nobody_waits_until_asked_to(shadowed):
    baseline = Waiting()
    adapter = shadowed(baseline=baseline, is_background=True)

    assert adapter.execute_prompt("2 + 2?", RunConfig()).content == "Four."

    assert not adapter.flush(0.01) and adapter.results == []
    baseline.may_answer.set()
    assert adapter.flush(10) and len(adapter.results) == 1


def test_after_shutdown_the_candidate_still_answers_alone(shadowed):
    baseline = Waiting()
    adapter = shadowed(baseline=baseline, is_background=True)
    adapter.execute_prompt("2 + 2?", RunConfig())
    baseline.may_answer.set()

    adapter.shutdown()

    assert len(adapter.results) == 1
    assert adapter.execute_prompt("3 + 3?", RunConfig()).content == "Four." and len(baseline.asked) == 1


def test_only_so_many_wait(shadowed, monkeypatch):
    monkeypatch.setattr("reviews.quality.shadowing.MOST_WAITING", 2)
    baseline = Waiting()
    adapter = shadowed(baseline=baseline, is_background=True)

    for _ in range(5):
        adapter.execute_prompt("2 + 2?", RunConfig())

    baseline.may_answer.set()
    assert adapter.flush(10) and len(adapter.results) == 2


def test_draw_is_the_same_for_the_same_name_and_takes_its_share():
    drawn = [name for name in range(2000) if is_sampled(name, 0.2)]

    assert drawn == [name for name in range(2000) if is_sampled(str(name), 0.2)]
    assert 300 < len(drawn) < 500 and set(drawn) < {name for name in range(2000) if is_sampled(name, 0.5)}
    assert not any(is_sampled(name, 0.0) for name in range(99)) and all(is_sampled(name, 1.0) for name in range(99))
