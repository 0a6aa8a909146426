"""A row for each metric and scorer of an evaluation: mean, distribution, what failed, and people's labels."""

from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from annotations.agreement.figures import figure_text
from annotations.labels.types import registry as label_types
from evalhub.lib.charts import numbers, small
from evalhub.lib.statistics.estimate import NO_VARIATION, TOO_FEW, Estimate
from experiments.evaluations import summary_estimates
from experiments.evaluations.actions import jury_agreement, people_labels
from experiments.evaluations.views import licences
from experiments.evaluations.views.labels import failure_title
from reviews.scorers.actions.juries import JURY
from reviews.scorers.judges.score_modes import TITLES

MOST_VALUES = 11  # of a scale whose bars are one for each value


@dataclass(frozen=True)
class MetricRow:
    """`summary` is the ScoreSummary of all outputs; `value`, `interval` and `reason` are texts. `people` is an Estimate
    of their labels or None, `passes` the text of the share that passes, `could_be` how far failures could move it;
    `licence` the JudgeLicence of a model or jury, `agreement` how far the members of a jury agree."""

    summary: Any
    value: str
    interval: str
    reason: str
    picture: str
    histogram: str
    passes: str
    could_be: str
    failures: list
    people: Estimate | None
    people_text: str
    people_note: str
    results_href: str
    licence: Any = None
    agreement: str = ""

    @property
    def name(self):
        return summary_estimates.name_of(self.summary.question)

    @property
    def mode(self):
        """How its scores were made, for those that may be made in several ways; "" for several of them."""
        modes = list(self.summary.score_modes)
        return _(TITLES[modes[0]]) if len(modes) == 1 else ""

    @property
    def corpus(self):
        """The score of all outputs as one text, in words; "" where the metric has none."""
        score = self.summary.corpus.get("score")
        if score is None:
            return ""
        words = _("Corpus %(name)s %(score)s: of all outputs as one text, the mean is of single ones.")
        return words % {"name": self.name, "score": numbers.point(score)}

    @property
    def cases(self):
        """How repetitions became one value of how many cases, and why others have none; "" without repetitions."""
        summary = self.summary
        if not summary.reducer:
            return ""
        words = _("%(reducer)s of repetitions: %(n)s of %(all)s cases")
        name = summary_estimates.reducer_name(summary.reducer)
        values = {"n": numbers.count(summary.n_cases), "all": numbers.count(summary.n_cases_total)}
        found = words % (values | {"reducer": name[:1].upper() + name[1:] if name.isalpha() else name})
        why = [f"{numbers.count(n)}: {failure_title(code)}" for code, n in summary.cases["left_out"].items()]
        return "; ".join([found, *why])

    @property
    def is_few(self):
        return self.summary.n_cases < summary_estimates.FEW

    @property
    def n_low(self):
        """How many scores do not pass; 0 where the metric has no threshold."""
        return 0 if self.summary.n_passed is None else self.summary.n_scored - self.summary.n_passed

    @property
    def low_query(self):
        """What the list of results is asked for to show these."""
        return f"metric={self.summary.question.key}&verdict=fail"


def rows_of(evaluation, summaries, baseline, labels):
    """MetricRows of summaries over all outputs; `baseline`: {(question key, annotator): ScoreSummary of another
    evaluation}, `labels`: {question: {item: mean of people's labels}}."""
    known = licences.licences_of(evaluation.organization, summaries)
    rows = [_row(evaluation, each, baseline, labels) for each in summaries]
    return [replace(row, licence=known.get((row.summary.question_id, row.summary.annotator_id))) for row in rows]


def _row(evaluation, summary, baseline, labels):
    found = summary.estimate
    before = baseline.get((summary.question.key, summary.annotator_id))
    before = before if before and before.counts_passes == summary.counts_passes else None
    given = list(labels.get(summary.question_id, {}).values())
    people = people_labels.mean_of(summary.question, given) if given else None
    href = reverse("experiments:result_list", args=[evaluation.pk])
    return MetricRow(
        summary=summary,
        value="" if found.value is None else numbers.point(found.value),
        interval=interval_text(found),
        reason=_reason(summary, found),
        picture=_picture(summary, found, before),
        histogram=_histogram(summary),
        passes=_passes(summary),
        could_be=_could_be(summary),
        failures=[
            {"title": failure_title(code), "n": n, "href": f"{href}?failed={code}"}
            for code, n in summary.failed.items()
        ],
        people=people,
        people_text="" if people is None else numbers.point(people.value),
        people_note=""
        if people is None
        else ", ".join(filter(None, (interval_text(people), numbers.counted(people.n)))),
        results_href=href,
        agreement=_agreement(evaluation, summary),
    )


