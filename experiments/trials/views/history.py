"""Experiments with the same primary metric side by side: one plot, with the repeats of an experiment together."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, F, When
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evalhub.lib import charts
from evalhub.lib.charts import Chart, Difference, numbers, small
from experiments.trials.actions import repeats
from experiments.trials.analysis import pooling
from experiments.trials.analysis.plan import interval_of
from experiments.trials.analysis.pooling import Repeat
from experiments.trials.models import Experiment, ExperimentLook
from experiments.trials.views import labels

LONGEST = 34  # of a name in the plot, where the figure stands beside it
ENDING = 10
POOLED = "program"  # drawn as a diamond, as in other forest plots
LESS_CHANCE = 0.05  # of a spread as wide as that of the repeats
REASONS = {
    pooling.NOT_DECIDED: lambda left: _("not concluded"),
    pooling.NOT_HEALTHY: lambda left: _("unhealthy"),
    pooling.NO_INTERVAL: lambda left: _("no interval"),
}


@dataclass(frozen=True)
class Entry:
    """One treatment of an experiment at its look; `estimate` is the interval that decides."""

    experiment: Experiment
    look: ExperimentLook
    result: dict[str, Any]

    @property
    def estimate(self):
        return self.result[interval_of(self.experiment.method)]

    @property
    def name(self):
        several = sum(each["metric"]["role"] == "primary" for each in self.look.figures["results"]) > 1
        return f"{self.experiment.name} · {self.result['treatment']}" if several else self.experiment.name


@dataclass(frozen=True)
class History:
    """The plot of all families with repeats, None without any, and sentences on each. `metric`: its name."""

    metric: str
    chart: Chart | None
    pools: list[dict[str, Any]]


def looks_of(experiments):
    """{experiment: its stored look}: that of its conclusion, else the newest; one statement."""
    found = ExperimentLook.objects.filter(experiment__in=[each.pk for each in experiments]).select_related("experiment")
    concluded = Case(When(pk=F("experiment__conclusion"), then=0), default=1)
    chosen = found.order_by("experiment_id", concluded, "-number").distinct("experiment_id")
    return {each.experiment_id: each for each in chosen}


def history(experiments, metric):
    """The History of these experiments with all of their families, of what is stored alone; three statements."""
    families = repeats.family([each.pk for each in experiments]) if experiments else {}
    members = Experiment.objects.filter(pk__in=families, metrics__key=metric, metrics__role="primary")
    members = list(members.order_by("created_at"))
    looks = looks_of(members)
    groups = defaultdict(list)
    for each in members:
        if each.pk in looks:
            groups[families[each.pk]] += [
                Entry(each, looks[each.pk], result)
                for result in looks[each.pk].figures["results"]
                if result["metric"]["role"] == "primary"
            ]
    order = dict.fromkeys(families[each.pk] for each in experiments)
    rows, pools = [], []
    for first in order:
        for own in _by_treatment(groups[first]):
            if len(own) > 1:
                found = _pool(own)
                rows += [*(_row(each) for each in own), _pooled_row(own[0], found)]
                pools.append(_pooled_text(own, found))
    shown = [result for each in experiments for result in looks[each.pk].figures["results"]]
    title = next((labels.title(each["metric"]) for each in shown if each["metric"]["key"] == metric), metric)
    return History(title, _chart(rows), pools)


def pictures(experiments, looks):
    """{experiment: its interval, better to the right, on one axis for all}."""
    found = {}
    for each in experiments:
        result = primary_of(looks[each.pk])
        estimate = result[interval_of(each.method)]
        found[each.pk] = (_turned(estimate, result), labels.difference(estimate, result["metric"]["key"]))
    reach = max([abs(end) for ends, _words in found.values() for end in ends if end], default=1.0)
    return {
        pk: "" if ends[0] is None else small.difference_cell(*ends, reach=reach, kind="", words=words)
        for pk, (ends, words) in found.items()
    }


def primary_of(look):
    """The result of the primary metric of the treatment that the verdict speaks of."""
    found = [each for each in look.figures["results"] if each["metric"]["role"] == "primary"]
    return next((each for each in found if each["treatment"] == look.figures["treatment"]), found[0])


def _by_treatment(entries):
    found = defaultdict(list)
    for each in entries:
        found[each.result["treatment"]].append(each)
    return found.values()


def _row(entry):
    estimate, key = entry.estimate, entry.result["metric"]["key"]
    value, low, high = _turned(estimate, entry.result)
    n = numbers.counted(entry.result["n"])
    between = labels.between(estimate, key) or str(labels.REASONS.get(estimate["reason"], ""))
    return Difference(
        label=short(entry.name),
        value=value,
        low=low,
        high=high,
        words="" if value is None else labels.signed(estimate["value"], key),
        aside=", ".join([between, n]) if between else n,
        is_faint=entry.look.verdict == "unhealthy",
    )


def _turned(estimate, result):
    """(value, low, high), better to the right."""
    ends = [estimate[name] for name in ("value", "low", "high")]
    if not result["metric"]["lower_is_better"]:
        return ends
    value, low, high = (None if each is None else -each for each in ends)
    return value, high, low


def _pool(entries):
    found = [
        Repeat(
            key=str(each.experiment.pk),
            value=each.result["difference"]["value"],
            error=each.result["error"],
            verdict=each.look.verdict,
            is_concluded=each.experiment.concluded_at is not None,
            shared={one["experiment"]: one["n"] for one in each.look.figures.get("shared_units", [])},
        )
        for each in entries
    ]
    return pooling.pool(found, alpha=entries[0].experiment.significance_level)


def _pooled_row(entry, pool):
    estimate, key = vars(pool.found.estimate), entry.result["metric"]["key"]
    value, low, high = _turned(estimate, entry.result)
    n = len(pool.used)
    words = ngettext("Pooled, %(n)s experiment", "Pooled, %(n)s experiments", n) % {"n": n}
    if value is None:
        return Difference(label=words, value=None, kind=POOLED, aside=_why_not_pooled(pool))
    said = [labels.between(estimate, key), "I² " + numbers.percent(pool.found.i_squared)]
    return Difference(
        label=words,
        value=value,
        low=low,
        high=high,
        kind=POOLED,
        words=labels.signed(estimate["value"], key),
        aside=", ".join(said),
    )


def _why_not_pooled(pool):
    if pool.found.estimate.n == 1:
        return _("not defined for one experiment")
    return _("no repeat can be pooled")


def _pooled_text(entries, pool):
    """What is pooled, how far the repeats agree, and what is left out."""
    names, key = {str(each.experiment.pk): each.name for each in entries}, entries[0].result["metric"]["key"]
    found = pool.found
    lines = []
    if found.q is not None:
        text = _(
            "Pooled over %(n)s experiments with separate units: %(difference)s, fixed effect. "
            "Q = %(q)s, %(p)s, I² = %(share)s."
        )
        lines.append(
            text
            % {
                "n": len(pool.used),
                "difference": labels.difference(vars(found.estimate), key),
                "q": numbers.point(found.q),
                "p": labels.p_text(found.q_p),
                "share": numbers.percent(found.i_squared),
            }
        )
        if found.q_p < LESS_CHANCE:
            lines.append(_("They differ by more than chance: the interval says little of a further repeat."))
    else:
        lines.append(_("Not pooled: %(reason)s.") % {"reason": _why_not_pooled(pool)})
    for left in pool.left_out:
        why = _shares(left, names) if left.reason == pooling.SHARED_UNITS else REASONS[left.reason](left)
        lines.append(_("Left out: %(name)s, %(reason)s.") % {"name": names[left.repeat.key], "reason": why})
    return {"name": entries[0].name, "lines": lines}


def _shares(left, names):
    text = ngettext("shares %(n)s unit with %(other)s", "shares %(n)s units with %(other)s", left.n)
    return text % {"n": numbers.count(left.n), "other": names[left.other]}


def _chart(rows):
    """The forest plot; None without a row."""
    if not rows:
        return None
    n = sum(each.kind != POOLED for each in rows)
    text = ngettext(
        "%(n)s difference of experiments with repeats.", "%(n)s differences of experiments with repeats.", n
    )
    return charts.differences(
        rows,
        title=_("Experiments with repeats"),
        finding=text % {"n": numbers.count(n)},
        left=_("control better"),
        right=_("variant better"),
        note=_("In the unit of the metric, better to the right; the interval is that which decided, of a stored look."),
    )


def short(name):
    """With its end, which numbers the repeats."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - ENDING - 1].rstrip()}…{name[-ENDING:].lstrip()}"
