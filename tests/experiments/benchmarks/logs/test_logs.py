"""Logs of other tools: what is read of them, and that what is broken or hostile is refused with a reason."""

import io
import json
import zipfile

import pytest

from experiments.benchmarks import logs
from experiments.benchmarks.logs import InvalidLog, LoggedScore, files
from tests.experiments.benchmarks import log_files


def means(task):
    """{metric: mean over samples of the mean over their repetitions}, as the tools compute it."""
    found = {}
    for metric in task.metrics:
        values = []
        for sample in task.samples:
            scores = [output.scores.get(metric, LoggedScore(None)).value for output in sample.outputs]
            known = [value for value in scores if value is not None]
            values += [sum(known) / len(known)] if known else []
        found[metric] = sum(values) / len(values)
    return found


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


def test_an_lm_eval_log_has_the_figures_that_it_gives():
    log = logs.read("results.zip", log_files.lm_eval_zip())

    choice, sums = log.tasks
    assert (log.tool, log.model) == ("lm_eval", "own/model")
    assert (choice.name, len(choice.samples)) == ("own_choice", 4)
    assert means(choice) == dict(choice.figures) == {"acc": 0.75, "acc_norm": 0.5}
    assert [sample.outputs[0].text for sample in choice.samples] == ["yes", "yes", "no", "yes"]
    assert choice.samples[0].prompt == "Question 0\nAnswer:"
    expected = {"exact_match,strict-match": 0.5, "exact_match,flexible-extract": 1.0}
    assert means(sums) == dict(sums.figures) == expected
    assert (sums.samples[1].outputs[0].text, sums.samples[1].expected) == ("It is 2", "2")


@pytest.mark.parametrize(
    ("value", "score"),
    [("C", 1), ("I", 0), ("P", 0.5), ("N", 0), (True, 1), ("0.25", 0.25), ("yes", 1), ("a word", None), ([1], None)],
)
def test_values_of_inspect_become_numbers(value, score):
    sample = log_files.inspect_samples()[0] | {"scores": {"own": {"value": value}}}
    content = json.dumps(log_files.inspect_header() | {"samples": [sample]}).encode()

    (task,) = logs.read("a.json", content).tasks

    assert task.samples[0].outputs[0].scores["own"].value == score


def bomb():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        with archive.open("samples/a.json", "w") as entry:
            for _megabyte in range(files.MOST_ENTRY_BYTES // 2**20 + 1):
                entry.write(b" " * 2**20)
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.csv", b"a,b", "not a log of a known tool"),
        ("a.json", b'{"rows": []}', "not a log of a known tool"),
        ("a.json", b'{"version": 2, "status": "success", ', "not valid JSON"),
        ("a.json", b'{"version": 2, "status": "success"}', "no samples"),
        ("a.json", b'{"version": 2, "status": "x", "samples": [1]}', "sample of the log is not a JSON object"),
        ("a.eval", b"PK, but no zip", "broken"),
        ("a.eval", log_files.inspect_eval()[:-200], "broken"),
        ("a.eval", log_files.inspect_eval(header=False), "no header.json"),
        ("a.eval", log_files.zipped({"header.json": b"{" * 100_000}), "not valid JSON"),
        ("a.eval", log_files.zipped({"../header.json": b"{}"}), "outside of it"),
        ("a.zip", log_files.zipped({"/etc/results_a.json": b"{}"}), "outside of it"),
        ("a.zip", log_files.lm_eval_zip(samples=False), "--log_samples"),
        ("a.zip", log_files.zipped({"results_a.json": b"{}", "samples_a_2026-01-01T1.jsonl": b"[]"}), "in line 1"),
        ("a.eval", bomb(), "too large when unpacked"),
    ],
    ids=lambda value: str(value)[:12],
)
def test_what_is_broken_or_hostile_is_refused(name, content, words):
    with pytest.raises(InvalidLog) as refused:
        logs.read(name, content)

    assert words in refused.value.message


def test_limits_of_entries_are_kept(monkeypatch):
    monkeypatch.setattr(files, "MOST_ENTRIES", 3)

    with pytest.raises(InvalidLog, match="more than 3 entries"):
        logs.read("a.eval", log_files.inspect_eval())
