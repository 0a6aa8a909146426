"""Figures of models over time: what counts, in which step, and what is never mixed."""

import pytest

from annotations.models import AgreementSnapshot
from evalhub.lib.errors import NotFound
from evalhub.lib.statistics import bounded_mean
from reviews.costs.actions import figures
from reviews.costs.actions.figures import agreement_of
from tests import factories
from tests.reviews.costs_world import REAL, ask, make_audit, make_call, make_runs
from tests.statements import at_most

CAREFUL = {"model": "anthropic/claude-sonnet-4", "name": "Careful judge", "simulated": False}


@pytest.fixture
def run(acme):
    (run,) = make_runs(acme, REAL)
    return run


def read(organization, **query):
    return figures.read(organization, ask(**query))


def test_spend_is_counted_in_the_week_and_for_the_model_that_was_called(acme):
    fast, careful = make_runs(acme, REAL, CAREFUL)
    make_call(fast, 0, "09-07", usd="0.01")
    make_call(fast, 1, "11-18", usd="0.02")
    make_call(careful, 0, "11-18", usd="0.05")
    make_call(careful, 1, "09-06", usd="9.00")  # the day before the period

    found = read(acme)

    assert {key: (values[0], values[10]) for key, values in found.spend.items()} == {
        "openai/gpt-5-mini": (0.01, 0.02),
        "anthropic/claude-sonnet-4": (0, 0.05),
    }
    assert [group.title for group in found.groups] == ["claude-sonnet-4", "gpt-5-mini"]
    assert found.total.calls.cost_usd == pytest.approx(0.08)


def test_simulated_calls_are_at_example_prices_and_never_counted_with_others(acme):
    real, simulated = make_runs(acme, REAL, {})
    make_call(real, 0, "11-18", ms=1000)
    make_call(simulated, 0, "11-18", usd=None, ms=9000, prompt_tokens=1_000_000, completion_tokens=1000)

    found, other = read(acme), read(acme, source="simulated")

    assert (found.choice.source, found.total.calls.n, found.total.calls.p95_seconds) == (
        "real",
        1,
        pytest.approx(1, rel=0.01),
    )
    assert (other.total.calls.n, other.total.calls.p95_seconds, other.total.calls.cost_usd) == (
        1,
        pytest.approx(9, rel=0.01),
        pytest.approx(1.004),
    )
    assert other.total.calls.unpriced == 0 and other.total.cost_per_label == pytest.approx(1.004)


def test_where_only_the_simulated_provider_answered_its_calls_are_shown(acme):
    (simulated,) = make_runs(acme, {})
    make_call(simulated, 0, "11-18", usd=None)

    found = read(acme)

    assert (found.choice.source, found.is_any_real, found.total.calls.n) == ("simulated", False, 1)


def test_an_unknown_price_is_no_zero(acme, run):
    make_call(run, 0, "11-18", usd="0.01")
    make_call(run, 1, "11-18", usd=None)

    total = read(acme).total

    assert (total.calls.cost_usd, total.calls.unpriced) == (0.01, 1)
    assert total.cost_per_label is None and total.reason == "The price of 1 call is unknown."


def test_latency_and_failures_have_their_count_and_interval(acme, run):
    for number, ms in enumerate((1000, 2000, 3000, 9000)):
        make_call(run, number, "11-18", ms=ms, is_valid=ms < 9000)

    found = read(acme)

    calls, failures = found.calls[10], found.failures[10]
    assert calls.timed == 4
    assert (calls.p50_seconds, calls.p95_seconds) == pytest.approx((2.5, 8.1), rel=0.01)
    assert (failures.value, failures.n, failures.is_sure) == (0.25, 4, False)
    assert (failures.low, failures.high) == tuple(vars(bounded_mean.share(0.25, 4)).values())
    assert found.failures[0].value is None and found.failures[0].reason == "No request has ended."


