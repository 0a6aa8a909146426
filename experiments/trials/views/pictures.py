"""The pictures of one look: sequence, metrics on one axis, guardrails, wins and losses, posterior."""

import math
from itertools import takewhile

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evalhub.lib import charts
from evalhub.lib.charts import Counts, Difference, EstimateMark, Series, Shares, Table, numbers
from evalhub.lib.statistics.experiments.confidence_sequence import LEAST_N
from experiments.trials.analysis.plan import GUARDRAIL, interval_of
from experiments.trials.views import labels

MOST_MARGINS = 3  # that the axis of guardrails reaches


def sequence(experiment, points, result, kind):
    """The difference at each look, over n; None while there are too few pairs for an interval."""
    key, level = result["metric"]["key"], round(100 * (1 - experiment.significance_level))
    known = [point for point in points if point[1]["low"] is not None]
    if not known:
        return None
    every = Series(
        [_point(n, each, kind) for n, each, _one in known], name=_("safe at every look"), level=level, says="bounds"
    )
    at_once = [_point(n, one, kind) for n, _every, one in known]
    once = Series(at_once, name=_("for one look alone"), hue="hue-4", level=level, says="key")
    planned = _("planned %(n)s") % {"n": numbers.count(experiment.planned_n)}
    return charts.lines(
        [every, once],
        title=_("Difference at each look"),
        finding=_sequence_finding(known, key, level),
        definition=_early(known),
        write=lambda value: labels.signed(value, key),
        write_tick=lambda value: labels.signed(value, key),
        unit=_("pairs") if experiment.dataset_version_id else _("units"),
        reference=0.0,
        counts=Counts([n for n, *_estimates in known], [(experiment.planned_n, planned)]),
    )


def _sequence_finding(known, key, level):
    """What the last look says, and from which one on zero was out of the interval."""
    last = known[-1][1]
    words_of = {"n": numbers.count(len(known)), "value": labels.signed(last["value"], key), "level": level}
    finding = ngettext(
        "After %(n)s look the difference is %(value)s, %(level)s %% interval %(between)s.",
        "After %(n)s looks the difference is %(value)s, %(level)s %% interval %(between)s.",
        len(known),
    ) % (words_of | {"between": labels.between(last, key)})
    clear = list(takewhile(lambda point: _is_clear(point[1]), reversed(known)))
    if not clear:
        return finding
    return finding + " " + _("It excludes zero from n = %(n)s on.") % {"n": numbers.count(clear[-1][0])}


def _point(n, estimate, kind):
    return EstimateMark(numbers.counted(n), estimate["value"], estimate["low"], estimate["high"], n=n, kind=kind)


def _early(points):
    """Says of a look at which a test made for one look alone would have stopped too early."""
    early = next((n for n, every, one in points if _is_clear(one) and not _is_clear(every)), None)
    if early is None:
        return _("The outer band holds at all looks at once, the inner one only at a single look.")
    text = _(
        "The interval for one look left zero at n = %(n)s; a test that stopped there would not keep its error rate."
    )
    return text % {"n": numbers.count(early)}


def _is_clear(estimate):
    return estimate["low"] is not None and not estimate["low"] <= 0 <= estimate["high"]


def metrics(experiment, results, kinds):
    """All metrics of a treatment on one axis, in standard deviations of the differences; None where none is known."""
    interval = interval_of(experiment.method)
    if all(each[interval]["value"] is None for each in results):
        return None
    rows = [_metric_row(each, each[interval], kinds) for each in results]
    control = next(each.name for each in experiment.variants.all() if each.is_control)
    found = {"better": [], "worse": [], "open": [], "unknown": []}
    for each in results:
        found[_side(each, each[interval], experiment.significance_level)].append(labels.title(each["metric"]))
    texts = {
        "better": _("Better on %(metrics)s."),
        "worse": _("Worse on %(metrics)s."),
        "open": _("Inconclusive on %(metrics)s."),
        "unknown": _("Not measured: %(metrics)s."),
    }
    return charts.differences(
        rows,
        title=_("Differences of all metrics"),
        finding=" ".join(text % {"metrics": ", ".join(found[side])} for side, text in texts.items() if found[side]),
        left=_("%(name)s better") % {"name": labels.short(control)},
        right=_("%(name)s better") % {"name": labels.short(results[0]["treatment"])},
        note=_("In standard deviations of the differences, better to the right. Values are in the metric's unit."),
    )


def _metric_row(result, estimate, kinds):
    metric, key = result["metric"], result["metric"]["key"]
    # What a difference is multiplied by to stand on the axis: 1 / (error √n), turned where lower is better.
    sign = -1.0 if result["metric"]["lower_is_better"] else 1.0
    scale = sign / (result["error"] * math.sqrt(result["n"])) if result["error"] else sign
    value, low, high = (_times(estimate[name], scale) for name in ("value", "low", "high"))
    if low is not None and low > high:
        low, high = high, low
    return Difference(
        label=f"{labels.title(metric)} · {labels.ROLE_LABELS[metric['role']]}",
        value=value,
        low=low,
        high=high,
        kind=kinds[key],
        words="" if value is None else labels.signed(estimate["value"], key),
        aside=_aside(result, estimate, key),
        is_faint=result["n"] < LEAST_N,
    )


