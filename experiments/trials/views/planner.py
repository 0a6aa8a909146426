"""The planner: how many pairs and labels show a difference, and what they cost. It works as a plain GET form."""

import math
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from evalhub.lib.charts import Counts, lines, numbers
from evalhub.lib.charts.chart import EstimateMark
from evalhub.lib.charts.line import Series
from experiments.evaluations.views.evaluation_create import content_of, versions_of
from experiments.trials.actions import pilots
from experiments.trials.analysis import sample_plan
from experiments.trials.analysis.sample_plan import EXACT, NORMAL, Sizes, Spread, Wish
from experiments.trials.forms import PlannerForm
from experiments.trials.models.experiment import FREQUENTIST, SEQUENTIAL
from experiments.trials.models.experiment_metric import CORRECTED, MACHINES
from experiments.trials.views.planning import metrics_of, trail

TEMPLATE = "experiments/trials/experiment_planner.html"
POINTS = 25
OTHER_EFFECTS = (0.375, 0.625, 1.0, 1.25, 1.875)  # times the effect asked for
NO_PILOT = "none"
VARIANTS = 2
SAFE = "safe"
METHOD_LABELS = {
    NORMAL: gettext_lazy("Paired test, by the normal approximation"),
    EXACT: gettext_lazy("McNemar's exact test: so few pairs differ that the normal approximation is off"),
    SAFE: gettext_lazy("Confidence sequence, by the normal approximation"),
}
USUAL_METRIC = "correctness"  # which ships, so that it is always there


@requires("read")
@require_safe
def experiment_planner(request):
    """The plan alone for htmx; 422 for what is wrong, without one."""
    organization = request.organization
    metrics = metrics_of(organization, with_measures=False)
    metric = request.GET.get("metric", "")
    metric = metric if metric in dict(metrics) else USUAL_METRIC
    found = pilots.all_of(organization, metric)
    form = _form(request, metrics, found, metric, versions_of(organization))
    context = {"form": form, "trail": trail(), "may_manage": request.membership.may("manage")}
    if form.is_valid():
        context |= _plan(organization, form, found, metric)
    name = f"{TEMPLATE}#plan" if request.htmx else TEMPLATE
    return render(request, name, context, status=422 if form.errors and not request.htmx else 200)


def _form(request, metrics, found, metric, versions):
    """Bound to the address, where what it leaves out has its start; an unticked box is told by `sent`."""
    options = {"metrics": metrics, "pilots": [(each.key, each.name) for each in found], "versions": versions}
    form = PlannerForm(**options)
    data = {
        name: "on" if field.initial is True else field.initial
        for name, field in form.fields.items()
        if field.initial is not None and not (name == "looks" and "sent" in request.GET)
    }
    pilot = request.GET.get("pilot", "")
    known = pilot in ("", NO_PILOT, *(each.key for each in found))
    given = request.GET.dict() | {"metric": metric} | ({} if known else {"pilot": ""})
    return PlannerForm(data | given, **options)


