"""Values of every odd shape, and rows of results read over each provider's wire."""

import json

import pytest

from reviews.engine.batches.adapters.base import Status

VALUES = [None, True, 77, "text", "<html>", [], ["x"], [None], {}, {"x": 1}]
each_odd = pytest.mark.parametrize("value", VALUES, ids=json.dumps)
OPERATION = {"metadata": {"state": "BATCH_STATE_SUCCEEDED", "output": {"responsesFile": "files/f"}}}


def row(provider, name="b1_0", **parts):
    """A row of results, named as on the provider's wire."""
    if provider == "vertex_ai":
        return {"request": {"labels": {"evalhub_row": name}}, **parts}
    return {"key" if provider == "gemini" else "custom_id": name, **parts}


def results(odd, provider, *rows):
    """The Results of a batch whose file of results holds these rows, values or bytes."""
    lines = b"\n".join(each if isinstance(each, bytes) else json.dumps(each).encode() for each in rows)
    answers = {"": lines}
    if provider == "gemini":
        answers = {":download": lines, "": OPERATION}
    if provider == "vertex_ai":
        answers = {"predictions.jsonl": lines, "": {"items": [{"name": "d/predictions.jsonl"}]}}
    handle = "gs://b/d" if provider == "vertex_ai" else "x"
    return list(odd(provider, answers).results("x", Status("ended", handles=(handle,))))
