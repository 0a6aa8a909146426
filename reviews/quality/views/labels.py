"""How judges and the figures of a calibration are said on the pages of quality, and the tabs between these pages."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.lib.charts import numbers
from reviews.quality import calibration as rules
from reviews.quality import pass_rule
from reviews.quality.embedders import choices, embedder
from reviews.quality.judges import PEOPLE, pair_judges
from reviews.scorers.registry import EMBEDDER, MODEL, NOTHING, tool_needed

NEEDS = {
    NOTHING: gettext_lazy("needs nothing"),
    EMBEDDER: gettext_lazy("needs an embedder"),
    MODEL: gettext_lazy("needs a model and a calibration"),
}
TABS = {
    "quality": (gettext_lazy("Models and routing"), "reviews:quality"),
    "gradings": (gettext_lazy("Gradings"), "reviews:grading_list"),
    "calibrations": (gettext_lazy("Judges"), "reviews:calibration_list"),
    "observations": (gettext_lazy("Observations"), "reviews:observations"),
    "prompts": (gettext_lazy("Routed prompts"), "reviews:routed_prompt_list"),
}
# The figures of a calibration: title, what it means, the bound that a judge has to keep, whether that is the least.
MEASURES = {
    "spearman": (
        gettext_lazy("Agreement"),
        gettext_lazy("rank correlation with the reference"),
        rules.LEAST_SPEARMAN,
        True,
    ),
    "mean_difference": (
        gettext_lazy("Distance"),
        gettext_lazy("mean, from the reference's scores"),
        rules.MOST_DIFFERENCE,
        False,
    ),
    "swap_consistency": (
        gettext_lazy("Position consistency"),
        gettext_lazy("share of pairs within 0.1"),
        rules.LEAST_SWAP_CONSISTENCY,
        True,
    ),
    "swap_shift": (
        gettext_lazy("Position bias"),
        gettext_lazy("preference for the answer shown last"),
        None,
        False,
    ),
    "length_correlation": (
        gettext_lazy("Length correlation"),
        gettext_lazy("of the score with answer length"),
        None,
        False,
    ),
    "length_bias": (
        gettext_lazy("Length bias"),
        gettext_lazy("partial correlation given the reference score"),
        rules.MOST_LENGTH_BIAS,
        False,
    ),
    "self_preference": (
        gettext_lazy("Self-preference"),
        gettext_lazy("for answers of the judge's own model family"),
        rules.MOST_SELF_PREFERENCE,
        False,
    ),
}


@dataclass(frozen=True)
class MeasureLine:
    """One figure of a calibration; `reason` says why the value, or the interval alone, is missing."""

    key: str
    title: str
    meaning: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    reason: str
    bound: str

    @property
    def interval(self):
        return numbers.interval(self.low, self.high)


def tabs_of(current):
    """Items for `components/tabs.html`."""
    return [
        {"label": label, "href": reverse(name), "current": key == current, "count": None}
        for key, (label, name) in TABS.items()
    ]


def judges():
    """[(key, title, what it needs)] of every judge of pairs."""
    return [(key, _(judge.title), NEEDS[tool_needed(judge)]) for key, judge in pair_judges.items()]


def references():
    """[(value, title)] of the judges that are no language model, each embedder by itself; the value is `key|tool`."""
    found = []
    for key, judge in pair_judges.items():
        if EMBEDDER in judge.needs:
            found += [(f"{key}|{name}", f"{_(judge.title)}: {title}") for name, title in choices()]
        elif tool_needed(judge) == NOTHING:
            found.append((f"{key}|", _(judge.title)))
    return found


def usual_graders():
    """The grader_ids of people and of the judges that are no language model, each embedder by itself."""
    found = [PEOPLE]
    for _key, judge in pair_judges.items():
        if EMBEDDER in judge.needs:
            found += [judge.made(embedder(name)).grader_id for name, _title in choices()]
        elif tool_needed(judge) == NOTHING:
            found.append(judge.made(None).grader_id)
    return found


def measure_lines(measures):
    """A MeasureLine for each figure that a JudgeCalibration keeps."""
    found = []
    for key, (title, meaning, bound, is_least) in MEASURES.items():
        kept = measures.get(key)
        if kept is None:
            continue
        words = _("at least %(bound)s") if is_least else _("at most %(bound)s")
        reason = pass_rule.label(kept["reason"]) if kept.get("reason") in pass_rule.REASONS else ""
        found.append(
            MeasureLine(
                key=key,
                title=str(title),
                meaning=str(meaning),
                value=kept["value"],
                low=kept["low"],
                high=kept["high"],
                n=kept["n"],
                reason=reason,
                bound=words % {"bound": numbers.point(bound)} if bound is not None else "",
            )
        )
    return found
