"""Evaluations whose metrics programs compute: items, scores, failures, summaries, sampling, and workers that die."""

import contextlib

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotations.models import Annotation, Judgement
from evalhub.events.models import OutboxEvent, WebhookDelivery
from evalhub.lib.errors import Conflict, EvalHubError, InvalidInput
from evalhub.lib.leases import LeaseKeeper, LeaseLost
from experiments.evaluations.actions import evaluations, program_scores, steps, summaries
from experiments.models import Evaluation, ScoreSummary
from reviews.scorers.metrics import scored
from reviews.scorers.metrics.base import reasons as metric_reasons
from reviews.scorers.metrics.exact_match import ExactMatch
from tests.experiments.evaluations_world import RIGHT, WRONG, make_evaluation, make_version, take_steps


def summary_of(evaluation, key="exact_match", slice=""):
    return ScoreSummary.objects.get(evaluation=evaluation, question__key=key, slice=slice)


def test_every_output_is_scored_and_summed_up(acme, bob):
    evaluation = take_steps(make_evaluation(make_version(acme), by=bob.user))

    found = summary_of(evaluation)
    assert (evaluation.status, evaluation.n_outputs, evaluation.task.total_items) == ("COMPLETED", 3, 3)
    assert evaluation.started_at <= evaluation.finished_at
    assert (found.n_total, found.n_scored, found.n_passed, found.failed) == (3, 3, 2, {})
    assert (found.mean, found.min, found.max) == (pytest.approx(2 / 3), 0, 1)
    assert found.m2 == pytest.approx(2 / 3) and found.quantiles["p50"] == 1
    assert sum(found.histogram["counts"]) == 3


def test_slices_and_failures_are_told_and_others_scored(acme):
    evaluation = take_steps(make_evaluation(make_version(acme)))
    sums, terms = summary_of(evaluation, slice="topic=sums"), summary_of(evaluation, slice="topic=terms")
    assert evaluation.slice_by == ["topic"]
    assert (sums.n_total, sums.mean, terms.n_total, terms.mean) == (2, 1, 1, 0)

    version = make_version(acme, [RIGHT, WRONG, None, RIGHT], expected={3: None})
    evaluation = take_steps(make_evaluation(version))
    found, failed = summary_of(evaluation), Judgement.objects.get(abstained=True)
    assert (found.n_total, found.n_scored) == (4, 2)
    assert found.failed == {"no_reference": 1, "output_missing": 1}
    assert (failed.failure, failed.value) == (metric_reasons.NO_REFERENCE(), None)
    assert found.mean == 0.5  # as without them

    schema = {"metric": "json_schema", "parameters": {"schema": {"multipleOf": 0.1}}}
    version = make_version(acme, ["1", "9" * 400, "1.5"])
    evaluation = take_steps(make_evaluation(version, [schema]))
    found = summary_of(evaluation, "json_schema")
    assert (evaluation.status, found.n_scored, found.failed) == ("COMPLETED", 2, {"number_too_large": 1})


def test_score_that_cannot_be_stored_costs_its_own_output(acme, monkeypatch):
    def score(self, item):
        return scored(1, "a\0b" if item.output == WRONG else "")

    monkeypatch.setattr(ExactMatch, "score", score)

    evaluation = take_steps(make_evaluation(make_version(acme)))

    found = summary_of(evaluation)
    assert (evaluation.status, found.n_scored, found.failed) == ("COMPLETED", 2, {"metric_failed": 1})


def test_evaluations_without_a_score_fail_and_parameters_make_scorers(acme):
    evaluation = take_steps(make_evaluation(make_version(acme, [RIGHT], expected={0: None})))
    assert (evaluation.status, evaluation.last_error.code) == ("FAILED", "evaluation_without_scores")
    assert summary_of(evaluation).mean is None

    loose = {"metric": "exact_match", "key": "any_case", "parameters": {"ignore_case": True}}
    version = make_version(acme, ["FOUR", "four"], expected={0: "four", 1: "four"})
    evaluation = take_steps(make_evaluation(version, ["exact_match", loose]))
    assert (summary_of(evaluation).n_passed, summary_of(evaluation, "any_case").n_passed) == (1, 2)
    assert evaluation.scorers.values("annotator").distinct().count() == 2


def test_scoring_goes_on_where_it_was_stopped(acme, monkeypatch):
    monkeypatch.setattr(program_scores, "AT_ONCE", 2)
    evaluation = make_evaluation(make_version(acme, [RIGHT] * 5))
    blocks = iter([None, LeaseLost])

    def check(keeper):
        if error := next(blocks, None):
            raise error

    monkeypatch.setattr(LeaseKeeper, "check", check)
    steps.work_next(pk=evaluation.pk)
    assert Annotation.objects.filter(task=evaluation.task_id).count() == 2
    assert Evaluation.objects.get(pk=evaluation.pk).state == "running"  # until its lease runs out

    Evaluation.objects.filter(pk=evaluation.pk).update(lease_until="2020-01-01T00:00Z")
    evaluation = take_steps(evaluation)

    assert evaluation.status == "COMPLETED"
    assert Annotation.objects.filter(task=evaluation.task_id).count() == summary_of(evaluation).n_scored == 5


class Killed(BaseException):
    """Ends what runs as SIGKILL does: nothing of it is stored or told."""


def take_steps_with_kills(evaluation, most=12):
    for _ in range(most):
        with contextlib.suppress(Killed):
            return take_steps(evaluation)
        Evaluation.objects.filter(pk=evaluation.pk).update(lease_until="2020-01-01T00:00Z")
    raise AssertionError("It has not ended.")


