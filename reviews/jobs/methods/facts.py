"""What code can compute from the result files of a job: figures held against each other, and counts against a plan.

A reviewer is told what came out and need not compute it. The files are written by others: of their texts nothing but
plain names gets into a fact.
"""

import math
import re
from collections import deque
from dataclasses import dataclass

from evalhub.lib import strict_json

MOST_FACTS = 40
MOST_OBJECTS = 2000
DEEPEST = 12
LEVEL = 0.95
MISMATCH_P = 0.001  # Kohavi, Tang and Xu 2020: below it the results are invalid until it is explained
# Figures are printed with few digits, and small samples have wider intervals than the normal distribution says.
SE_TOLERANCE = 0.15
P_TOLERANCE, LEAST_P_DIFFERENCE, CLOSE_TO_LEVEL = 0.5, 0.01, 0.005
_SECTION = re.compile(r"^=== (?P<name>.*) \((?P<format>[^()\n]*)\) ===$", re.MULTILINE)
_PLAIN = re.compile(r"[A-Za-z0-9_.-]{1,40}")
_NAMES = {
    "estimate": ("effect_estimate", "estimate", "effect", "coefficient", "ate", "att", "late"),
    "se": ("standard_error", "std_error", "std_err", "stderr", "se"),
    "low": ("ci_lower", "ci_low", "lower_ci", "conf_low", "ci_lower_95"),
    "high": ("ci_upper", "ci_high", "upper_ci", "conf_high", "ci_upper_95"),
    "p": ("p_value", "pvalue", "p_val"),
    "level": ("confidence_level", "ci_level"),
    "total": ("sample_size", "n_total", "total_sample_size"),
    "treated": ("n_treatment", "n_treated", "treatment_n", "treated_n", "treatment_size"),
    "control": ("n_control", "control_n", "n_untreated", "control_size"),
    "share": ("planned_treatment_share", "treatment_share_planned", "planned_share"),
}
_ARMS = ("arms", "groups", "variants")
_COUNT = ("n", "count", "units", "observed", "sample_size", "size")
_PLAN = ("planned", "planned_share", "planned_ratio", "allocation", "weight")


@dataclass(frozen=True)
class Fact:
    """One comparison; `holds` is None where it says something without being right or wrong."""

    where: str
    text: str
    holds: bool | None = None

    def line(self):
        word = {True: "holds", False: "DOES NOT HOLD", None: "note"}[self.holds]
        return f"{self.where}: {self.text} [{word}]"


def facts_of(artifact_text):
    """The Facts of the JSON files in an artifact's text, at most MOST_FACTS, those that do not hold first."""
    found = []
    for file, data in _json_files(artifact_text):
        for path, figures in _objects(data):
            where = ".".join([file, *map(_plain, path)])
            found += [Fact(where, text, holds) for text, holds in _of_object(figures)]
    ordered = sorted(dict.fromkeys(found), key=lambda fact: {False: 0, True: 1, None: 2}[fact.holds])
    return tuple(ordered[:MOST_FACTS])


