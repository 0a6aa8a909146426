"""Drawing a task's items: which cases, in which order, the same for the same seed."""

import pytest

from annotations.tasks.actions import sampling
from evalhub.lib.errors import InvalidInput
from tests import factories
from tests.undoing import undone

COLUMNS = [
    {"name": "category", "type": "string", "role": "metadata"},
    {"name": "urgency", "type": "integer", "role": "metadata"},
]


@pytest.fixture
def version(acme):
    """12 cases: 8 about billing, 4 about delivery, urgency 0 to 11."""
    rows = [{"metadata": {"category": "billing" if n % 3 else "delivery", "urgency": n}} for n in range(12)]
    return factories.make_version(factories.make_dataset(acme), rows=rows, columns=COLUMNS)


def draw(version, **config):
    task = factories.make_task(version, with_items=False, sampling_config=sampling.clean_config(config, version))
    sampling.draw_items(task=task)
    return task


def rows_of(task):
    return list(task.items.order_by("position").values_list("test_case__row_index", flat=True))


def test_all_cases_in_file_order_and_random_draw_repeats_with_its_seed_and_stratified_draw_keeps_the_proportions(
    version,
):
    task = draw(version)
    assert rows_of(task) == list(range(12))
    assert (task.preparation, task.total_items) == ("READY", 12)

    first, again, other = (rows_of(draw(version, strategy="random", sample_size=6, seed=s)) for s in (1, 1, 2))
    assert first == again
    assert first != other
    assert len(set(first)) == 6

    task = draw(version, strategy="stratified", stratify_by="category", sample_size=6, seed=3)
    names = list(task.items.values_list("test_case__metadata__category", flat=True))
    assert (names.count("billing"), names.count("delivery")) == (4, 2)


def test_cases_with_an_empty_value_and_without_one_are_one_stratum(acme):
    rows = [{"metadata": {"category": "billing"}} for _ in range(4)]
    rows += [{"metadata": {"category": ""}}, {"metadata": {}}, {"metadata": {"category": None}}, {"metadata": {}}]
    version = factories.make_version(factories.make_dataset(acme), rows=rows, columns=COLUMNS)

    task = draw(version, strategy="stratified", stratify_by="category", sample_size=4)

    drawn = rows_of(task)
    assert (sum(row < 4 for row in drawn), sum(row >= 4 for row in drawn)) == (2, 2)


def test_priority_comes_highest_first_and_filter_narrows_the_cases_and_second_draw_changes_nothing(version):
    task = draw(version, strategy="priority", priority_by="urgency", sample_size=3)
    assert list(task.items.order_by("position").values_list("priority", flat=True)) == [11, 10, 9]

    task = draw(version, filter={"category": "delivery"})
    assert rows_of(task) == [0, 3, 6, 9]

    task = draw(version)
    assert sampling.draw_items(task=task) == 12
    assert task.items.count() == 12


def test_items_carry_the_judged_output(version):
    task = draw(version)

    assert all(len(item.outputs) == 1 for item in task.items.all())


def test_compared_outputs_come_in_the_order_of_the_task_and_cases_that_lack_one_are_left_out(acme):
    both = {"outputs": {"model-a": "A", "model-b": "B", "model-c": "C"}}
    rows = [both, {"outputs": {"model-a": "A", "model-c": "C"}}, {"outputs": {}}, both]
    version = factories.make_version(factories.make_dataset(acme), rows=rows)
    config = sampling.clean_config({"sample_size": 3}, version)

    task = factories.make_task(
        version,
        with_items=False,
        sampling_config=config,
        output_name="model-b",
        compared_outputs=["model-c", "model-a"],
    )
    sampling.draw_items(task=task)

    names = {output.pk: output.name for case in version.cases.all() for output in case.outputs.all()}
    assert rows_of(task) == [0, 3]
    assert [[names[pk] for pk in item.outputs] for item in task.items.all()] == [["model-b", "model-c", "model-a"]] * 2


def test_without_comparison_a_case_that_lacks_the_output_is_kept(acme):
    version = factories.make_version(factories.make_dataset(acme), rows=[{"outputs": {}}, {}])

    task = draw(version)

    assert [len(item.outputs) for item in task.items.all()] == [0, 1]


def test_bad_config_is_refused(version):
    cases = [
        {"strategy": "best"},
        {"sample_size": 0},
        {"sample_size": True},
        {"sample_size": 10**30},
        {"sample_size": 1.5},
        {"seed": -1},
        {"other": 1},
        {"strategy": "stratified"},
        {"strategy": "stratified", "stratify_by": "colour"},
        {"strategy": "priority", "priority_by": None},
        {"filter": {"colour": "red"}},
        {"filter": 5},
        {"filter": [1]},
    ]
    for config in cases:
        with undone():
            with pytest.raises(InvalidInput):
                sampling.clean_config(config, version)
