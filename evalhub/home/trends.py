"""Four trends of twelve weeks: people's answers, agreement, audited errors of models, spend."""

from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, time

from django.core.cache import cache
from django.db.models import Count
from django.db.models.functions import TruncWeek
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotations.agreement.bands import written
from annotations.models import Annotation
from evalhub.lib import charts
from evalhub.lib.charts import numbers
from reviews.audits.actions.error_rates import LEAST_SHOWN
from reviews.costs import choice as choices
from reviews.costs import forms
from reviews.costs.actions import figures, ledger
from reviews.costs.results import Rate
from reviews.costs.views.costs import named

KEPT_SECONDS = 300
KEY = "home-trends:{}:{}"


@dataclass(frozen=True)
class Trend:
    """`value` "" is undefined, for the reason in `note`; then there is no `chart`."""

    title: str
    value: str
    unit: str
    note: str
    chart: charts.Chart | None
    kind: str = ""


def trends_of(organization):
    """The four Trends; eight statements, one while what was counted is kept."""
    choice = forms.read({})
    moments = [named(start) for start in choice.period.starts]
    # Numbers of the last weeks, counted at most every five minutes: they read every call of twelve weeks.
    key = KEY.format(organization.pk, choice.period.today)
    counted = cache.get(key)
    if counted is None:
        counted = _count(organization, replace(choice, source=choices.REAL))
        cache.set(key, counted, KEPT_SECONDS)
    errors = [Rate(**each) for each in counted["errors"]]
    return [
        _answers(moments, counted["answers"], counted["people"]),
        _agreement(figures.agreement_of(organization, choice)),
        _errors(moments, errors, Rate(**counted["all_errors"])),
        _spend(moments, counted["spend"], counted["simulated_calls"]),
    ]


def _count(organization, choice):
    starts = choice.period.starts
    errors = ledger.errors_of(organization, choice)
    calls, simulated = (
        ledger.calls_of(ledger.totals_of(organization, replace(choice, source=source))) for source in choices.SOURCES
    )
    since = datetime.combine(choice.period.first, time(), UTC)
    answers = Annotation.objects.current().by_people()
    answers = answers.filter(task__organization=organization, task__is_listed=True, submitted_at__gte=since)
    weeks = answers.order_by().annotate(week=TruncWeek("submitted_at", tzinfo=UTC)).values_list("week")
    rows = {
        week.date(): (n, people) for week, n, people in weeks.annotate(Count("pk"), Count("annotator", distinct=True))
    }
    none = Rate(reason=_("none"))
    return {
        "answers": [rows.get(start, (0, 0))[0] for start in starts],
        "people": [rows.get(start, (0, 0))[1] for start in starts],
        "spend": [float(calls.steps[start][0].cost_usd or 0) if start in calls.steps else 0.0 for start in starts]
        if calls.all
        else None,
        "simulated_calls": simulated.all[0].n if simulated.all and not calls.all else 0,
        "errors": [asdict(errors.steps.get(start, none)) | {"reason": ""} for start in starts],
        "all_errors": asdict(errors.all or none) | {"reason": ""},
    }


def _answers(moments, values, people):
    title = _("Answers by people")
    if not any(values):
        return Trend(title, "", "", _("Not defined: no answers in the last 12 weeks."), None, "human")
    change = _("last week: %(n)s · annotators this week: %(people)s") % {
        "n": numbers.count(values[-2]),
        "people": numbers.count(people[-1]),
    }
    chart = charts.stacked_bars(
        moments,
        [charts.Group(title, tuple(map(float, values)), "human")],
        title=title,
        finding=change,
        write=numbers.short,
        is_last_open=True,
        is_small=True,
    )
    return Trend(title, numbers.count(values[-1]), _("this week"), change, chart, "human")


def _agreement(found):
    title = _("Agreement among people")
    if found.all.value is None:
        return Trend(title, "", "", _("Not defined: no item has labels of two people."), None, "human")
    points = [
        charts.EstimateMark(named(last), rate.value, rate.low, rate.high, rate.n, "human", rate.reason)
        for last, rate in found.points
    ]
    whole = found.all
    bounds = numbers.interval(whole.low, whole.high)
    newest = next(rate.value for _last, rate in reversed(found.points) if rate.value is not None)
    newest = _("items of the newest days: %(value)s") % {"value": written(newest)}
    note = " · ".join(filter(None, [bounds, numbers.counted(whole.n), newest, found.question, found.task]))
    chart = charts.line(points, title=title, finding=note, high=1.0, write=numbers.point, is_small=True)
    return Trend(title, written(whole.value), "alpha", note, chart, "human")


def _errors(moments, rates, total):
    title = _("Model error rate in audits")
    if total.value is None:
        return Trend(title, "", "", _("Not defined: no blind audit of the random sample yet."), None, "llm")
    if total.n < LEAST_SHOWN:
        met = {"n": numbers.count(total.n), "least": LEAST_SHOWN}
        note = ngettext(
            "%(n)s blind audit; shown from %(least)s on.", "%(n)s blind audits; shown from %(least)s on.", total.n
        )
        return Trend(title, "", "", note % met, None, "llm")
    points = [
        charts.EstimateMark(moment, rate.value, rate.low, rate.high, rate.n, "llm")
        for moment, rate in zip(moments, rates, strict=True)
    ]
    note = f"{numbers.interval(total.low, total.high, write=numbers.percent)} · {numbers.counted(total.n)}"
    chart = charts.line(points, title=title, finding=note, write=numbers.percent, is_last_open=True, is_small=True)
    return Trend(title, numbers.percent(total.value), _("in 12 weeks"), note, chart, "llm")


def _spend(moments, values, simulated_calls):
    title = _("Spend")
    if values is None:
        reason = (
            _("$0 (simulated), calls: %(n)s") % {"n": numbers.count(simulated_calls)}
            if simulated_calls
            else _("Not defined: no model was called in the last 12 weeks.")
        )
        return Trend(title, "", "", reason, None, "llm")
    note = _("last week: %(amount)s") % {"amount": numbers.usd(values[-2])}
    chart = charts.stacked_bars(
        moments,
        [charts.Group(title, tuple(values), "llm")],
        title=title,
        finding=note,
        write=numbers.usd,
        write_tick=numbers.usd_short,
        is_last_open=True,
        is_small=True,
    )
    return Trend(title, numbers.usd(values[-1]), _("this week"), note, chart, "llm")
