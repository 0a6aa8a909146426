"""The page of costs and quality: figures of a period as pictures."""

from dataclasses import dataclass

from django.shortcuts import render
from django.urls import reverse
from django.utils import dateformat, timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from annotations.models import AnnotationTask
from evalhub.accounts.access import requires
from evalhub.lib.charts import numbers, panels
from reviews.audits.actions.reasons import SAMPLE
from reviews.costs import choice as choices
from reviews.costs import forms
from reviews.costs.actions import figures
from reviews.costs.charts import CostsSubject
from reviews.costs.periods import DAY, MONTH, WEEK, WEEKS, YEAR, steps_of
from reviews.engine.limits.actions import budgets, spending
from reviews.engine.models import RunStage

PERIOD_TITLES = {WEEKS: gettext_lazy("12 weeks"), YEAR: gettext_lazy("12 months")}
STEP_TITLES = {DAY: gettext_lazy("Day"), WEEK: gettext_lazy("Week")}
BY_TITLES = {choices.MODEL: gettext_lazy("By model"), choices.TASK: gettext_lazy("By task")}
SOURCE_TITLES = {choices.REAL: gettext_lazy("Providers"), choices.SIMULATED: gettext_lazy("Simulated")}


@dataclass(frozen=True)
class Month:
    """What this month cost; `limit_usd` None is no budget. `expected_usd` at the pace so far, None on its first day."""

    name: str
    spent_usd: float
    limit_usd: float | None
    expected_usd: float | None

    @property
    def is_over(self):
        return self.limit_usd is not None and max(self.spent_usd, self.expected_usd or 0) > self.limit_usd


@requires("read")
@require_safe
def costs(request):
    """Fifteen statements at most, whatever the period holds."""
    organization = request.organization
    found = figures.read(organization, forms.read(request.GET))
    choice = found.choice
    shown = panels("costs", subject_of(found))
    stages = RunStage.objects.filter(run__organization=organization).order_by("model")
    context = {
        "figures": found,
        "choice": choice,
        "panels": shown,
        "drawn": [panel for panel in shown if panel.chart],
        "month": month_of(organization),
        "stats": _stats(found),
        "segments": _segments(found),
        "period": choice.period,
        "models": sorted({*stages.values_list("model", flat=True).distinct()[:200], *filter(None, [choice.model])}),
        "tasks": AnnotationTask.objects.for_organization(organization)
        .filter(runs__isnull=False)
        .distinct()
        .order_by("name")
        .only("name")[:200],
        "hidden": [(k, v) for k, v in choice.parameters.items() if v and k not in ("model", "task")],
        "chips": _chips(organization, choice),
        "may_manage": request.membership.may("manage"),
    }
    return render(request, "reviews/costs/costs.html", context)


def subject_of(found, *, is_small=False):
    """What the charts draw of Figures."""
    period = found.period
    return CostsSubject(found, tuple(named(start) for start in period.starts), named, _hrefs(found), is_small)


def named(day):
    return dateformat.format(day, "j M")


def month_of(organization):
    """The Month; three statements."""
    now, state = timezone.now(), budgets.state_of_month(organization)
    first, end = spending.span_of(now)
    passed = (now - first) / (end - first)
    spent = float(state.spent_usd)
    return Month(
        dateformat.format(first, "F"),
        spent,
        None if state.limit_usd is None else float(state.limit_usd),
        spent / passed if now.day > 1 else None,
    )


def _hrefs(found):
    """Where the rows behind each chart are listed."""
    choice = found.choice
    asked = {"since": choice.period.first.isoformat(), "model": choice.model}
    ledger = reverse("reviews:ledger")
    requests = f"{ledger}?{urlencode({k: v for k, v in asked.items() if v})}"
    audits = f"{reverse('reviews:audit_list')}?{urlencode({'why': SAMPLE, 'state': 'audited'})}"
    hrefs = {
        "spend": requests,
        "label_cost": audits,
        "quality_against_cost": audits,
        "call_latency": requests,
        "failed_requests": f"{requests}&state=failed",
        "audit_errors": audits,
    }
    if found.agreement.task_id:
        hrefs["people_agreement"] = reverse("annotations:task_agreement", args=[found.agreement.task_id])
    return hrefs


def _segments(found):
    """[(what they choose, [(label, address, whether it is the one)])]."""
    choice, period = found.choice, found.period
    month = dateformat.format(period.today, "F")
    steps = [(step, STEP_TITLES[step]) for step in steps_of(period.key)]
    segments = [
        (_("Period"), "period", [(MONTH, month), *PERIOD_TITLES.items()], period.key),
        (_("Grouping"), "by", BY_TITLES.items(), choice.by),
        (_("Step"), "step", steps, period.step),
    ]
    if found.is_any_real and found.is_any_simulated:
        segments.append((_("Source"), "source", SOURCE_TITLES.items(), choice.source))
    return [
        (title, [(label, choice.query(**{name: value}), value == chosen) for value, label in values])
        for title, name, values, chosen in segments
    ]


def _chips(organization, choice):
    """[(what the figures are narrowed to, the address without it)]."""
    chips = [(choice.model, choice.query(model=""))] if choice.model else []
    if choice.task:
        name = AnnotationTask.objects.for_organization(organization).values_list("name", flat=True).get(pk=choice.task)
        chips.append((name, choice.query(task="")))
    return chips


def _stats(found):
    """The three figures beside the month's spend, of the whole period like the charts: label, the key of its
    definition, value or None with a reason, and notes, one of them on the newest step."""
    total, calls, failed = found.total, found.total.calls, found.total.failures
    cost = total.cost_per_accepted_label
    return [
        {
            "label": _("Cost per accepted label (example prices)")
            if found.choice.simulated
            else _("Cost per accepted label"),
            "figure": "cost_per_accepted_label",
            "value": cost and numbers.usd(cost[0]),
            "reason": total.reason or total.accepted.reason or _("No audited label was accepted."),
            "notes": cost and [_bounds(cost[1], cost[2], numbers.usd), numbers.counted(total.accepted.n)],
        },
        {
            "label": _("Latency, p50"),
            "figure": "latency",
            "value": calls.timed and numbers.seconds(calls.p50_seconds) or None,
            "reason": _("No call of this period was timed."),
            "notes": [
                calls.timed
                and _("p95 %(p95)s · %(n)s")
                % {"p95": numbers.seconds(calls.p95_seconds), "n": numbers.counted(calls.timed)},
                _newest(found, [each.p50_seconds for each in found.calls], numbers.seconds),
            ],
        },
        {
            "label": _("Failed requests"),
            "figure": "failure_share",
            "value": None if failed.value is None else numbers.percent(failed.value),
            "reason": failed.reason,
            "notes": [
                failed.value is not None
                and _bounds(failed.low, failed.high, numbers.percent) + f" · {numbers.counted(failed.n)}",
                _newest(found, [each.value for each in found.failures], numbers.percent),
            ],
        },
    ]


def _newest(found, values, write):
    """The last whole step that has a value, or today or this week, in words; "" without one."""
    weekly = found.period.step == WEEK
    now, before = (_("this week so far"), _("last week")) if weekly else (_("today so far"), _("yesterday"))
    newest = [(value, before) for value in values[-2:-1]] + [(values[-1], now)]
    return next((f"{write(value)} {when}" for value, when in newest if value is not None), "")


def _bounds(low, high, write):
    return numbers.interval(low, high, write=write)
