"""Suites: added from files with their datasets and metrics, frozen with their first run; and those we ship."""

import pytest
from django.db import DatabaseError, transaction

from datasets.models import Dataset, TestCase
from evalhub.lib.errors import Conflict, UnknownKey
from experiments.benchmarks.actions import shipped, suite_runs, suites
from experiments.benchmarks.models import BenchmarkSuite, BenchmarkTask
from experiments.benchmarks.suite_file import InvalidSuite
from reviews.scorers.metrics import metrics_of_answers
from tests.experiments.benchmarks_world import document, make_suite, make_version


def test_a_suite_binds_the_published_versions_of_its_datasets(bob):
    version = make_version(bob)

    suite = make_suite(bob, {"first": {"weight": 2, "timeout": 5}, "second": {"needs": "[first]", "calls": 0}})

    first, second = suite.tasks.all()
    assert (first.dataset_version, first.weight, first.timeout_seconds, first.title) == (version, 2, 5, "first")
    assert (second.needs, second.calls) == (["first"], 1)
    assert first.metrics == [{"metric": "numeric_tolerance", "key": "numeric_tolerance", "parameters": {}}]


def test_every_dataset_and_metric_that_does_not_exist_is_named(bob, mallory):
    make_version(mallory)
    text = document({"a": {}, "b": {"metrics": "[nope]"}, "c": {"metrics": "[faithfulness]"}})

    with pytest.raises(InvalidSuite) as refused:
        suites.create(organization=bob.organization, document=text, by=bob.user)

    mistakes = refused.value.details["mistakes"]
    assert sum("dataset is 'Sums'" in mistake for mistake in mistakes) == 3
    assert any("Task 'b'" in mistake and "nope" in mistake for mistake in mistakes)
    assert any("Task 'c'" in mistake and "scored by models" in mistake for mistake in mistakes)
    assert not BenchmarkSuite.objects.exists()


def test_an_unused_suite_is_replaced_and_a_used_one_is_frozen(bob):
    make_version(bob)
    make_suite(bob, {"old": {}})
    suite = make_suite(bob, {"new": {}})
    assert make_suite(bob, {"new": {}}) == suite
    assert [task.key for task in BenchmarkTask.objects.all()] == ["new"]

    suite_runs.start(suite=suite, model={"name": "simulated-careful"}, by=bob.user)

    with pytest.raises(Conflict, match="Small 1 was run and never changes"):
        make_suite(bob, {"newer": {}})
    assert make_suite(bob, {"newer": {}}, version="2").pk != suite.pk
    for change in (lambda: suite.tasks.update(weight=9), lambda: suite.tasks.all().delete()):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
        BenchmarkSuite.objects.filter(pk=suite.pk).update(aggregation="micro")


@pytest.mark.parametrize("key", shipped.shipped())
def test_shipped_suites_have_metrics_that_exist_and_small_files_of_cases(key):
    found = shipped.shipped()[key]

    assert found.suite.name and found.suite.description and 8 <= found.n_cases <= 60
    for task in found.suite.tasks:
        assert task.title and task.prompt and task.metrics[0].key in metrics_of_answers
        assert all(row["prompt"] and row["expected_output"] for row in found.cases[task.dataset])


def test_a_shipped_suite_is_added_once_with_its_datasets(bob):
    suite = shipped.add(organization=bob.organization, key="arithmetic", by=bob.user)

    assert shipped.add(organization=bob.organization, key="arithmetic", by=bob.user) == suite
    assert [task.key for task in suite.tasks.all()] == ["sums", "units", "word_problems"]
    assert TestCase.objects.count() == 18
    assert not Dataset.objects.listed().exists()
    with pytest.raises(UnknownKey, match="Valid: arithmetic"):
        shipped.add(organization=bob.organization, key="nope", by=bob.user)
