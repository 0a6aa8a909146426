"""Plans of suites: every plan keeps its limits and needs, and is close to the bound no plan can beat."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.benchmarks.plan import InvalidPlan, PlanTask, followers, longest_paths, plan

KEYS = [f"t{place}" for place in range(12)]


@st.composite
def suites(draw):
    """Tasks in a random order that need only tasks drawn before them, so that there is no cycle."""
    count = draw(st.integers(0, len(KEYS)))
    tasks = [
        PlanTask(
            key,
            tuple(draw(st.sets(st.sampled_from(KEYS[:place]), max_size=3))) if place else (),
            draw(st.sampled_from([0, 1, 2.5, 7, 30])),
            draw(st.integers(0, 4)),
        )
        for place, key in enumerate(KEYS[:count])
    ]
    return draw(st.permutations(tasks))


@given(suites(), st.integers(1, 5), st.integers(4, 9))
def test_a_plan_keeps_needs_and_both_limits_and_with_workers_alone_grahams_bound(tasks, workers, calls):
    found = plan(tasks, workers=workers, calls=calls)

    planned = {task.key: task for task in found.tasks}
    assert planned.keys() == {task.key for task in tasks}
    for task in tasks:
        own = planned[task.key]
        assert own.end == own.start + task.seconds <= found.makespan
        assert all(planned[key].end <= own.start for key in task.needs)
        at_start = [other for other in tasks if planned[other.key].start <= own.start < planned[other.key].end]
        assert len(at_start) <= workers and sum(other.calls for other in at_start) <= calls
    assert found.makespan >= found.lower_bound or found.makespan == pytest.approx(found.lower_bound)
    alone = plan(tasks, workers=workers)
    assert alone.makespan <= (2 - 1 / workers) * alone.lower_bound * (1 + 1e-9)


def test_the_longest_remaining_path_goes_first():
    tasks = [PlanTask("short", (), 3), PlanTask("long", (), 2), PlanTask("after", ("long",), 9)]

    found = plan(tasks, workers=1)

    assert [(task.key, task.start, task.end) for task in found.tasks] == [
        ("long", 0, 2),
        ("after", 2, 11),
        ("short", 11, 14),
    ]
    assert (found.makespan, found.lower_bound) == (14, 14)


def test_waiting_tasks_and_tasks_of_no_seconds():
    tasks = [PlanTask("a", (), 10, 3), PlanTask("b", (), 9, 2), PlanTask("c", (), 1, 1)]
    found = plan(tasks, workers=3, calls=4)
    assert {task.key: task.start for task in found.tasks} == {"a": 0, "c": 0, "b": 10}

    tasks = [PlanTask("b", ("a",)), PlanTask("a"), PlanTask("c", ("b",), 4)]
    found = plan(tasks, workers=1)
    assert [(task.key, task.start, task.end) for task in found.tasks] == [("a", 0, 0), ("b", 0, 0), ("c", 0, 4)]
    assert plan([], workers=1).as_json() == {"tasks": [], "makespan": 0, "lower_bound": 0}


@pytest.mark.parametrize(
    ("needs", "named"),
    [
        ({"a": ["a"]}, ["a"]),
        ({"a": ["nine"]}, ["a"]),
        ({"a": ["b"], "b": ["a"]}, ["a", "b"]),
        ({"a": [], "b": ["a", "d"], "c": ["b"], "d": ["c"], "e": ["d"]}, ["b", "c", "d"]),
    ],
)
def test_needs_that_no_order_satisfies_name_their_tasks(needs, named):
    with pytest.raises(InvalidPlan) as refused:
        plan([PlanTask(key, tuple(needed)) for key, needed in needs.items()], workers=2)

    assert sorted(refused.value.details["tasks"]) == named
    assert all(key in refused.value.message for key in named)


@pytest.mark.parametrize(
    ("tasks", "limits", "words"),
    [
        ([PlanTask("a"), PlanTask("a")], {"workers": 1}, "The key a is used by more than one task."),
        ([PlanTask("a")], {"workers": 0}, "at least 1 worker, not 0"),
        ([PlanTask("a", calls=5)], {"workers": 1, "calls": 4}, "task a makes 5 concurrent calls. At most 4"),
    ],
)
def test_other_plans_are_refused_by_name(tasks, limits, words):
    with pytest.raises(InvalidPlan, match=words):
        plan(tasks, **limits)


def test_plans_are_fast_and_say_what_follows():
    tasks = [
        PlanTask(f"t{place}", tuple({f"t{place // 2}", f"t{place * 3 // 4}"} - {f"t{place}"}), place % 97, place % 50)
        for place in range(5_000)
    ]
    began = time.process_time()
    found = plan(tasks, workers=8, calls=400)
    assert time.process_time() - began < 1
    assert found.makespan <= (2 - 1 / 8) * found.lower_bound

    tasks = [PlanTask("d", ("c",), 1), PlanTask("a", (), 2), PlanTask("b", (), 4), PlanTask("c", ("a",), 3)]
    assert longest_paths(tasks) == {"d": 1, "a": 6, "b": 4, "c": 4}
    assert followers(tasks, ["a"]) == {"c", "d"}
    assert followers(tasks, ["b"]) == set()
    tasks = [PlanTask("long", (), 9), PlanTask("at work", (), 2)]
    found = plan(tasks, workers=1, running={"at work"})
    assert {task.key: task.start for task in found.tasks} == {"at work": 0, "long": 2}