def _plan(organization, form, found, metric):
    """The context of a plan; without a spread only why there is none."""
    wish, data = form.wish, form.cleaned_data
    pilot, spread = _spread(organization, found, metric, data["pilot"])
    if spread is None:
        return {"why_not": _("No pilot, and no scale to assume a spread from.")}
    costs = pilots.unit_costs(organization, [pilot.control, pilot.treatment] if pilot else [])
    sizes, version = sample_plan.sizes(spread, wish), data["version"]
    plan = _priced(sizes.of(wish), sizes.labelled(wish), data, costs)
    seconds = pilots.machine_seconds(organization, pilot, metric, plan["outputs"]) if pilot else None
    # The steps of the slider: about a hundred up to the deviation of the differences, or to what is asked for.
    steps = numbers.ticks(0, max(spread.judge or spread.deviation, wish.effect), most=101)
    daily = data["daily"]
    units = sizes.units(wish)
    return {
        "wish": wish,
        "spread": spread,
        "pilot": pilot,
        "sizes": sizes,
        "method": METHOD_LABELS[SAFE if wish.is_safe_to_look else sizes.method if not wish.share else NORMAL],
        "chart": _chart(spread, wish, sizes),
        "plan": plan | {"seconds": seconds},
        "traffic": {"each": units, "days": None if daily is None else -(-VARIANTS * units // daily)},
        "rows": [_row(spread, wish, each, data, costs) for each in OTHER_EFFECTS],
        "reach": _reach(spread, wish, version, sizes.of(wish), data),
        "share": numbers.share(wish.share),
        "chance": numbers.share(wish.chance),
        "slider": {"step": f"{steps[1]:g}", "most": f"{steps[-1]:g}"},
        "use_href": _use_href(metric, wish, sizes, version, pilot),
    }


def _spread(organization, found, metric, chosen):
    """(the pilot or None, its Spread or the assumed one or None)."""
    asked = [each for each in found if chosen in ("", each.key)]
    for pilot in [] if chosen == NO_PILOT else asked:
        spread = pilots.spread_of(pilot, metric)
        if spread is not None:
            return pilot, spread
    return None, pilots.assumed(content_of(organization, metric))


def _priced(pairs: int, labelled: int, data: Any, costs: pilots.UnitCosts) -> dict[str, Any]:
    """What so many pairs cost; None for a price that is not known."""
    labels = labelled * 2 * data["people"]
    machines = None if costs.output_usd is None else costs.output_usd * 2 * pairs
    people = data["label_usd"] * labels if data["label_usd"] is not None else (Decimal(0) if not labels else None)
    hours = None if costs.label_seconds is None else labels * costs.label_seconds / 3600
    return {
        "pairs": pairs,
        "outputs": 2 * pairs,
        "labelled": labelled,
        "labels": labels,
        "machines_usd": machines,
        "is_simulated": costs.is_simulated,
        "people_usd": people,
        "hours": hours,
        "usd": None if machines is None or people is None else machines + people,
    }


def _row(spread, wish, times, data, costs):
    effect = float(f"{wish.effect * times:.3g}")
    asked = Wish(effect, wish.chance, wish.alpha, wish.share, wish.is_safe_to_look)
    found = sample_plan.sizes(spread, asked)
    labelled = asked.share and found.corrected_once and int(-(-found.corrected_once * asked.share // 1))
    return {
        "effect": effect,
        "is_chosen": times == 1.0,
        "sizes": found,
        "corrected": _priced(found.corrected_once, labelled, data, costs) if found.corrected_once else None,
        "people": _priced(found.people, found.people, data, costs),
    }


def _reach(spread: Spread, wish: Wish, version: Any, pairs: int, data: Any) -> dict[str, Any] | None:
    """What the cases of the dataset can show; `href` plans for that, `add_href` adds the cases that are missing."""
    if version is None:
        return None
    found = sample_plan.reach(spread, wish, version.row_count)
    planned = found.planned and _rounded_up(found.planned)
    return {
        "cases": version.row_count,
        "planned": planned,
        "once": found.once and _rounded_up(found.once),
        "missing": max(pairs - version.row_count, 0),
        "href": planned and f"?{urlencode(_entered(data) | {'effect': planned})}",
        "add_href": version.get_absolute_url()
        if version.is_open
        else reverse("datasets:version_create", args=[version.dataset_id]),
    }


def _entered(data):
    """The form as an address."""
    values = {name: value for name, value in data.items() if value not in (None, "", False)}
    return values | {"sent": 1} | ({"version": data["version"].pk} if data["version"] else {})


def _rounded_up(effect):
    """Three digits, never less than what was found."""
    places = 2 - math.floor(math.log10(effect))
    return f"{math.ceil(effect * 10**places) / 10**places:.{max(places, 0)}f}"


def _use_href(metric: str, wish: Wish, sizes: Sizes, version: Any, pilot: Any) -> str:
    """The form of a new experiment, filled in; variants and judges are the pilot's."""
    version = version or pilot and pilot.control.task.dataset_version
    values = {
        "primary": metric,
        "primary_scores": CORRECTED if wish.share else MACHINES,
        "planned_n": sizes.of(wish),
        "alpha": wish.alpha,
        "method": SEQUENTIAL if wish.is_safe_to_look else FREQUENTIST,
        "version": version.pk if version else "",
    }
    values |= {"pilot": pilot.key, "name": pilot.name} if pilot else {}
    return f"{reverse('experiments:experiment_create')}?{urlencode(values)}"


def _chart(spread, wish, sizes):
    once = sizes.corrected_once or sizes.judge_once
    safe = sizes.corrected_safe or sizes.judge_safe
    most = numbers.ticks(0, 1.5 * max(sizes.judge_safe, safe))[-1]
    pairs = [max(round(most * step / (POINTS - 1)), 2) for step in range(POINTS)]
    found = sample_plan.curves(spread, wish, pairs)
    names = {"judge": _("machines"), "once": _("one look"), "safe": _("safe to look")}
    hues = {"judge": "hue-3", "once": "hue-1", "safe": "hue-2"}
    series = [
        Series(
            [EstimateMark(numbers.count(n), value, n=n) for n, value in zip(pairs, values, strict=True)],
            name=names[key],
            hue=hues[key],
        )
        for key, values in found.items()
    ]
    words = _("To find %(effect)s: %(once)s pairs for one look at the end, %(safe)s if it must be safe to look.")
    said = {"effect": numbers.short(wish.effect), "once": numbers.count(once), "safe": numbers.count(safe)}
    return lines(
        series,
        title=_("Power by number of pairs"),
        finding=words % said,
        definition=_(
            "The chance to find the difference; machines: their scores alone, one look. Dashed: the power asked for."
        ),
        high=1.0,
        unit=_("pairs"),
        reference=wish.chance,
        write=lambda value: f"{value:.2f}",
        counts=Counts(pairs, [(n, numbers.counted(n)) for n in (once, safe)], is_linear=True),
    )
