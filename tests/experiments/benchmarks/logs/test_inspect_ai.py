"""Logs of Inspect."""

import json

import pytest

from experiments.benchmarks import logs
from experiments.benchmarks.logs import LoggedScore
from tests.experiments.benchmarks import log_files
from tests.experiments.benchmarks.log_files import means


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.eval", log_files.inspect_eval()),
        ("a.eval", log_files.inspect_eval(method=8)),
        ("a.json", log_files.inspect_json()),
    ],
    ids=["zstandard", "deflate", "json"],
)
def test_an_inspect_log_has_the_figures_that_it_gives(name, content):
    log = logs.read(name, content)

    (task,) = log.tasks
    assert (log.tool, log.model, log.parameters) == ("inspect_ai", "mockllm/model", {"temperature": 0.5})
    assert (task.name, len(task.samples), [len(sample.outputs) for sample in task.samples]) == ("own_sums", 6, [2] * 6)
    assert means(task) == pytest.approx({"match": 5 / 6, "graded.short": 1, "graded.polite": 0.5})
    assert dict(task.figures) == pytest.approx(means(task))
    first, fifth = task.samples[0], task.samples[4]
    assert (first.id, first.prompt, first.expected) == ("s0", "user: What is 0 + 1?", "1")
    assert (first.outputs[0].text, first.outputs[0].latency_ms, first.outputs[0].tokens_in) == ("1", 250, 5)
    assert fifth.outputs[0].scores["graded.polite"] == LoggedScore(None, "looked at it")


@pytest.mark.parametrize(
    ("value", "score"),
    [("C", 1), ("I", 0), ("P", 0.5), ("N", 0), (True, 1), ("0.25", 0.25), ("yes", 1), ("a word", None), ([1], None)],
)
def test_values_of_inspect_become_numbers(value, score):
    sample = log_files.inspect_samples()[0] | {"scores": {"own": {"value": value}}}
    content = json.dumps(log_files.inspect_header() | {"samples": [sample]}).encode()

    (task,) = logs.read("a.json", content).tasks

    assert task.samples[0].outputs[0].scores["own"].value == score
