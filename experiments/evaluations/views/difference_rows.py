"""Rows of a comparison: each metric's paired difference drawn on one standardized axis, its slices, wins and flips."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from evalhub.lib import charts
from evalhub.lib.charts import numbers, small
from evalhub.lib.statistics import ppi
from evalhub.lib.statistics.paired import LEAST_PAIRS
from experiments.evaluations import summary_estimates
from experiments.evaluations.actions import comparison, people_comparison
from reviews.scorers.metrics import metrics_of_answers

REASONS = {
    comparison.NO_SHARED_CASES: lambda: _("0 cases in common."),
    comparison.OTHER_SCORER: lambda: _("Not compared: other scorers, or other versions of them, gave the scores."),
    comparison.OTHER_REDUCER: lambda: _("Not compared: repetitions of a case became one value in another way."),
}
LEAST_P = 0.001


@dataclass(frozen=True)
class DifferenceRow:
    """A MetricDifference with its texts. `standardized` is the difference with its ends in standard deviations of the
    pairs, better always to the right; `tone` and `finding` say what it means."""

    found: Any
    name: str
    kind: str
    means: str
    difference: str
    p: str
    picture: str
    finding: str
    tone: str
    reason: str = ""


@dataclass(frozen=True)
class SliceRow:
    label: str
    n: int
    difference: str
    p: str
    picture: str


def rows_of(differences: Sequence[comparison.MetricDifference]) -> list[DifferenceRow]:
    """In the order of the metrics; all of them on one axis."""
    ends = [abs(end) for each in differences for end in _standardized(each) if end is not None]
    return [_row(each, max(ends, default=1.0)) for each in differences]


def slices_of(found: comparison.MetricDifference) -> list[SliceRow]:
    """The slices of one metric on an axis in its own unit."""
    ends = [abs(end) for each in found.slices for end in _ends(each.difference, 1.0) if end is not None]
    reach = max(ends, default=1.0)
    kind = _kind(found)
    return [
        SliceRow(
            label=f"{each.field}: {each.value}",
            n=each.difference.n,
            difference=_text(each.difference),
            p=p_text(each.p_corrected),
            picture=_picture(each.difference, 1.0, reach, kind, f"{each.field}: {each.value}"),
        )
        for each in found.slices
    ]


@dataclass(frozen=True)
class MeasureRow:
    name: str
    means: str
    difference: str
    p: str
    n: int


MEASURES = {
    "latency_ms": (lambda: _("Latency"), lambda value: f"{numbers.count(round(abs(value)))} ms"),
    "cost_usd": (lambda: _("Cost of an answer"), lambda value: numbers.usd(abs(value)) if value else "$0"),
}


def measures_of(measures: Sequence[comparison.MeasureDifference], evaluation: Any) -> list[MeasureRow]:
    """Those of one evaluation that are known of some case in both."""
    return [_measure_row(each) for each in measures if each.evaluation == evaluation and each.n_pairs]


def _measure_row(found):
    name, write = MEASURES[found.measure]

    def signed(value):
        return ("+" if value > 0 else numbers.MINUS if value < 0 else "") + write(value)

    estimate = found.difference
    text = signed(estimate.value)
    if estimate.low is not None:
        words = _("%(value)s (%(low)s to %(high)s)")
        text = words % {"value": text, "low": signed(estimate.low), "high": signed(estimate.high)}
    means = _("%(before)s to %(now)s") % {"before": write(found.baseline_mean), "now": write(found.mean)}
    return MeasureRow(name(), means, text, p_text(estimate.p), found.n_pairs)


@dataclass(frozen=True)
class PeopleRow:
    label: str
    kind: str
    n: int
    difference: str
    picture: str


@dataclass(frozen=True)
class PeopleRows:
    """What people and the judge say of one metric; without rows nobody has labelled both answers of a case."""

    rows: list[PeopleRow]
    sentence: str
    reason: str


def people_rows(found: Any) -> PeopleRows:
    """The PeopleRows of a `people_comparison.PeopleDifference`, all on one axis."""
    if found.people is None:
        return PeopleRows([], "", "")
    shown = [
        (_("People"), "human", found.people),
        (_("Judge, same cases"), "llm", found.judge_same),
        (_("Judge, all cases"), "llm", found.judge),
        *([(_("Judge, corrected by PPI++"), "llm", found.corrected)] if found.corrected else []),
    ]
    ends = [abs(end) for _label, _kind, each in shown for end in _ends(each, 1.0) if end is not None]
    reach = max(ends, default=1.0)
    words = _("Judge and people agree on the direction of %(n)s of %(all)s cases.")
    return PeopleRows(
        [
            PeopleRow(label, kind, each.n, _text(each), _picture(each, 1.0, reach, kind, label))
            for label, kind, each in shown
        ],
        words % {"n": numbers.count(found.n_agree), "all": numbers.count(found.people.n)},
        _why_not_corrected(found),
    )


def _why_not_corrected(found):
    if found.reason == people_comparison.NOT_RANDOM:
        return _("Not corrected: the labelled cases were chosen, not drawn at random.")
    if found.reason == people_comparison.TOO_FEW_RANDOM:
        words = _("Not corrected: %(n)s of the labelled cases were drawn at random, %(least)s are needed.")
        return words % {"n": numbers.count(found.n_random), "least": ppi.LEAST_LABELLED}
    if found.reason == people_comparison.ALL_LABELLED:
        return _("Nothing to correct: people have labelled all cases.")
    return ""


def outcomes_chart(rows: Sequence[DifferenceRow], name: str):
    """Wins, ties and losses of each metric as shares of its pairs; None where nothing is paired."""
    groups = [
        charts.Shares(row.name, (row.found.wins, row.found.ties, row.found.losses), row.kind)
        for row in rows
        if row.found.n_pairs and row.found.better != "none"
    ]
    return charts.outcomes(groups, name=name)


def sentence_of(rows: Sequence[DifferenceRow]) -> str:
    """What is better, what is worse, and what cannot be told."""
    by_tone = {tone: ", ".join(row.name for row in rows if row.tone == tone) for tone in ("positive", "negative", "")}
    found = []
    if by_tone["positive"]:
        found.append(_("Better on %(metrics)s.") % {"metrics": by_tone["positive"]})
    if by_tone["negative"]:
        found.append(_("Worse on %(metrics)s.") % {"metrics": by_tone["negative"]})
    if by_tone[""]:
        found.append(_("Inconclusive on %(metrics)s.") % {"metrics": by_tone[""]})
    if not found and any(row.tone == "few" for row in rows):
        found.append(_("Few cases: at least %(n)s pairs are needed to tell.") % {"n": LEAST_PAIRS})
    return " ".join(found)


def p_text(p: float | None) -> str:
    """`p = 0.023`, never 0; nothing for None."""
    if p is None:
        return ""
    return _("p < 0.001") if p < LEAST_P else _("p = %(p)s") % {"p": f"{p:.3f}"}


def _row(found, reach):
    name, kind = summary_estimates.titled(found.question, found.reducer), _kind(found)
    if found.reason:
        return DifferenceRow(found, name, kind, "", "", "", "", "", "none", REASONS[found.reason]())
    finding, tone = _meaning(found)
    means = _("%(before)s to %(now)s")
    return DifferenceRow(
        found=found,
        name=name,
        kind=kind,
        means=means % {"before": numbers.point(found.baseline_mean), "now": numbers.point(found.mean)},
        difference=_text(found.difference),
        p=p_text(found.p_corrected),
        picture=_picture(found.difference, _scale(found), reach, kind, name),
        finding=finding,
        tone=tone,
    )


def _kind(found):
    metric = found.question.metric
    return "program" if metric is not None and metric.method in metrics_of_answers else "llm"


def _meaning(found):
    estimate = found.difference
    if found.n_pairs < LEAST_PAIRS:
        return _("few cases"), "few"
    if estimate.low is None or estimate.low <= 0 <= estimate.high:
        return (_("no difference"), "same") if estimate.value == 0 and estimate.low is None else (_("inconclusive"), "")
    if found.better == "none":
        return _("differs"), "other"
    is_better = (estimate.value > 0) == (found.better == "higher")
    return (_("better"), "positive") if is_better else (_("worse"), "negative")


def _scale(found):
    """What a difference is multiplied by to stand on the standardized axis; better is right."""
    sign = -1 if found.better == "lower" else 1
    value = found.difference.value if found.difference else None
    return sign * found.standardized / value if found.standardized and value else sign * 1.0


def _standardized(found):
    return _ends(found.difference, _scale(found)) if found.difference else ()


def _ends(estimate, scale):
    return tuple(None if end is None else end * scale for end in (estimate.value, estimate.low, estimate.high))


def _text(estimate):
    """`+0.11 (+0.05 to +0.18)`."""
    if estimate.value is None:
        return _("not defined")
    value = _signed(estimate.value)
    if estimate.low is None:
        return value
    return _("%(value)s (%(low)s to %(high)s)") % {
        "value": value,
        "low": _signed(estimate.low),
        "high": _signed(estimate.high),
    }


def _signed(value):
    text = numbers.point(value)
    return f"+{text}" if value > 0 and float(f"{value:.2f}") else text


def _picture(estimate, scale, reach, kind, name):
    value, low, high = _ends(estimate, scale)
    if value is None:
        return ""
    if low is not None and low > high:
        low, high = high, low
    return small.difference_cell(value, low, high, reach=reach, kind=kind, words=f"{name}: {_text(estimate)}")
