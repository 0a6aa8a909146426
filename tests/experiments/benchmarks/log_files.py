"""Logs as Inspect 0.3 and lm-evaluation-harness 0.4 write them, cut to what is read."""

import io
import json
import struct
import zipfile
import zlib

import zstandard

from experiments.benchmarks.logs import LoggedScore

ANSWERS = [("s0", "1"), ("s1", "2"), ("s2", "3"), ("s3", "7"), ("s4", "5"), ("s5", "6")]


def inspect_samples():
    """Six sums in two epochs, one of them wrong; a part of the second score is NaN where the answer is 5."""
    return [
        {
            "id": key,
            "epoch": epoch,
            "input": f"What is {place} + 1?" if place else [{"role": "user", "content": "What is 0 + 1?"}],
            "target": str(place + 1),
            "metadata": {"kind": "sum"},
            "output": {
                "model": "mockllm/model",
                "choices": [{"message": {"role": "assistant", "content": answer}, "stop_reason": "stop"}],
                "completion": answer,
                "usage": {"input_tokens": 5, "output_tokens": 1, "total_tokens": 6},
                "time": 0.25,
            },
            "scores": {
                "match": {"value": "C" if int(answer) == place + 1 else "I", "answer": answer, "explanation": answer},
                "graded": {
                    "value": {"short": 1.0, "polite": float("nan") if answer == "5" else 0.5},
                    "explanation": "looked at it",
                },
            },
            "events": [{"event": "model"}] * 3,
        }
        for epoch in (1, 2)
        for place, (key, answer) in enumerate(ANSWERS)
    ]


def inspect_header():
    return {
        "version": 2,
        "status": "success",
        "eval": {
            "task": "own_sums",
            "model": "mockllm/model",
            "model_generate_config": {"temperature": 0.5},
            "dataset": {"name": "sums", "samples": 6},
        },
        "results": {
            "total_samples": 12,
            "scores": [
                {
                    "name": "match",
                    "scorer": "match",
                    "scored_samples": 6,
                    "metrics": {"accuracy": {"name": "accuracy", "value": 5 / 6}, "stderr": {"value": 0.1667}},
                },
                {"name": "short", "scorer": "graded", "metrics": {"mean": {"name": "mean", "value": 1.0}}},
                {"name": "polite", "scorer": "graded", "metrics": {"mean": {"name": "mean", "value": 0.5}}},
            ],
        },
    }


def inspect_json():
    return json.dumps(inspect_header() | {"samples": inspect_samples()}).encode()


def inspect_eval(*, method=93, header=True):
    entries = {f"samples/{each['id']}_epoch_{each['epoch']}.json": each for each in inspect_samples()}
    if header:
        entries["header.json"] = inspect_header()
    found = {name: json.dumps(value).encode() for name, value in entries.items()} | {"_journal/start.json": b"{}"}
    return zipped(found) if method != 93 else zstandard_zip(found)


def zipped(entries):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return file.getvalue()


def zstandard_zip(entries):
    """A zip of method 93, written by hand: a local header for each entry, the directory, and its end."""
    body, directory = b"", b""
    for name, content in entries.items():
        packed = zstandard.ZstdCompressor().compress(content)
        parts = (93, 0, 0, zlib.crc32(content), len(packed), len(content), len(name), 0)
        head = struct.pack("<4sHHHHHIIIHH", b"PK\x03\x04", 63, 0, *parts)
        directory += struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\x01\x02", 63, 63, 0, *parts, 0, 0, 0, 0, len(body))
        directory += name.encode()
        body += head + name.encode() + packed
    end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, len(entries), len(entries), len(directory), len(body), 0)
    return body + directory + end


def lm_eval_zip(*, samples=True):
    """A multiple-choice task and a generated one, scored under two filters."""
    results = {
        "results": {
            "own_choice": {"alias": "own_choice", "acc,none": 0.75, "acc_stderr,none": 0.25, "acc_norm,none": 0.5},
            "own_sums": {"exact_match,strict-match": 0.5, "exact_match,flexible-extract": 1.0},
        },
        "config": {"model": "dummy", "model_args": "pretrained=own/model"},
        "model_name": "own/model",
        "n-samples": {"own_choice": {"original": 4, "effective": 4}},
    }
    files = {"own__model/results_2026-05-01T10-00-00.000000.json": json.dumps(results).encode()}
    if samples:
        files["own__model/samples_own_choice_2026-05-01T10-00-00.000000.jsonl"] = lines(
            choice(doc, right) for doc, right in enumerate([True, True, False, True])
        )
        files["own__model/samples_own_choice_2026-04-01T10-00-00.000000.jsonl"] = lines([choice(0, False)])
        files["own__model/samples_own_sums_2026-05-01T10-00-00.000000.jsonl"] = lines(
            generated(doc, name, score)
            for name, scores in (("strict-match", [1.0, 0.0]), ("flexible-extract", [1.0, 1.0]))
            for doc, score in enumerate(scores)
        )
    return zipped(files)


def lines(rows):
    return "\n".join(map(json.dumps, rows)).encode()


def choice(doc, right):
    return {
        "doc_id": doc,
        "doc": {"question": f"Question {doc}"},
        "target": "0",
        "arguments": {
            "gen_args_0": {"arg_0": f"Question {doc}\nAnswer:", "arg_1": " yes"},
            "gen_args_1": {"arg_0": f"Question {doc}\nAnswer:", "arg_1": " no"},
        },
        "resps": [[["-1.5", "True"]], [["-4.0", "False"]]],
        "filtered_resps": [["-1.5", "True"], ["-4.0", "False"]] if right else [["-5.5", "False"], ["-4.0", "True"]],
        "filter": "none",
        "metrics": ["acc", "acc_norm"],
        "doc_hash": f"hash{doc}",
        "acc": 1.0 if right else 0.0,
        "acc_norm": 1.0 if doc < 2 else 0.0,
    }


def generated(doc, name, score):
    return {
        "doc_id": doc,
        "doc": {"question": f"{doc} + 1?"},
        "target": str(doc + 1),
        "arguments": {"gen_args_0": {"arg_0": f"{doc} + 1?", "arg_1": {"until": ["\n"]}}},
        "resps": [[f"It is {doc + 1}"]],
        "filtered_resps": [f"It is {doc + 1}" if name == "strict-match" else str(doc + 1)],
        "filter": name,
        "metrics": ["exact_match"],
        "exact_match": score,
    }


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
