"""A suite written as YAML: its tasks, what each needs, and with what each is scored. Every mistake is named at once."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from datasets.row_errors import shown
from evalhub.lib import plain_yaml, strict_json
from evalhub.lib.errors import InvalidInput, TooLarge
from evalhub.lib.translation import gettext as _
from experiments.benchmarks import plan
from experiments.benchmarks.scores import AGGREGATIONS

MOST_CHARACTERS = 4_000_000
MOST_TASKS = 10_000
MOST_SHOWN = 20
MOST_SECONDS = 10_000_000
MOST_CALLS = 10_000
LONGEST_TEXT = 20_000
KEY = re.compile(r"[^\s,]{1,100}")
TEXTS = ("name", "version", "description", "key", "title", "category", "needs", "dataset", "prompt", "judge")


class InvalidSuite(InvalidInput):
    """`details["mistakes"]` lists all of them, each with the task, the value met and what is valid."""

    code = "invalid_suite"


@dataclass(frozen=True)
class MetricUse:
    """A metric of the library, and its parameters where they differ from its defaults."""

    key: str
    parameters: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class SuiteTask:
    """One task as the file has it. A plan reads key, needs, seconds and calls; a run needs the rest besides.

    The first of `metrics` is the score of a case; `judge` is the model that scores what no program computes. `weight`
    counts in the macro score. A task of which a smaller share than `min_coverage` is scored has failed, and so has one
    that takes longer than `timeout` seconds.
    """

    key: str
    needs: tuple[str, ...] = ()
    estimated_seconds: float = 0.0
    calls: int = 0
    title: str = ""
    category: str = ""
    dataset: str = ""
    metrics: tuple[MetricUse, ...] = ()
    prompt: str = ""
    judge: str = ""
    weight: float = 1.0
    timeout: float | None = None
    min_coverage: float = 0.9

    def planned(self) -> plan.PlanTask:
        return plan.PlanTask(self.key, self.needs, self.estimated_seconds, self.calls)


@dataclass(frozen=True)
class Suite:
    name: str
    version: str
    tasks: tuple[SuiteTask, ...]
    description: str = ""
    aggregation: str = "macro"

    def planned(self) -> list[plan.PlanTask]:
        return [task.planned() for task in self.tasks]


class _Wrong(Exception):
    """A value that may not be; the text says what is valid."""


def read(document: str | bytes) -> Suite:
    """The Suite of a YAML document; InvalidSuite names every mistake, and the tasks of a cycle."""
    data = _loaded(document)
    mistakes = []
    suite = _read(data, SUITE_FIELDS, ("name", "version", "tasks"), _("The suite"), mistakes)
    tasks = []
    for place, value in enumerate(suite.pop("tasks", ()), start=1):
        key = value.get("key") if isinstance(value, dict) else None
        where = (
            _("Task %(key)s") % {"key": shown(key)} if isinstance(key, str) else _("Task number %(n)s") % {"n": place}
        )
        if isinstance(value, dict):
            found = _read(value, TASK_FIELDS, ("key", "estimated_seconds"), where, mistakes)
            tasks.append(SuiteTask(**({"key": ""} | found)))
        else:
            mistakes.append(_("%(where)s is %(met)s. Valid: an object.") % {"where": where, "met": shown(value)})
    if not mistakes:
        try:
            plan.check([task.planned() for task in tasks])
        except plan.InvalidPlan as problem:
            raise InvalidSuite(problem.message, details=problem.details | {"mistakes": [problem.message]}) from None
        return Suite(**suite, tasks=tuple(tasks))
    more = len(mistakes) - MOST_SHOWN
    text = "\n".join(mistakes[:MOST_SHOWN] + ([_("and %(n)s more") % {"n": more}] if more > 0 else []))
    raise InvalidSuite(text, details={"mistakes": mistakes[:1000]})


def _loaded(document):
    if len(document) > MOST_CHARACTERS:
        text = _("The suite has %(n)s characters. At most %(most)s are read.")
        raise TooLarge(text % {"n": f"{len(document):,}", "most": f"{MOST_CHARACTERS:,}"})
    try:
        data = plain_yaml.load(document.decode() if isinstance(document, bytes) else document, texts=TEXTS)
    except plain_yaml.PROBLEMS as problem:
        raise _invalid(
            _("The suite is not valid YAML: %(problem)s.") % {"problem": plain_yaml.worded(problem)}
        ) from None
    if not isinstance(data, dict):
        valid = ", ".join(SUITE_FIELDS)
        raise _invalid(
            _("The suite is %(met)s. Valid: an object with %(valid)s.") % {"met": shown(data), "valid": valid}
        )
    return data


def _read(data, fields, required, where, mistakes):
    """The good values of an object; what is wrong with the others is added to the mistakes."""
    found = {}
    for name in required:
        if data.get(name) is None:
            mistakes.append(_("%(where)s has no %(field)s.") % {"where": where, "field": name})
    for name, value in data.items():
        if name not in fields:
            text = _("%(where)s has the unknown field %(field)s. Valid: %(valid)s.")
            mistakes.append(text % {"where": where, "field": shown(name), "valid": ", ".join(fields)})
        elif value is not None:
            try:
                found[name] = fields[name](value)
            except _Wrong as wrong:
                text = _("%(where)s: %(field)s is %(met)s. Valid: %(valid)s.")
                mistakes.append(text % {"where": where, "field": name, "met": shown(value), "valid": wrong})
    return found


def _text(longest):
    def read_text(value):
        if isinstance(value, str) and value.strip() and len(value) <= longest and "\0" not in value:
            return value.strip()
        raise _Wrong(_("a text of 1 to %(n)s characters") % {"n": f"{longest:,}"})

    return read_text


def _key(value):
    if isinstance(value, str) and KEY.fullmatch(value) and value.isprintable():
        return value
    raise _Wrong(_("a text of 1 to 100 characters without spaces and commas"))


def _keys(value):
    if isinstance(value, list):
        return tuple(dict.fromkeys(_key(key) for key in value))
    raise _Wrong(_("a list of keys of tasks"))


def _number(least, most, *, above=False):
    def read_number(value):
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
        if is_number and least <= value <= most and not (above and value == least):
            return value
        text = _("a number above %(least)s, at most %(most)s") if above else _("a number from %(least)s to %(most)s")
        raise _Wrong(text % {"least": least, "most": f"{most:,}"})

    return read_number


def _calls(value):
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_CALLS:
        return value
    raise _Wrong(_("a whole number from 0 to %(most)s") % {"most": f"{MOST_CALLS:,}"})


def _aggregation(value):
    if value in AGGREGATIONS:
        return value
    raise _Wrong(", ".join(AGGREGATIONS))


def _tasks(value):
    if isinstance(value, list) and 1 <= len(value) <= MOST_TASKS:
        return value
    raise _Wrong(_("a list of 1 to %(most)s tasks") % {"most": f"{MOST_TASKS:,}"})


def _metrics(value):
    if isinstance(value, list) and value:
        return tuple(_metric(use) for use in value)
    raise _Wrong(_("a list of metrics, each a key or an object with key and parameters"))


def _metric(value):
    use = value if isinstance(value, dict) else {"key": value}
    parameters = use.get("parameters") or {}
    if not use.keys() <= {"key", "parameters"} or not isinstance(parameters, dict):
        raise _Wrong(_("a list of metrics, each a key or an object with key and parameters"))
    try:
        strict_json.dumps(parameters)
    except (InvalidInput, TypeError, ValueError):
        raise _Wrong(_("parameters that JSON can hold")) from None
    return MetricUse(_key(use.get("key")), parameters)


def _invalid(message):
    return InvalidSuite(message, details={"mistakes": [message]})


SUITE_FIELDS = {
    "name": _text(200),
    "version": _text(50),
    "description": _text(2_000),
    "aggregation": _aggregation,
    "tasks": _tasks,
}
TASK_FIELDS = {
    "key": _key,
    "title": _text(200),
    "category": _text(100),
    "needs": _keys,
    "estimated_seconds": _number(0, MOST_SECONDS),
    "calls": _calls,
    "dataset": _text(200),
    "metrics": _metrics,
    "prompt": _text(LONGEST_TEXT),
    "judge": _text(200),
    "weight": _number(0, 1_000, above=True),
    "timeout": _number(0, MOST_SECONDS, above=True),
    "min_coverage": _number(0, 1),
}
