"""The rows of slices that a look stores, each with the cases behind it."""

from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from evalhub.lib.charts import small
from evalhub.lib.statistics.estimate import NO_VARIATION
from evalhub.lib.statistics.paired import LEAST_PAIRS
from experiments.trials.analysis.plan import interval_of
from experiments.trials.views import labels

MOST_SHOWN = 20  # at once; further ones open


def shown(experiment, look, result, kind):
    """The context of the slices of one treatment, whose primary `result` is known; no statement."""
    stored = look.figures.get("slices", [])
    own = [each for each in stored if each["treatment"] == result["treatment"]]
    interval, metric = interval_of(experiment.method), result["metric"]
    ends = [each[interval][end] for each in own for end in ("value", "low", "high")]
    reach = max([abs(end) for end in ends if end], default=1.0)
    position = next(each.position for each in experiment.variants.all() if each.name == result["treatment"])
    rows = [_row(experiment, position, each, each[interval], metric, reach, kind) for each in own]
    return {
        "slices": rows[:MOST_SHOWN],
        "more_slices": rows[MOST_SHOWN:],
        "n_tested": sum(each["p_corrected"] is not None for each in stored),
        "slices_title": _("%(metric)s by slice") % {"metric": labels.title(metric)},
    }


def _row(experiment, position, stored, estimate, metric, reach, kind):
    key, label = metric["key"], f"{stored['field']}: {stored['value']}"
    query = urlencode({"treatment": position, "slice": f"{stored['field']}={stored['value']}"})
    words = labels.difference(estimate, key)
    tone, finding = _finding(stored, estimate, -1 if metric["lower_is_better"] else 1, experiment.significance_level)
    picture = ""
    if estimate["value"] is not None:
        ends = (estimate["value"], estimate["low"], estimate["high"])
        picture = small.difference_cell(*ends, reach=reach, kind=kind, words=f"{label}: {words}")
    return {
        "label": label,
        "href": f"{reverse('experiments:experiment_cases', args=[experiment.pk])}?{query}",
        "n": stored["n"],
        "picture": picture,
        "difference": words,
        "p": labels.p_text(stored["p_corrected"]),
        "tone": tone,
        "finding": finding,
    }


def _finding(stored, estimate, sign, alpha):
    if stored["n"] < LEAST_PAIRS:
        return "few", _("few cases")
    if estimate["low"] is None:
        return "few", _("no variation") if estimate["reason"] == NO_VARIATION else labels.REASONS[estimate["reason"]]
    p = stored["p_corrected"]
    if p is None or p >= alpha or estimate["low"] <= 0 <= estimate["high"]:
        return "", _("inconclusive")
    return ("positive", _("better")) if sign * estimate["value"] > 0 else ("negative", _("worse"))
