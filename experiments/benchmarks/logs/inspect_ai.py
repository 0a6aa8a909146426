"""Logs of Inspect: `.eval`, a zip of samples, and `.json`, the same in one object."""

import re

from evalhub.lib import foreign_values
from evalhub.lib.translation import gettext as _
from experiments.benchmarks.logs import (
    MOST_SAMPLES,
    InvalidLog,
    Log,
    LogFormat,
    LoggedOutput,
    LoggedSample,
    LoggedScore,
    LoggedTask,
    files,
    number,
    registry,
    text,
    whole,
)

LETTERS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0, "yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
_START = re.compile(rb'\s*\{\s*"version"\s*:\s*[0-9]+\s*,\s*"(?:status|eval)"')
MEANS = ("accuracy", "mean")


@registry.register("inspect_ai")
class InspectLog(LogFormat):
    title = "Inspect (.eval, .json)"

    def reads(self, name, content):
        if name.lower().endswith(".eval"):
            return True
        return name.lower().endswith(".json") and bool(_START.match(content[:1000]))

    def read(self, name, content):
        header, samples = _zipped(content) if name.lower().endswith(".eval") else _whole(content, name)
        found = _object(header.get("eval"))
        grouped = {}
        for sample in samples:
            grouped.setdefault(text(sample.get("id")), []).append(sample)
        task = LoggedTask(
            text(found.get("task")) or name,
            tuple(_sample(key, own) for key, own in grouped.items()),
            _figures(_object(header.get("results")).get("scores")),
        )
        parameters = {
            key: value
            for key, value in _object(found.get("model_generate_config")).items()
            if isinstance(value, str | int | float | bool)
        }
        return Log("inspect_ai", text(found.get("model")) or "unknown", (task,), parameters)


def _zipped(content):
    header, samples = None, []
    for name, found in files.entries(content):
        if name == "header.json":
            header = files.load(found, name)
        elif name.startswith("samples/") and name.endswith(".json"):
            samples.append(_short(files.load(found, name)))
            _check_count(samples)
    if not isinstance(header, dict):
        raise InvalidLog(_("The log has no header.json: the evaluation has not ended, or this is another zip."))
    return header, samples


def _whole(content, name):
    found = files.load(content, name)
    if not isinstance(found, dict):
        raise InvalidLog(_("The log is not a JSON object."))
    samples = found.get("samples")
    samples = [_short(sample) for sample in samples] if isinstance(samples, list) else []
    _check_count(samples)
    return found, samples


def _short(sample):
    """What is read of a sample; events are most of it."""
    if not isinstance(sample, dict):
        raise InvalidLog(_("A sample of the log is not a JSON object."))
    kept = ("id", "epoch", "input", "target", "choices", "output", "scores", "error", "metadata", "total_time")
    return {key: sample[key] for key in kept if key in sample}


def _check_count(samples):
    if len(samples) > MOST_SAMPLES:
        raise InvalidLog(_("The log has more than %(most)s samples.") % {"most": f"{MOST_SAMPLES:,}"})


def _sample(key, epochs):
    """One case; each epoch is a repetition of the answer."""
    epochs = sorted(epochs, key=lambda sample: whole(sample.get("epoch")) or 0)
    first, target = epochs[0], epochs[0].get("target")
    expected = text(target[0] if isinstance(target, list) and target else target) if target not in (None, []) else None
    metadata = {
        text(name)[:100]: value
        for name, value in _object(first.get("metadata")).items()
        if isinstance(value, str | int | bool)
    }
    given = first.get("input")
    if isinstance(given, list):
        given = "\n\n".join(f"{_object(each).get('role', '')}: {_content(_object(each))}" for each in given)
    choices = first.get("choices")
    if isinstance(choices, list) and choices:
        lines = [f"{chr(65 + place)}. {text(choice)}" for place, choice in enumerate(choices[:26])]
        given = "\n".join([text(given), "", *lines])
    return LoggedSample(key, text(given) or "-", expected, tuple(map(_output, epochs)), metadata)


def _output(sample):
    output, error = _object(sample.get("output")), sample.get("error")
    choices = output.get("choices")
    choice = _object(choices[0]) if isinstance(choices, list) and choices else {}
    usage, seconds = _object(output.get("usage")), number(output.get("time"))
    scores = {}
    for name, score in _object(sample.get("scores")).items():
        scores |= _scores(text(name), _object(score))
    return LoggedOutput(
        text(output.get("completion")) or _content(_object(choice.get("message"))),
        scores,
        error=text(_object(error).get("message") if isinstance(error, dict) else error),
        latency_ms=None if seconds is None else 1000 * seconds,
        tokens_in=whole(usage.get("input_tokens")),
        tokens_out=whole(usage.get("output_tokens")),
        finish_reason=text(choice.get("stop_reason"))[:40],
    )


def _scores(name, score):
    """{metric: LoggedScore}; each part of an object of values is a metric of its own."""
    value, note = score.get("value"), text(score.get("explanation"))[:2_000]
    if isinstance(value, dict):
        return {f"{name}.{text(part)}": _score(each, note) for part, each in value.items()}
    return {name: _score(value, note)}


def _score(value, note):
    found = number(value)
    if isinstance(value, str):
        found = LETTERS.get(value, LETTERS.get(value.lower()))
        found = foreign_values.number(value) if found is None else found
    return LoggedScore(found, note)


def _figures(scores):
    """{metric: the mean or accuracy that the log gives}."""
    found = {}
    for score in scores if isinstance(scores, list) else []:
        score = _object(score)
        name, scorer = text(score.get("name")), text(score.get("scorer"))
        metrics = _object(score.get("metrics"))
        value = next((number(_object(metrics[key]).get("value")) for key in MEANS if key in metrics), None)
        if value is not None:
            found[name if name == scorer or not scorer else f"{scorer}.{name}"] = value
    return found


def _content(message):
    """The text of a message, which may come in parts."""
    content = message.get("content")
    if isinstance(content, list):
        return text("\n".join(text(_object(part).get("text")) for part in content if "text" in _object(part)))
    return text(content)


def _object(value):
    return value if isinstance(value, dict) else {}
