"""Evaluations of what arrives: drawn by a rule, within limits, day by day, until they are stopped."""

import pytest
from django.utils import timezone

from annotations.models import Annotation
from datasets.actions import arrivals, datasets
from datasets.models import DatasetVersion, ModelOutput
from evalhub.lib.errors import Conflict, InvalidInput
from experiments.evaluations.actions import evaluations, online, steps
from experiments.models import Evaluation, ScoreSummary
from tests import factories
from tests.experiments.evaluations_world import RIGHT, WRONG, cost_of, scoring, summaries_of
from tests.reviews.machine import failing, finish

JUDGE = "simulated-careful"


@pytest.fixture
def version(acme):
    return datasets.open_version(dataset=factories.make_dataset(acme), by=None)


def begin(version, metrics=("exact_match",), **options):
    return evaluations.create_online(dataset_version=version, metrics=list(metrics), **options)


def arrive(version, *texts, day=1, **fields):
    """Outputs with these texts, None for a failed call; returns their ids."""
    start = ModelOutput.objects.count()
    rows = [
        {
            "external_id": f"chat-{start + number}",
            "input": f"What is 2 plus 2, for the {start + number}th time?",
            "expected_output": RIGHT,
            "system": "bot",
            "occurred_at": f"2026-11-{day:02}T12:00:00Z",
            **({"error": "timeout"} if text is None else {"text": text}),
            **fields,
        }
        for number, text in enumerate(texts)
    ]
    return [row.stored.pk for row in arrivals.receive(version=version, rows=rows)]


def step(evaluation, times=1):
    for _ in range(times):
        Evaluation.objects.filter(pk=evaluation.pk, state="waiting").update(next_attempt_at=None)
        steps.work_next(pk=evaluation.pk)
        finish(*evaluation.task.runs.all())
    return Evaluation.objects.select_related("task").get(pk=evaluation.pk)


def drawn(evaluation):
    return [item.outputs[0] for item in evaluation.task.items.order_by("position")]


def test_what_arrives_is_scored_and_days_are_summed_up_apart(version):
    arrive(version, RIGHT)
    evaluation = step(begin(version))
    assert (evaluation.status, evaluation.n_outputs) == ("COLLECTING", 0)
    first = arrive(version, RIGHT, WRONG)
    evaluation = step(evaluation)
    assert drawn(evaluation) == first and summaries_of(evaluation)["exact_match"].mean == 0.5
    second = arrive(version, RIGHT, None)
    evaluation = step(evaluation)
    found = summaries_of(evaluation)["exact_match"]
    assert drawn(evaluation) == first + second[:1]
    assert (found.n_scored, found.n_total, found.failed) == (3, 4, {"output_missing": 1})

    evaluation = begin(version)
    arrive(version, RIGHT, WRONG, day=1)
    arrive(version, RIGHT, day=2)
    evaluation = step(evaluation)
    found = ScoreSummary.objects.filter(evaluation=evaluation).exclude(slice="").order_by("slice")
    assert [(each.slice, each.mean, each.n_scored) for each in found] == [
        ("day=2026-11-01", 0.5, 2),
        ("day=2026-11-02", 1.0, 1),
    ]


def test_shares_rules_and_daily_limits_choose_what_arrives(version):
    rule = {"rate": 0.3, "seed": 7}
    first, second = begin(version, sampling=rule), begin(version, sampling=rule)
    other = begin(version, sampling=rule | {"seed": 8})
    ids = arrive(version, *[RIGHT] * 200)
    samples = [drawn(step(evaluation)) for evaluation in (first, second, other)]
    assert samples[0] == samples[1] != samples[2]
    assert set(samples[0]) < set(ids) and 40 <= len(samples[0]) <= 80

    ids = arrive(version, RIGHT, metadata={"channel": "web"})
    system = ModelOutput.objects.get(pk=ids[0]).system_id
    evaluation = begin(version, sampling={"system_ids": [str(system)], "metadata": {"channel": "web"}})
    arrive(version, RIGHT, metadata={"channel": "phone"})
    arrive(version, RIGHT, metadata={"channel": "web"}, system="other")
    wanted = arrive(version, RIGHT, metadata={"channel": "web"})
    assert drawn(step(evaluation)) == wanted

    evaluation = begin(version, sampling={"per_day": 2})
    first = arrive(version, RIGHT, RIGHT, RIGHT, day=1)
    evaluation = step(evaluation)
    arrive(version, RIGHT, day=1)
    second = arrive(version, RIGHT, day=2)
    evaluation = step(evaluation)
    assert drawn(evaluation) == first[:2] + second
    assert (evaluation.n_outputs, evaluation.n_left_out) == (3, 2)


def test_judges_go_on_with_what_arrives_later(version, model):
    model(scoring())
    evaluation = begin(version, ["faithfulness"], judges=[JUDGE])
    for _ in range(2):
        arrive(version, RIGHT)
        evaluation = step(evaluation, times=2)

    evaluation = step(evaluation)
    assert (summaries_of(evaluation)["faithfulness"].n_scored, evaluation.status) == (2, "COLLECTING")


def test_judges_go_on_after_all_first_calls_have_failed(version, model):
    model(failing())
    evaluation = begin(version, ["faithfulness"], judges=[JUDGE])
    arrive(version, RIGHT)
    evaluation = step(evaluation, times=2)
    model(scoring())
    arrive(version, RIGHT)

    found = summaries_of(step(evaluation, times=3))["faithfulness"]
    assert (found.n_scored, found.n_failed, found.n_total) == (1, 1, 2)