def _json_files(text):
    """(name, parsed content) of each section whose format is JSON and which can be read."""
    heads = list(_SECTION.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    for head, end in zip(heads, ends, strict=bool(heads)):
        if head["format"].lower() != "json":
            continue
        try:
            yield _plain(head["name"]), strict_json.loads(text[head.end() : end])
        except strict_json.BadJson:
            continue


def _objects(data):
    """(path, object) of the objects in a JSON value, from the outside in; bounded."""
    waiting, count = deque([((), data)] if isinstance(data, dict | list) else ()), 0
    while waiting and count < MOST_OBJECTS:
        path, value = waiting.popleft()
        count += 1
        if isinstance(value, dict):
            yield path, value
            inner = value.items()
        else:
            inner = enumerate(value)
        if len(path) < DEEPEST:
            waiting.extend(((*path, str(key)), part) for key, part in inner if isinstance(part, dict | list))


def _of_object(figures):
    found = {name: _number(figures, names) for name, names in _NAMES.items()}
    estimate, low, high, p = (found[name] for name in ("estimate", "low", "high", "p"))
    level = found["level"] if found["level"] is not None and 0.5 <= found["level"] < 1 else LEVEL
    if low is not None and high is not None:
        yield f"the interval's lower end {low:.6g} is not above its upper end {high:.6g}", low <= high
        if estimate is not None:
            yield f"the estimate {estimate:.6g} lies in the interval {low:.6g} to {high:.6g}", low <= estimate <= high
        if low < high:
            yield from _of_interval(found, level)
    if p is not None:
        yield f"the p-value {p:.6g} lies from 0 to 1", 0 <= p <= 1
    yield from _of_p(found, level)
    yield from _of_counts(figures, found)


def _of_interval(found, level):
    """An interval against the standard error and the p-value that are reported beside it."""
    low, high, se, p = (found[name] for name in ("low", "high", "se", "p"))
    if se is not None and se > 0:
        implied = (high - low) / (2 * _quantile(level))
        text = f"the interval's width implies a standard error of {implied:.4g}; {se:.4g} is reported"
        yield text, abs(implied - se) <= SE_TOLERANCE * se
    if p is not None and 0 <= p <= 1 and abs(p - (1 - level)) > CLOSE_TO_LEVEL:
        excludes, is_small = low > 0 or high < 0, p < 1 - level
        text = (
            f"the {level:.0%} interval {'excludes' if excludes else 'includes'} zero and the p-value {p:.6g} is "
            f"{'below' if is_small else 'not below'} {1 - level:.2g}"
        )
        yield text, excludes == is_small


def _of_p(found, level):
    """The p-value against estimate and standard error, or the interval's where no error is reported."""
    estimate, se, low, high, p = (found[name] for name in ("estimate", "se", "low", "high", "p"))
    if se is None and low is not None and high is not None and low < high:
        se = (high - low) / (2 * _quantile(level))
    if estimate is None or se is None or se <= 0 or p is None or not 0 <= p <= 1:
        return
    implied = math.erfc(abs(estimate / se) / math.sqrt(2))
    text = f"the estimate is {abs(estimate / se):.3g} standard errors from zero, which implies p = {implied:.3g}; "
    yield f"{text}{p:.3g} is reported", abs(implied - p) <= max(P_TOLERANCE * max(implied, p), LEAST_P_DIFFERENCE)


def _of_counts(figures, found):
    total, treated, control = found["total"], found["treated"], found["control"]
    arms = _arms(figures)
    if _is_count(treated) and _is_count(control) and not arms:
        share = found["share"] if found["share"] is not None and 0 < found["share"] < 1 else None
        arms = [(treated, share), (control, None if share is None else 1 - share)]
    if not arms:
        return
    together = sum(count for count, _plan in arms)
    if _is_count(total):
        counts = " + ".join(f"{count:.0f}" for count, _plan in arms)
        yield f"the arms add up to the sample: {counts} = {together:.0f}, {total:.0f} is reported", together == total
    plans = [plan for _count, plan in arms]
    is_planned = all(plan is not None and plan > 0 for plan in plans)
    p = mismatch_p([count for count, _plan in arms], plans if is_planned else [1] * len(arms))
    if p is None:
        return
    if is_planned:
        yield f"sample ratio: the counts fit the planned shares (chi-square p = {p:.3g})", p >= MISMATCH_P
    else:
        yield f"sample ratio: chi-square p = {p:.3g} if equal arms were planned; no plan is reported", None


def mismatch_p(counts, weights):
    """The p-value of the chi-square test of counts per arm against planned weights; None without any units."""
    from scipy.special import chdtrc  # here: few processes review jobs

    total, weight = sum(counts), sum(weights)
    if total <= 0:
        return None
    expected = [total * part / weight for part in weights]
    statistic = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))
    return float(chdtrc(len(counts) - 1, statistic))


def _arms(figures):
    """[(count, planned weight or None)] of an object or list of arms, [] where there are not two or more."""
    for name in _ARMS:
        given = figures.get(name)
        rows = list(given.values()) if isinstance(given, dict) else given if isinstance(given, list) else []
        if len(rows) > 1 and all(isinstance(row, dict) for row in rows):
            arms = [(_number(row, _COUNT), _number(row, _PLAN)) for row in rows]
            return arms if all(_is_count(count) for count, _plan in arms) else []
        if len(rows) > 1 and isinstance(given, dict) and all(_is_count(row) for row in rows):
            return [(row, None) for row in rows]
    return []


def _number(figures, names):
    value = next((figures[name] for name in names if name in figures), None)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and abs(value) < 1e300 else None


def _is_count(value):
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and 0 <= value < 1e15 and float(value).is_integer()


def _quantile(level):
    """How many standard errors an interval of this level reaches to each side."""
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2))


def _plain(name):
    return name if _PLAIN.fullmatch(name) else "(a name)"
