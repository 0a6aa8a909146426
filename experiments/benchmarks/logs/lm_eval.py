"""Logs of lm-evaluation-harness: a zip of its output folder, results_*.json with samples_*.jsonl."""

import json
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
)

_RESULTS = re.compile(r"(?:.*/)?results_[^/]*\.json")
_SAMPLES = re.compile(r"(?:.*/)?samples_(?P<task>[^/]+)_(?P<time>[0-9]{4}-[0-9-]+T[0-9][^/_]*)\.jsonl")
NOT_NUMBERS = ("alias",)


@registry.register("lm_eval")
class LmEvalLog(LogFormat):
    title = "lm-evaluation-harness (.zip of results_*.json and samples_*.jsonl)"

    def reads(self, name, content):
        return name.lower().endswith(".zip") and content.startswith(b"PK")

    def read(self, name, content):
        results, lines = {}, {}
        for entry, found in files.entries(content):
            if _RESULTS.fullmatch(entry):
                results[entry] = found
            elif match := _SAMPLES.fullmatch(entry):
                known = lines.setdefault(match["task"], (match["time"], entry, found))
                if known[0] < match["time"]:  # the newest run of a task counts
                    lines[match["task"]] = (match["time"], entry, found)
        if not results or not lines:
            raise InvalidLog(_("The zip needs results_*.json and samples_*.jsonl: write them with --log_samples."))
        newest = max(results)
        summary = _object(files.load(results[newest], newest))
        tasks = tuple(
            LoggedTask(task, _samples(entry, found), _figures(summary, task))
            for task, (_time, entry, found) in sorted(lines.items())
        )
        config = _object(summary.get("config"))
        named = text(summary.get("model_name")) or text(config.get("model_args")) or text(config.get("model"))
        return Log("lm_eval", (named or "unknown")[:200], tasks)


def _figures(summary, task):
    """{metric: mean} of a task, standard errors and words left out."""
    found = {}
    for name, value in _object(_object(summary.get("results")).get(task)).items():
        metric = _plain(name)
        if metric not in NOT_NUMBERS and not metric.partition(",")[0].endswith("_stderr") and number(value) is not None:
            found[metric] = number(value)
    return found


def _samples(name, content):
    """A sample for each document; each filter's scores are metrics of their own, as in the results."""
    found = {}
    for place, line in enumerate(content.splitlines(), start=1):
        if line.strip():
            row = files.load(line, f"{name}:{place}")
            if not isinstance(row, dict) or "doc_id" not in row:
                words = _("%(name)s has no sample in line %(place)s.")
                raise InvalidLog(words % {"name": name[-200:], "place": place})
            found.setdefault(text(row["doc_id"]), []).append(row)
        if place > MOST_SAMPLES:
            raise InvalidLog(_("The log has more than %(most)s samples.") % {"most": f"{MOST_SAMPLES:,}"})
    return tuple(_sample(key, rows) for key, rows in found.items())


def _sample(key, rows):
    first, scores = rows[0], {}
    for row in rows:
        names = row.get("metrics")
        names = names if isinstance(names, list) else []
        of_filter = text(row.get("filter") or "none")
        scores |= {
            _plain(f"{name},{of_filter}"): LoggedScore(number(row.get(name)))
            for name in names
            if isinstance(name, str) and name in row
        }
    target = first.get("target")
    arguments = _arguments(first)
    prompt = arguments[0][0] if arguments and arguments[0] else None
    return LoggedSample(
        key,
        (_plain_text(prompt) if prompt else _plain_text(first.get("doc"))) or "-",
        None if target is None else _plain_text(target),
        (LoggedOutput(_answer(first), scores),),
        {"doc_hash": text(first["doc_hash"])} if isinstance(first.get("doc_hash"), str) else {},
    )


def _plain(name):
    """acc,none is acc; acc,strict-match keeps its filter."""
    return text(name).removesuffix(",none")


def _answer(row):
    """The text that was generated, or the choice that is likeliest."""
    given = row.get("filtered_resps")
    given = given if isinstance(given, list) else []
    # The log-likelihood of a [log-likelihood, is greedy] pair, as numbers or as their texts.
    likelihoods = [
        foreign_values.number(each[0]) if isinstance(each, list) and len(each) == 2 else None for each in given
    ]
    choices = [each[1] for each in _arguments(row) if len(each) > 1]
    if given and None not in likelihoods and len(choices) == len(given):
        return _plain_text(choices[likelihoods.index(max(likelihoods))]).strip()
    first = given[0] if given else ""
    return _plain_text(first[0] if isinstance(first, list) and len(first) == 1 else first)


def _arguments(row):
    """The arguments of each request as lists: {"gen_args_0": {"arg_0": …}}, or lists already."""
    given = row.get("arguments")
    parts = list(given.values()) if isinstance(given, dict) else given if isinstance(given, list) else []
    return [list(part.values()) if isinstance(part, dict) else part if isinstance(part, list) else [] for part in parts]


def _plain_text(value):
    return text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _object(value):
    return value if isinstance(value, dict) else {}
