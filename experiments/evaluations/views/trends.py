"""The mean of a metric over the evaluations of a dataset or a system, in the order of time."""

import uuid
from dataclasses import dataclass

from django.http import Http404
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from annotations.models import Question
from datasets.models import Dataset, System
from evalhub.accounts.access import requires
from evalhub.lib import charts
from evalhub.lib.charts import Panel, numbers
from experiments.evaluations import summary_estimates
from experiments.evaluations.actions import trends
from experiments.evaluations.charts import days
from experiments.evaluations.views.evaluation_frame import trail_to_evaluations

MOST_CHOICES, MOST_SERIES = 200, 12


@dataclass(frozen=True)
class Point:
    """An evaluation of a trend with its texts; `is_few`: of few cases."""

    evaluation: object
    value: str
    interval: str
    n: int
    is_few: bool


@dataclass(frozen=True)
class Series:
    """A Trend as a chart and as points, the newest first."""

    name: str
    scorer: str
    dataset: Dataset
    kind: str
    panels: list
    points: list


@requires("read")
@require_safe
def evaluation_trends(request):
    """`metric` is a key, `dataset` and `system` are ids; without a metric that of the newest evaluation. 404 for what
    the organization does not have. As many statements for many evaluations as for one."""
    own = trends.trackable(request.organization)
    forms = own.values("task__schema_version")
    keys = list(
        Question.objects.filter(schema_version__in=forms).order_by("key").values_list("key", flat=True).distinct()
    )
    datasets = list(Dataset.objects.filter(pk__in=own.values("task__dataset_version__dataset")).order_by("name"))
    systems = list(System.objects.filter(pk__in=own.exclude(system=None).values("system")).order_by("name", "pk"))
    dataset, system = _chosen(request, "dataset", datasets), _chosen(request, "system", systems)
    metric = request.GET.get("metric") or _newest_key(own)
    if metric and metric not in keys:
        raise Http404
    found = trends.trends_of(
        organization=request.organization,
        metric=metric,
        dataset=dataset and dataset.pk,
        system=system and system.pk,
    )
    context = {
        "keys": keys[:MOST_CHOICES],
        "datasets": datasets[:MOST_CHOICES],
        "systems": systems[:MOST_CHOICES],
        "metric": metric,
        "dataset": dataset,
        "system": system,
        "series": [_series(each) for each in found[:MOST_SERIES]],
        "n_left": len(found[MOST_SERIES:]),
        "trail": trail_to_evaluations(),
    }
    return render(request, "experiments/evaluations/trends.html", context)


def _chosen(request, name, rows):
    given = request.GET.get(name)
    if not given:
        return None
    try:
        asked = uuid.UUID(given)
    except ValueError:
        raise Http404 from None
    found = next((row for row in rows if row.pk == asked), None)
    if found is None:
        raise Http404
    return found


def _newest_key(own):
    newest = own.order_by("-created_at").values("task__schema_version")[:1]
    form = Question.objects.filter(schema_version__in=newest).order_by("position")
    return form.values_list("key", flat=True).first() or ""


def _series(trend):
    name = summary_estimates.titled(trend.question, trend.reducer)
    return Series(
        name=name,
        scorer=trend.annotator.name,
        dataset=trend.dataset,
        kind=trend.annotator.kind,
        panels=[Panel(name, _chart(trend, name), is_wide=True, reason=_("Its values have no mean."))],
        points=[_point(each) for each in reversed(trend.summaries)],
    )


def _point(summary):
    found = summary.estimate
    return Point(
        evaluation=summary.evaluation,
        value="" if found.value is None else numbers.point(found.value),
        interval=numbers.interval(found.low, found.high, write=numbers.point),
        n=found.n,
        is_few=found.n < summary_estimates.FEW,
    )


def _chart(trend, name):
    found = [_estimate(each) for each in trend.summaries]
    known = [bound for each in found for bound in (each.value, each.low, each.high) if bound is not None]
    if not known:
        return None
    counts_passes = trend.summaries[0].counts_passes
    least, most = (0, 1) if counts_passes else summary_estimates.ends_of(trend.question)
    words = _("Mean of %(metric)s by %(scorer)s in each evaluation, by its start, 95 %% CI. Grey: few cases.")
    return charts.line(
        found,
        title=_("%(metric)s by %(scorer)s") % {"metric": name, "scorer": trend.annotator.name},
        finding=_finding(found),
        definition=words % {"metric": name, "scorer": trend.annotator.name},
        low=min(known) if least is None else least,
        high=max(known) if most is None else most,
        unit=_("cases"),
        write=numbers.point,
        write_tick=numbers.tick_label,
        least_n=summary_estimates.FEW,
    )


def _estimate(summary):
    found, when = summary.estimate, summary.evaluation.created_at
    reason = "" if found.value is not None else _("nothing scored")
    label = f"{when:%m-%d %H:%M}"
    return charts.EstimateMark(label, found.value, found.low, found.high, found.n, summary.annotator.kind, reason)


def _finding(found):
    enough = [each for each in found if each.n >= summary_estimates.FEW and each.low is not None]
    if len(enough) >= 2:
        return days.finding_of(found)
    n = len(enough)
    words = ngettext(
        "%(n)s evaluation of enough cases: too few for a trend",
        "%(n)s evaluations of enough cases: too few for a trend",
        n,
    )
    return words % {"n": numbers.count(n)}