def test_nothing_is_drawn_once_the_money_of_the_day_is_spent(version, model):
    model(scoring())
    evaluation = begin(version, ["faithfulness"], judges=[JUDGE], sampling={"usd_per_day": 0.0015})
    arrive(version, RIGHT)
    evaluation = step(evaluation, times=2)
    spent = float(cost_of(evaluation))
    arrive(version, *[RIGHT] * 20)

    evaluation = step(evaluation, times=6)

    assert spent == 0.001 and float(cost_of(evaluation)) == 0.002
    assert (evaluation.n_outputs, evaluation.n_left_out) == (2, 19)


def test_pauses_stops_and_cancels(version, bob):
    evaluation = begin(version)
    online.set_collection(evaluation=evaluation, collection="paused", by=bob)
    arrive(version, RIGHT)
    assert step(evaluation).status == "PAUSED"
    online.set_collection(evaluation=evaluation, collection="on", by=bob)
    later = arrive(version, WRONG)
    evaluation = step(evaluation)
    assert (evaluation.status, drawn(evaluation)) == ("COLLECTING", later)

    evaluation = begin(version)
    arrive(version, RIGHT)
    evaluation = step(evaluation)
    arrive(version, RIGHT)
    online.set_collection(evaluation=evaluation, collection="stopped", by=bob)
    arrive(version, WRONG)
    evaluation = step(evaluation)
    found = summaries_of(evaluation)["exact_match"]
    assert (evaluation.status, found.mean, found.n_scored) == ("COMPLETED", 1.0, 2)
    with pytest.raises(Conflict, match="has ended"):
        online.set_collection(evaluation=evaluation, collection="on", by=bob)

    evaluation = evaluations.cancel(evaluation=begin(version), by=bob)
    arrive(version, RIGHT)
    assert online.collect(evaluation=evaluation) == 0


def test_it_stops_with_its_version_and_fails_without_any_arrival(version, bob):
    evaluation = begin(version)
    arrive(version, RIGHT)
    datasets.set_status(version=version, status="PUBLISHED", by=None)
    evaluation = step(evaluation, times=2)
    assert (evaluation.status, evaluation.n_outputs) == ("COMPLETED", 1)

    evaluation = begin(version)
    online.set_collection(evaluation=evaluation, collection="stopped", by=bob)
    evaluation = step(evaluation)
    assert (evaluation.status, evaluation.last_error.code) == ("FAILED", "evaluation_nothing_arrived")


def test_a_quiet_evaluation_is_not_summed_up_again(version):
    evaluation = begin(version)
    arrive(version, RIGHT)
    evaluation = step(evaluation)
    before = ScoreSummary.objects.filter(evaluation=evaluation).values_list("pk", flat=True)
    before = list(before)

    step(evaluation)

    assert list(ScoreSummary.objects.filter(evaluation=evaluation).values_list("pk", flat=True)) == before
    assert Annotation.objects.filter(task=evaluation.task).count() == 1


def test_one_that_waits_for_outputs_rests_until_some_arrive_or_none_can(version):
    evaluation = begin(version)
    steps.work_next(pk=evaluation.pk)
    evaluation.refresh_from_db()
    pause = evaluation.next_attempt_at - timezone.now()
    at_rest = steps.hurry()

    arrive(version, "42")

    assert pause.total_seconds() > 500
    assert (at_rest, steps.hurry()) == (0, 1)

    assert step(evaluation).n_outputs == 1 and steps.hurry() == 0

    DatasetVersion.objects.filter(pk=version.pk).update(is_open=False)
    assert steps.hurry() == 1


def test_models_that_wait_for_arrivals_make_it_due_only_once_it_is_stopped(version, bob, model):
    model(scoring())
    evaluation = begin(version, ["faithfulness"], judges=[JUDGE])
    arrive(version, RIGHT)
    evaluation = step(evaluation, times=3)
    assert steps.hurry() == 0

    online.set_collection(evaluation=evaluation, collection="stopped", by=bob)
    assert steps.hurry() == 1


def test_many_arrivals_take_as_many_statements_as_few(version, django_assert_num_queries):
    evaluation = begin(version, sampling={"per_day": 1_000})
    arrive(version, RIGHT)
    step(evaluation)
    for count in (2, 300):
        arrive(version, *[RIGHT] * count, day=3)
        with django_assert_num_queries(9):
            online.collect(evaluation=evaluation)


def test_a_rule_that_is_wrong_is_refused_by_its_field(version, subtests):
    rules = [
        ({"rate": 0}, "sampling.rate"),
        ({"rate": 1.5}, "sampling.rate"),
        ({"per_day": 0}, "sampling.per_day"),
        ({"per_day": 1.5}, "sampling.per_day"),
        ({"usd_per_day": 0}, "sampling.usd_per_day"),
        ({"system_ids": ["x"]}, "sampling.system_ids"),
        ({"system_ids": "x"}, "sampling.system_ids"),
        ({"metadata": {"a": [1]}}, "sampling.metadata.a"),
        ({"colour": "red"}, "sampling"),
        ([], "sampling"),
    ]

    for rule, named in rules:
        with subtests.test(rule=rule), pytest.raises(InvalidInput, match=named):
            begin(version, sampling=rule)


def test_only_open_versions_are_collected_from_and_no_slice_is_called_day(version, acme):
    with pytest.raises(Conflict, match="open version"):
        begin(factories.make_version(factories.make_dataset(acme)))
    with pytest.raises(InvalidInput, match="slice_by"):
        begin(version, slice_by=["day"])


def test_others_cannot_be_paused(acme, bob):
    evaluation = evaluations.create_batch(dataset_version=factories.make_version(), metrics=["exact_match"])
    with pytest.raises(Conflict, match="Only an online evaluation"):
        online.set_collection(evaluation=evaluation, collection="paused", by=bob)