def test_only_blind_audits_of_the_random_sample_count_each_by_the_inverse_of_its_chance(acme, run, rita, bob):
    auditor = factories.make_annotator(rita)
    said = [make_call(run, number, "11-10") for number in range(5)]
    make_audit(said[0], auditor, "11-18", is_right=False, chance=0.2)
    make_audit(said[1], auditor, "11-18", chance=0.5)
    make_audit(said[2], auditor, "11-18", chance=1.0)
    make_audit(said[3], auditor, "11-18", is_right=False, blind=False)
    make_audit(said[4], auditor, "11-18", is_right=False, drawn=False)

    found = read(acme)

    effective = 8**2 / (5**2 + 2**2 + 1)
    expected = bounded_mean.share(5 / 8, effective)
    error = found.errors[10]
    assert (error.value, error.n) == (pytest.approx(5 / 8), 3)
    assert (error.low, error.high) == (pytest.approx(expected.low), pytest.approx(expected.high))
    assert found.errors[0].reason and found.total_errors.n == 3


def test_an_accepted_label_costs_what_all_labels_cost_over_the_share_that_was_accepted(acme, run, rita):
    auditor = factories.make_annotator(rita)
    said = [make_call(run, number, "11-10", usd="0.03") for number in range(4)]
    make_call(run, 4, "11-10", usd="0.02", is_valid=False)  # paid for, too
    for number, is_right in enumerate((True, True, False)):
        make_audit(said[number], auditor, "11-18", is_right=is_right)

    total = read(acme).total

    value, low, high = total.cost_per_accepted_label
    assert (total.items, total.labels, total.cost_per_item) == (4, 4, pytest.approx(0.035))
    assert value == pytest.approx(0.035 / (2 / 3))
    assert (low, high) == (pytest.approx(0.035 / total.accepted.high), pytest.approx(0.035 / total.accepted.low))


def test_figures_are_grouped_by_task_and_narrowed_to_a_model_or_a_task(acme):
    fast, careful = make_runs(acme, REAL, CAREFUL)
    (other,) = make_runs(acme, {**REAL, "name": "Fast again"})
    for run in (fast, careful, other):
        make_call(run, 0, "11-18")

    by_task = {group.key: group.calls.n for group in read(acme, by="task").groups}

    assert by_task == {str(fast.task_id): 2, str(other.task_id): 1}
    assert read(acme, model=CAREFUL["model"]).total.calls.n == 1
    assert read(acme, task=str(fast.task_id)).total.calls.n == 2


def test_nothing_of_others_is_counted(acme, rival, run):
    make_call(run, 0, "11-18")

    assert read(rival).total.calls.n == 0
    with pytest.raises(NotFound):
        read(rival, task=str(run.task_id))


def test_many_models_take_as_many_statements_as_one(acme):
    runs = make_runs(acme, *({**REAL, "model": f"openai/gpt-{number}"} for number in range(4)))
    for run in runs:
        make_call(run, 0, "11-18")

    with at_most(8):
        found = read(acme, by="task", task=str(runs[0].task_id))

    assert found.total.calls.n == 4


def test_agreement_is_that_of_the_question_with_most_items_in_the_period(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))
    old, new = ({"value": v, "low": v - 0.1, "high": 1, "n_items": 40, "reason": None} for v in (0.5, 0.8))
    points = [old | {"first": "2026-08-01", "last": "2026-08-07"}, new | {"first": "2026-11-01", "last": "2026-11-07"}]
    AgreementSnapshot.objects.create(
        task=task,
        question=task.schema_version.questions.get(),
        metric="krippendorff_alpha",
        scope="people",
        value=0.7,
        n_items=80,
        details={"over_time": points},
    )

    found = agreement_of(acme, ask())

    assert [(str(last), rate.value, rate.n) for last, rate in found.points] == [("2026-11-07", 0.8, 40)]
    assert found.question == task.schema_version.questions.get().title