def _aside(result, estimate, key):
    if estimate["low"] is None:
        return ", ".join([str(labels.REASONS.get(estimate["reason"], "")), numbers.counted(result["n"])])
    # The p of a guardrail is that of its margin, and stands beside its bound alone.
    p = "" if result["guardrail"] else labels.p_text(result["p_corrected"])
    return ", ".join(filter(None, [labels.between(estimate, key), p, numbers.counted(result["n"])]))


def _times(value, scale):
    return None if value is None else value * scale


def _side(result, estimate, alpha):
    """Better or worse only where the corrected p says so, too."""
    if estimate["value"] is None:
        return "unknown"
    p = None if result["guardrail"] else result["p_corrected"]
    if not _is_clear(estimate) or (p is not None and p >= alpha):
        return "open"
    gain = -estimate["value"] if result["metric"]["lower_is_better"] else estimate["value"]
    return "better" if gain > 0 else "worse"


def guardrails(results, kinds):
    """The one-sided bounds in margins; None without a guardrail that was measured."""
    limits = [each for each in results if each["metric"]["role"] == GUARDRAIL]
    if all(each["guardrail"]["gain"] is None for each in limits):
        return None
    n = sum(each["guardrail"]["is_shown"] for each in limits)
    text = _("%(n)s of %(all)s guardrails are shown to hold.") % {"n": n, "all": len(limits)}
    harmed = [labels.title(each["metric"]) for each in limits if each["guardrail"]["is_harmed"]]
    if harmed:
        text = f"{text} {_('Beyond the margin: %(metrics)s.') % {'metrics': ', '.join(harmed)}}"
    return charts.differences(
        [_limit_row(each, kinds) for each in limits],
        title=_("Guardrails"),
        finding=text,
        left=_("worse"),
        right=_("better"),
        ticks={-1.0: _("margin"), 0.0: _("no change")},
        most=MOST_MARGINS,
        columns=("", _("gain"), _("bound")),
        note=_("One-sided bounds, p by Holm. A guardrail holds where the bound lies right of its margin."),
    )


def _limit_row(result, kinds):
    limit, metric = result["guardrail"], result["metric"]
    key, gain, bound = metric["key"], limit["gain"], limit["bound"]
    unit = limit["margin"] or abs(bound or 0.0) or abs(gain or 0.0) or 1.0
    sign = -1.0 if metric["lower_is_better"] else 1.0
    if bound is None:
        aside = str(labels.REASONS.get(limit["reason"], _("not defined")))
    else:
        text = _("at most %(bound)s") if sign < 0 else _("at least %(bound)s")
        aside = ", ".join([text % {"bound": labels.signed(sign * bound, key)}, labels.p_text(result["p_corrected"])])
    margin = _("margin %(margin)s") % {"margin": labels.signed(-sign * limit["margin"], key)}
    return Difference(
        label=f"{labels.title(metric)} · {margin}",
        value=_times(gain, 1 / unit),
        low=_times(bound, 1 / unit),
        limit=-1.0 if limit["margin"] else 0.0,
        kind=kinds[key],
        words="" if gain is None else labels.signed(sign * gain, key),
        aside=aside,
        is_faint=result["n"] < LEAST_N,
    )


def outcomes(results, kinds):
    """Wins, ties and losses of the treatment; None where no metric has pairs."""
    groups = [
        Shares(labels.title(each["metric"]), (each["wins"], each["ties"], each["losses"]), kinds[each["metric"]["key"]])
        for each in results
        if each["wins"] is not None and each["wins"] + each["ties"] + each["losses"]
    ]
    return charts.outcomes(groups, name=labels.short(results[0]["treatment"]))


def posterior(experiment, result):
    """What to believe of the gain; None where there is no posterior."""
    found = result["posterior"]
    if found["mean"] is None or not found["deviation"]:
        return None
    key, level = result["metric"]["key"], labels.level(experiment.significance_level)
    ends = labels.between(found, key)
    better = labels.probability(found["probability_better"])
    table = Table(
        ("", _("value")),
        (
            (_("mean gain"), labels.signed(found["mean"], key)),
            (_("%(level)s %% credible interval") % {"level": level}, ends),
            (_("probability that %(name)s is better") % {"name": result["treatment"]}, better),
        ),
    )
    text = _("The probability that %(name)s is better is %(p)s; mean gain %(mean)s.")
    prior = experiment.prior_deviation
    return charts.normal_density(
        found["mean"],
        found["deviation"],
        (found["low"], found["high"]),
        title=_("Posterior of the gain"),
        finding=text % {"name": result["treatment"], "p": better, "mean": labels.signed(found["mean"], key)},
        words=_("%(level)s %%: %(between)s") % {"level": level, "between": ends},
        table=table,
        prior=(prior, _("prior")) if prior else None,
        write=lambda value: labels.signed(value, key),
    )


def why_no_sequence(experiment, result):
    """Why there is no picture of the sequence yet."""
    if result["n"] >= LEAST_N:
        return labels.REASONS.get(result["running"]["reason"], "")
    text = _("Not yet: %(n)s of the %(least)s units that an interval needs.")
    if experiment.dataset_version_id:
        text = _("Not yet: %(n)s of the %(least)s pairs that an interval needs.")
    return text % {"n": numbers.count(result["n"]), "least": LEAST_N}
