"""Suites as YAML: what is read, and that each mistake is named with its task, the value met and what is valid."""

import pytest

from evalhub.lib.errors import TooLarge
from experiments.benchmarks.suite_file import InvalidSuite, MetricUse, SuiteTask, read

TASK = "{key: a, estimated_seconds: 1"


def test_a_suite_is_read_whole():
    suite = read(
        b"""
        name: Support
        version: 1.10
        aggregation: micro
        tasks:
          - key: facts
            title: Facts
            category: Knowledge
            estimated_seconds: 10
            calls: 4
            dataset: facts.jsonl
            metrics: [exact_match, {key: contains, parameters: {ignore_case: true}}]
            prompt: "Answer: {{ input }}"
            weight: 2
            timeout: 60
            min_coverage: 0.5
          - {key: 07, needs: [facts], estimated_seconds: 0}
        """
    )

    facts = SuiteTask(
        "facts",
        estimated_seconds=10,
        calls=4,
        title="Facts",
        category="Knowledge",
        dataset="facts.jsonl",
        metrics=(MetricUse("exact_match"), MetricUse("contains", {"ignore_case": True})),
        prompt="Answer: {{ input }}",
        weight=2,
        timeout=60,
        min_coverage=0.5,
    )
    assert (suite.name, suite.version, suite.aggregation) == ("Support", "1.10", "micro")
    assert suite.tasks == (facts, SuiteTask("07", needs=("facts",)))


@pytest.mark.parametrize(
    ("tasks", "words"),
    [
        ("[{estimated_seconds: 1}]", "Task number 1 has no key."),
        ("[{key: a}]", "Task 'a' has no estimated_seconds."),
        ("[7]", "Task number 1 is 7. Valid: an object."),
        ("[]", "tasks is []. Valid: a list of 1 to 10,000 tasks."),
        (f"[{TASK}, color: red}}]", "Task 'a' has the unknown field 'color'. Valid: key, title,"),
        ("[{key: 'a b', estimated_seconds: 1}]", "key is 'a b'. Valid: a text of 1 to 100 characters without spaces"),
        ("[{key: a, estimated_seconds: -2}]", "Task 'a': estimated_seconds is -2. Valid: a number from 0"),
        ("[{key: a, estimated_seconds: .nan}]", "estimated_seconds is nan."),
        ("[{key: a, estimated_seconds: true}]", "estimated_seconds is True."),
        (f"[{TASK}, calls: 1.5}}]", "Task 'a': calls is 1.5. Valid: a whole number from 0"),
        (f"[{TASK}, needs: b}}]", "Task 'a': needs is 'b'. Valid: a list of keys of tasks."),
        (f"[{TASK}, weight: 0}}]", "weight is 0. Valid: a number above 0, at most 1,000."),
        (f"[{TASK}, min_coverage: 90}}]", "min_coverage is 90. Valid: a number from 0 to 1."),
        (f"[{TASK}, metrics: exact_match}}]", "metrics is 'exact_match'. Valid: a list of metrics"),
        (f"[{TASK}, metrics: [{{key: x, limit: 1}}]}}]", "Valid: a list of metrics"),
        (f"[{TASK}, needs: [a]}}]", "A task cannot need itself: a."),
        (f"[{TASK}}}, {TASK}}}]", "The key a is used by more than one task."),
        (f"[{TASK}, needs: [b]}}, {{key: b, needs: [a], estimated_seconds: 1}}]", "in a cycle: "),
    ],
)
def test_mistakes_of_tasks_are_named(tasks, words):
    with pytest.raises(InvalidSuite) as refused:
        read(f"name: x\nversion: 1\ntasks: {tasks}")

    assert words in refused.value.message
    assert refused.value.details["mistakes"]


def test_all_mistakes_are_named_at_once():
    with pytest.raises(InvalidSuite) as refused:
        read("name: ''\naggregation: sum\ntasks: [{key: a, calls: x}]")

    assert refused.value.details["mistakes"] == [
        "The suite has no version.",
        "The suite: name is ''. Valid: a text of 1 to 200 characters.",
        "The suite: aggregation is 'sum'. Valid: macro, micro.",
        "Task 'a' has no estimated_seconds.",
        "Task 'a': calls is 'x'. Valid: a whole number from 0 to 10,000.",
    ]


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ("tasks: [", "not valid YAML"),
        ("- a", "Valid: an object with name, version"),
        ("a: &a [1]\nb: *a", "aliases are not allowed"),
        ("name: a\nname: b", "a key occurs twice"),
        ("name: !!python/object/apply:os.system [id]", "not valid YAML"),
        ("[" * 5_000, "not valid YAML"),
        (b"\xff\xfe", "not valid YAML"),
    ],
)
def test_what_is_no_plain_yaml_object_is_refused(document, words):
    with pytest.raises(InvalidSuite, match=words):
        read(document)


def test_a_huge_document_is_not_read():
    with pytest.raises(TooLarge):
        read("a" * 4_000_001)
