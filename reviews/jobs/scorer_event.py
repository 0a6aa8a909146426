"""The flat figures of `impact_results.json`, which both strategies need."""

import math
import re
from dataclasses import dataclass

from evalhub.lib import strict_json
from evalhub.lib.translation import gettext
from reviews.jobs.directory import JobDirectory
from reviews.jobs.errors import FileMissing, JobError, shown

RESULTS_FILE = "impact_results.json"
SMALLEST_USUAL_SAMPLE = 30
LARGEST_SAMPLE = 2**63 - 1
_FIGURES = ("ci_upper", "effect_estimate", "ci_lower", "cost_to_scale")
_NUMBER = re.compile(r"\s*[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?\s*", re.ASCII)
_WHOLE = re.compile(r"\s*[+-]?[0-9]{1,100}\s*", re.ASCII)


@dataclass(frozen=True)
class ScorerEvent:
    """`p_value` is whatever the file says, for the warnings only; None when it says nothing."""

    ci_upper: float = 0.0
    effect_estimate: float = 0.0
    ci_lower: float = 0.0
    cost_to_scale: float = 0.0
    sample_size: int = 0
    initiative_id: str = ""
    model_type: str = ""
    p_value: object = None

    def as_json(self):
        return {
            "ci_upper": self.ci_upper,
            "effect_estimate": self.effect_estimate,
            "ci_lower": self.ci_lower,
            "cost_to_scale": self.cost_to_scale,
            "sample_size": self.sample_size,
            "initiative_id": self.initiative_id,
            "model_type": self.model_type,
        }

    def warnings(self):
        """What is odd about the figures, in words; none of it stops an evaluation."""
        found = []
        if not self.ci_lower <= self.effect_estimate <= self.ci_upper:
            words = gettext("The estimate %(effect)s is outside its interval from %(low)s to %(high)s.")
            found.append(words % {"effect": self.effect_estimate, "low": self.ci_lower, "high": self.ci_upper})
        if self.sample_size < SMALLEST_USUAL_SAMPLE:
            words = gettext("The sample size is %(met)s. Usual: at least %(least)s.")
            found.append(words % {"met": self.sample_size, "least": SMALLEST_USUAL_SAMPLE})
        if self.p_value is not None and not (_is_number(self.p_value) and 0 <= self.p_value <= 1):
            found.append(gettext("The p-value is %(met)s. Usual: a number from 0 to 1.") % {"met": shown(self.p_value)})
        if self.cost_to_scale <= 0:
            found.append(gettext("The cost to scale is %(met)s. Usual: more than 0.") % {"met": self.cost_to_scale})
        return found


def load_scorer_event(job_dir, *, initiative_id="", model_type="", cost_to_scale=None):
    """The ScorerEvent of a directory; JobError results_missing or results_invalid.

    A `cost_to_scale` that is not None replaces the file's: 0.0 is a cost, too.
    """
    figures = _figures_of(JobDirectory.of(job_dir))
    values = {key: number(figures.get(key, 0), key) for key in _FIGURES}
    if cost_to_scale is not None:
        values["cost_to_scale"] = number(cost_to_scale, "cost_to_scale")
    size = whole_number(figures.get("sample_size", 0), "sample_size")
    return ScorerEvent(
        **values, sample_size=size, initiative_id=initiative_id, model_type=model_type, p_value=figures.get("p_value")
    )


def number(value, key):
    """A finite float of a JSON number, or of a text that is nothing but one; JobError results_invalid otherwise."""
    try:
        if _is_number(value) or isinstance(value, str) and _NUMBER.fullmatch(value):
            result = float(value)
            if math.isfinite(result):
                return result
    except OverflowError:
        pass
    raise _invalid(gettext("%(key)s is %(met)s. Valid: a finite number.") % {"key": key, "met": shown(value)}, key)


def whole_number(value, key):
    """A whole number, fractions of a JSON number cut off; JobError results_invalid otherwise."""
    is_figure = _is_number(value) and (isinstance(value, int) or math.isfinite(value))
    if is_figure or isinstance(value, str) and _WHOLE.fullmatch(value):
        result = int(value)
        if -LARGEST_SAMPLE <= result <= LARGEST_SAMPLE:
            return result
    words = gettext("%(key)s is %(met)s. Valid: a whole number below 2^63.") % {"key": key, "met": shown(value)}
    raise _invalid(words, key)


def _figures_of(directory):
    try:
        figures = strict_json.loads(directory.read(RESULTS_FILE, category="results_invalid"))
    except FileMissing:
        words = gettext("The job directory %(name)s has no %(file)s.") % {"name": directory.name, "file": RESULTS_FILE}
        raise JobError(words, category="results_missing", field=RESULTS_FILE) from None
    except strict_json.BadJson as problem:
        words = gettext("%(file)s cannot be read: %(problem)s") % {"file": RESULTS_FILE, "problem": problem.message}
        raise _invalid(words, RESULTS_FILE) from None
    if not isinstance(figures, dict):
        raise _invalid(gettext("%(file)s is not a JSON object.") % {"file": RESULTS_FILE}, RESULTS_FILE)
    return figures


def _is_number(value):
    return isinstance(value, int | float) and not isinstance(value, bool)


def _invalid(message, where):
    return JobError(message, category="results_invalid", field=where)
