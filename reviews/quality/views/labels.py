"""How judges and the figures of a calibration are said on the pages of quality."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.lib.charts import numbers
from reviews.quality import pass_rule
from reviews.quality.judge_tests import ALONE, NOT_FIT, PRELABEL
from reviews.quality.judges import PEOPLE, grader_of, pair_judges, reference_keys
from reviews.quality.licence_rules import UNTESTED
from reviews.scorers.embedding.embedders import choices, embedder
from reviews.scorers.registry import EMBEDDER, MODEL, NOTHING, tool_needed
from reviews.scorers.registry.scorer import Asking

NEEDS = {
    NOTHING: gettext_lazy("needs nothing"),
    EMBEDDER: gettext_lazy("needs an embedder"),
    MODEL: gettext_lazy("needs a model and a calibration"),
}
LICENCES = {
    ALONE: gettext_lazy("May label alone"),
    PRELABEL: gettext_lazy("May pre-label"),
    NOT_FIT: gettext_lazy("Not fit to label"),
}
LOOKS = {
    ALONE: ("positive", "shield-check"),
    PRELABEL: ("caution", "shield-ellipsis"),
    NOT_FIT: ("negative", "shield-x"),
    UNTESTED: ("info", "shield-question-mark"),
}


@dataclass(frozen=True)
class LicenceLabel:
    """A licence as a chip, for reviews/quality/licence_badge.html."""

    key: str
    label: str
    tone: str
    icon: str


def look_of_licence(key):
    """The LicenceLabel of one of LICENCES, or of UNTESTED."""
    tone, icon = LOOKS[key]
    return LicenceLabel(key, LICENCES.get(key, _("Untested")), tone, icon)


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


def judges():
    """[(key, title, what it needs)] of every judge of pairs."""
    return [(key, _(judge.title), NEEDS[tool_needed(judge)]) for key, judge in pair_judges.items()]


def references():
    """[(value, title)] of the judges that may be a reference, each embedder by itself; the value is `key|tool`."""
    found = []
    for key in reference_keys():
        judge = pair_judges[key]
        if EMBEDDER in judge.needs:
            found += [(f"{key}|{name}", f"{_(judge.title)}: {title}") for name, title in choices()]
        else:
            found.append((f"{key}|", _(judge.title)))
    return found


def usual_graders():
    """The grader_ids of people and of the judges that may be a reference, each embedder by itself."""
    found = [PEOPLE]
    for key in reference_keys():
        judge = pair_judges[key]
        if EMBEDDER in judge.needs:
            found += [grader_of(judge.made(Asking(embedder(name).name))) for name, _title in choices()]
        else:
            found.append(grader_of(judge.made()))
    return found


def measure_lines(measurement):
    """A MeasureLine for each figure of a measurement, of which this is the first JudgeTest."""
    return [line for test in measurement.results for line in lines_of(test)]


def lines_of(test):
    """A MeasureLine for each figure of one test."""
    figures = test.figures
    return [_line(each, figures[each.key]) for each in test.spec.figures if each.key in figures]


def _line(figure, found):
    words = _("at least %(bound)s") if figure.is_least else _("at most %(bound)s")
    return MeasureLine(
        key=figure.key,
        title=_(figure.title),
        meaning=_(figure.meaning),
        value=found.value,
        low=found.low,
        high=found.high,
        n=found.n,
        reason=pass_rule.label(found.reason) if found.reason in pass_rule.REASONS else "",
        bound=words % {"bound": numbers.point(figure.bound)} if figure.bound is not None else "",
    )