@pytest.fixture
def kills(monkeypatch):
    """{output: how many workers it ends}; by exact_match, beside which `contains` scores everything."""
    left = {}

    def score(self, item, own=ExactMatch.score):
        if left.get(item.output, 0) > 0:
            left[item.output] -= 1
            raise Killed
        return own(self, item)

    monkeypatch.setattr(ExactMatch, "score", score)
    return left


def test_outputs_that_end_their_worker_are_blamed_and_others_not(acme, kills):
    kills.update(dict.fromkeys(["kill 1", "kill 2"], 99))
    version = make_version(acme, [RIGHT, WRONG, "kill 1", RIGHT, "kill 2", RIGHT])
    evaluation = take_steps_with_kills(make_evaluation(version, ["exact_match", "contains"]))
    found = summary_of(evaluation)
    assert (evaluation.status, found.n_scored, found.failed) == ("COMPLETED", 4, {"worker_ended": 2})
    assert (summary_of(evaluation, "contains").n_scored, evaluation.attempts) == (6, 1)
    blamed = Judgement.objects.filter(abstained=True).values_list("annotation__item__position", "failure")
    assert list(blamed.order_by("annotation__item__position")) == [
        (2, metric_reasons.WORKER_ENDED(n=2)),
        (4, metric_reasons.WORKER_ENDED(n=2)),
    ]

    kills.update({RIGHT: 1, WRONG: 1})
    evaluation = take_steps_with_kills(make_evaluation(make_version(acme, [RIGHT, WRONG])))
    assert (evaluation.status, summary_of(evaluation).n_scored) == ("COMPLETED", 2)


def test_scoring_twice_and_samples_by_seed(acme):
    evaluation = take_steps(make_evaluation(make_version(acme)))
    assert program_scores.score(evaluation=evaluation)
    assert Annotation.objects.filter(task=evaluation.task_id).count() == 3

    version = make_version(acme, [RIGHT] * 20)

    def cases_of(**sampling):
        evaluation = take_steps(make_evaluation(version, sampling=sampling))
        return set(evaluation.task.items.values_list("test_case", flat=True))

    first = cases_of(rate=0.25, seed=1)
    assert len(first) == 5 and first == cases_of(rate=0.25, seed=1) != cases_of(rate=0.25, seed=2)
    strata = cases_of(rate=0.2, strategy="stratified", stratify_by="topic")
    topics = list(version.cases.filter(pk__in=strata).values_list("metadata__topic", flat=True))
    assert sorted(topics) == ["sums", "sums", "terms", "terms"]


def test_summary_takes_as_many_statements_for_many_scores(acme):
    few = take_steps(make_evaluation(make_version(acme, [RIGHT, WRONG])))
    many = take_steps(make_evaluation(make_version(acme, [RIGHT, WRONG] * 10)))
    counts = []

    for evaluation in (few, many):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            summaries.refresh(evaluation=evaluation)
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 20


def test_cancelled_evaluation_keeps_what_it_has(acme, bob):
    evaluation = evaluations.cancel(evaluation=make_evaluation(make_version(acme)), by=bob.user)

    assert (evaluation.status, steps.work_next(pk=evaluation.pk)) == ("CANCELLED", None)
    with pytest.raises(Conflict, match="has ended"):
        evaluations.cancel(evaluation=evaluation, by=bob.user)


def test_wrong_settings_are_named(acme, subtests):
    version = make_version(acme)
    cases = [
        ({"metrics": []}, "metrics: is a list of 0"),
        ({"metrics": ["nonsense"]}, "metrics\\[0\\].metric: is 'nonsense'. Valid: "),
        ({"metrics": ["exact_match", "exact_match"]}, "metrics\\[1\\].key: is 'exact_match'"),
        ({"metrics": [{"metric": "exact_match", "parameters": {"odd": 1}}]}, "unknown key 'odd'"),
        ({"metrics": ["faithfulness"]}, "judges: is a list of 0. Valid: at least one model, which scores faithfulness"),
        ({"judges": ["simulated-careful"]}, "judges: is a list of 1. Valid: none"),
        ({"sampling": {"rate": 0}}, "sampling.rate: is 0. Valid: a number above 0"),
        ({"sampling": {"strategy": "worst"}}, "sampling.strategy: is 'worst'. Valid: random, stratified"),
        ({"repetitions": 0}, "repetitions: is 0"),
        ({"type": "SOME"}, "type: is 'SOME'. Valid: SINGLE"),
        ({"slice_by": ["nothing"]}, "slice_by: is a list of 1. Valid: .*topic"),
        ({"output_name": "model-z"}, "No output is named 'model-z'"),
        ({"system": {"model": "no model"}}, "The model is 'no model'"),
    ]

    for settings, words in cases:
        with subtests.test(words), pytest.raises(InvalidInput, match=words):
            make_evaluation(version, **{"metrics": ["exact_match"]} | settings)


def test_version_without_its_cases_is_refused(acme):
    with pytest.raises(EvalHubError, match="Publish the dataset version first"):
        make_evaluation(make_version(acme, status="DRAFT", published_at=None))
    with pytest.raises(Conflict, match="no cases"):
        make_evaluation(make_version(acme, []))


@pytest.mark.parametrize(("expected", "type"), [({}, "batch.completed"), ({0: None}, "evaluation.failed")])
def test_end_is_an_event_that_the_address_of_the_request_is_told(acme, expected, type):
    url = "https://hooks.example/in"
    evaluation = take_steps(make_evaluation(make_version(acme, [RIGHT], expected=expected), webhook_url=url))

    event = OutboxEvent.objects.get(type=type)
    assert event.payload["evaluation_id"] == str(evaluation.pk)
    assert event.payload["scores"] == {"exact_match": None if expected else 1.0}
    assert WebhookDelivery.objects.get(event=event).url == url
