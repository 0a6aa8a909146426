"""What the page of results shows of traffic: units of each variant, shares over time, what was gained, quantiles."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evalhub.lib import charts
from evalhub.lib.charts import Counts, EstimateMark, Series, Step, numbers
from experiments.trials.policies import policies
from experiments.trials.views import labels

MOST_CHANGES = 200  # that are drawn
MOST_NAMED, HUES = 4, 8  # variants whose lines have their names at the ends; further ones in a legend


def shown(experiment, look, chosen):
    """The context of a look at traffic, {} at cases; `chosen` is the primary result that is shown. One statement of a
    bandit, whatever the number of units."""
    rows = look.figures["variants"][chosen["metric"]["key"]]
    if any(each.get("units") is None for each in rows):
        return {}
    bandit = look.figures.get("bandit")
    changes = list(experiment.shares.filter(created_at__lte=look.looked_at).defer("posteriors")) if bandit else []
    shares = _present_shares(experiment, changes)
    own = [each for each in look.figures["results"] if each["treatment"] == chosen["treatment"]]
    return {
        "traffic": [_variant(each, shares[each["variant"]], place, bandit, chosen) for place, each in enumerate(rows)],
        "bandit": bandit and _bandit(bandit, rows, chosen),
        "allocation": _allocation(experiment, rows, changes) if bandit else None,
        "quantiles": [row for each in own for row in _quantiles(each)],
        "control": look.figures["control"],
    }


def policy_facts(experiment):
    """[(what, value)] of how a bandit shares out units; [] without a policy."""
    policy = experiment.allocation_policy
    if not policy:
        return []
    growth = numbers.percent_short(policy["growth"]) if "growth" in policy else ""
    found = [
        (_("Policy"), _(policies[policy["policy"]].title)),
        (_("Least share of a variant"), numbers.percent_short(policy["floor"])),
        (_("Shares change"), growth and _("after %(share)s more outcomes") % {"share": growth}),
        (_("Seed of the draws"), policy["seed"]),
    ]
    return [(what, value) for what, value in found if value != ""]


def _present_shares(experiment, changes):
    """{variant: its share of new units}."""
    if not changes:
        return {each.name: each.traffic_allocation for each in experiment.variants.all()}
    return {each.name: changes[-1].shares[str(each.pk)] for each in experiment.variants.all()}


def _variant(row, share, place, bandit, chosen):
    key, chances = chosen["metric"]["key"], bandit and bandit["chances_of_best"]
    estimate = {"value": row["mean"], "low": row["low"], "high": row["high"], "reason": row["reason"]}
    return {
        "name": row["variant"],
        "is_control": place == 0,
        "share": numbers.percent(share),
        "chance": labels.probability(chances[place]) if chances else "",
        "units": row["units"],
        "with_outcome": row["n"],
        "without_outcome": row["units"] - row["n"],
        "mean": labels.mean(estimate, key),
    }


def _bandit(bandit, rows, chosen):
    """[(against what, a unit's gain, of all units)], the mean of all outcomes, and that of the control alone."""
    key, n = chosen["metric"]["key"], sum(each["n"] for each in rows)
    against = (
        (_("Against even shares"), bandit["over_even"]),
        (_("Against the control alone"), bandit["over_control"]),
    )
    return {
        "gains": [(name, labels.difference(found, key), _total(found, n, key)) for name, found in against],
        "observed": "" if bandit["observed"] is None else labels.number(bandit["observed"], key),
        "is_lower_better": chosen["metric"]["lower_is_better"],
        "n": n,
    }


def _total(estimate, n, key):
    """The gain of all units; "" where it has no interval."""
    if estimate["low"] is None:
        return ""
    return labels.difference({name: n * estimate[name] for name in ("value", "low", "high")}, key)


def _allocation(experiment, rows, changes):
    """Shares over outcomes; each change leads to its numbers. None before the first one."""
    if not changes:
        return None
    every = -(-len(changes) // MOST_CHANGES)
    drawn = changes[::-1][::every][::-1]
    n = max(sum(each["n"] for each in rows), changes[-1].n)
    variants = {each.name: each for each in experiment.variants.all()}
    href = reverse("experiments:experiment_shares", args=[experiment.pk])
    series, says = [], "" if len(rows) <= MOST_NAMED else "key"
    for place, row in enumerate(rows):
        variant = variants[row["variant"]]
        shares = [variant.traffic_allocation, *(each.shares[str(variant.pk)] for each in drawn)]
        points = [
            EstimateMark(_("n %(n)s") % {"n": numbers.count(at)}, share, n=at)
            for at, share in zip([0, *(each.n for each in drawn), n], [*shares, shares[-1]], strict=True)
        ]
        series.append(
            Series(points, name=labels.short(row["variant"]), hue=f"hue-{place % HUES + 1}", says=says, is_stepped=True)
        )
    text = _("Change %(number)s at %(n)s outcomes: its seed, chances and posterior")
    links = [
        Step(f"{href}?number={each.number}", text % {"number": each.number, "n": numbers.count(each.n)})
        for each in drawn
    ]
    return charts.lines(
        series,
        title=_("Shares of new units"),
        finding=_finding(rows, series, changes),
        definition=_every(every),
        high=1.0,
        unit=_("outcomes"),
        write=numbers.percent,
        write_tick=numbers.share,
        reference=experiment.allocation_policy["floor"],
        counts=Counts([point.n for point in series[0].points], is_linear=True),
        links=[None, *links, None],
    )


def _finding(rows, series, changes):
    text = ngettext(
        "After %(n)s change %(name)s gets %(share)s of new units.",
        "After %(n)s changes %(name)s gets %(share)s of new units.",
        len(changes),
    )
    share, name = max((each.points[-1].value, row["variant"]) for each, row in zip(series, rows, strict=True))
    return text % {"n": numbers.count(len(changes)), "name": name, "share": numbers.percent(share)}


def _every(step):
    """What is drawn, and that some changes are left out."""
    text = _("A point is a change and leads to its seed, chances and posterior. Dashed: the least share of a variant.")
    if step == 1:
        return text
    return text + " " + _("One of %(n)s changes is drawn.") % {"n": step}


def _quantiles(result):
    """A row for each quantile of a metric of traffic."""
    metric = result["metric"]
    key = metric["key"]
    for each in result.get("quantiles", []):
        yield {
            "metric": labels.title(metric),
            "quantile": _("median") if each["q"] == 0.5 else f"p{round(100 * each['q'])}",
            "control": "" if each["control"] is None else labels.number(each["control"], key),
            "treatment": "" if each["treatment"] is None else labels.number(each["treatment"], key),
            "difference": labels.difference(each, key),
            "reason": labels.REASONS[each["reason"]] if each["value"] is not None and each["reason"] else "",
        }
