"""My work: what an annotator does next, what came back, what was done, how fast and how near to the others."""

from django.shortcuts import render
from django.utils import dateformat, timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from annotations.progress.actions import own_work
from annotations.tasks.actions import annotators
from evalhub.accounts.access import requires
from evalhub.lib import charts
from evalhub.lib.charts import numbers

PAGE = "annotations/progress/my_work.html"


@requires("annotate")
@require_safe
def my_work(request):
    """As many statements for many tasks and answers as for one."""
    return page(request)


def page(request):
    """The page of a member who annotates; also their Home, where they may read nothing else."""
    organization, annotator = request.organization, annotators.of_member(request.membership)
    tasks = own_work.tasks_of(organization, annotator)
    ready = [task for task in tasks if task.status == "ACTIVE" and task.preparation == "READY" and task.left > 0]
    first = ready[0] if ready else None
    pace = own_work.pace_of(organization, annotator)
    context = {
        "today": timezone.localdate(),
        "first": first,
        "held": own_work.held_in(first, annotator) if first else None,
        "open_tasks": [task for task in tasks if task.status == "ACTIVE"],
        "paused_tasks": [task for task in tasks if task.status == "PAUSED"],
        "returned": own_work.returned_to(organization, annotator),
        "answers": own_work.last_answers(organization, annotator),
        "pace": pace,
        "per_hour": round(3600 / pace.median_seconds) if pace.median_seconds else None,
        "chart": _chart(pace),
        "agreement": [(one, bounds_of(one.interval)) for one in own_work.agreement_with_others(tasks, annotator)],
        "differing": own_work.differing_in(tasks, annotator),
        "least_items": own_work.LEAST_ITEMS,
        "gold": own_work.gold_of(organization, annotator),
    }
    return render(request, PAGE, context)


def bounds_of(interval):
    """The 95 % interval of a share in words, "" without one."""
    return numbers.interval(interval.low, interval.high, write=numbers.share) if interval else ""


def _chart(pace):
    """The answers of the last days, None without any."""
    values = tuple(float(n) for _day, n in pace.days)
    if not any(values):
        return None
    total, n = sum(values), len(values)
    finding = _("%(total)s answers in %(days)s days") % {"total": numbers.count(int(total)), "days": n}
    title = _("My answers by day")
    moments = [dateformat.format(day, "j M") for day, _n in pace.days]
    group = charts.Group(title, values, "human")
    return charts.stacked_bars(moments, [group], title=title, finding=finding, is_last_open=True, is_small=True)