def _agreement(evaluation, summary):
    if summary.annotator.kind != JURY or evaluation.n_outputs > jury_agreement.MOST_OUTPUTS:
        return ""
    found = jury_agreement.agreement_of(task=evaluation.task, question=summary.question, jury=summary.annotator)
    return _("Members agree: %(figure)s") % {"figure": figure_text(found)}


def interval_text(found):
    """`95 % CI 0.61 to 0.84`, or nothing."""
    if found.low is None or found.high is None:
        return ""
    return _("95 %% CI %(low)s to %(high)s") % {"low": numbers.point(found.low), "high": numbers.point(found.high)}


def _reason(summary, found):
    if summary.is_mixed:
        counts = listed_modes(summary.score_modes)
        return _("No mean, since its scores were made in different ways. %(modes)s.") % {"modes": counts}
    if found.value is None and not summary.n_scored:
        words = _("Not defined yet: 0 of %(total)s scored.")
        return words % {"total": numbers.count(summary.n_total)}
    if found.value is None:
        return _("Its values have no mean.")
    if found.reason == NO_VARIATION:
        return _("No variation, no interval.")
    return _("One score, no interval.") if found.reason == TOO_FEW else ""


def listed_modes(modes):
    """`Single answer: 12, Weighted by probability: 30`."""
    return ", ".join(f"{_(TITLES[mode])}: {numbers.count(n)}" for mode, n in sorted(modes.items()))


def _picture(summary, found, before):
    if found.value is None:
        return ""
    reference = before.mean if before else None
    words = (
        f"{summary_estimates.name_of(summary.question)}: {numbers.point(found.value)} {interval_text(found)}".strip()
    )
    if reference is not None:
        words += "; " + _("baseline %(value)s") % {"value": numbers.point(reference)}
    kind = summary.annotator.kind
    return small.interval_cell(found.value, found.low, found.high, kind=kind, words=words, reference=reference)


def _histogram(summary):
    if not summary.histogram:
        return ""
    low, high, counts = (summary.histogram[name] for name in ("low", "high", "counts"))
    label_type, config = label_types[summary.question.label_type], summary.question.config
    domain = label_type.domain(config) or ((0, 1) if summary_estimates.is_share(summary.question) else ())
    if 1 < len(domain) <= MOST_VALUES and not summary.score_modes and not summary.cases:
        counts = [counts[_place(value, low, high, len(counts))] for value in domain]
    ends = numbers.tick_label(low), numbers.tick_label(high)
    words = _("%(title)s: distribution of %(n)s scores from %(low)s to %(high)s")
    return small.bins(
        counts,
        *ends,
        words
        % {
            "title": summary_estimates.name_of(summary.question),
            "n": numbers.count(summary.n_cases),
            "low": ends[0],
            "high": ends[1],
        },
    )


def _place(value, low, high, n):
    return min(n - 1, int((value - low) / (high - low) * n + 1e-9))


def _passes(summary):
    share = summary_estimates.passes_of(summary)
    if summary.counts_passes or share is None or share.value is None or summary_estimates.is_share(summary.question):
        return ""
    words = _("%(share)s pass (%(low)s to %(high)s)")
    return words % {
        name: numbers.share(value) for name, value in (("share", share.value), ("low", share.low), ("high", share.high))
    }


def _could_be(summary):
    found = summary_estimates.with_failures(summary)
    if found is None:
        return ""
    n = sum(summary.failed.values())
    words = _("With all %(n)s failures at the lowest score it would be %(low)s, at the highest %(high)s.")
    return words % {"n": numbers.count(n), "low": numbers.point(found[0]), "high": numbers.point(found[1])}
