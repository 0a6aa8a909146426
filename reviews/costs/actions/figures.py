"""Read the Figures of a Choice."""

import datetime
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotations.agreement import reasons
from annotations.labels.measures import measured
from annotations.models import AgreementSnapshot, AnnotationTask
from evalhub.lib.charts.numbers import count
from evalhub.lib.errors import NotFound
from reviews.costs.actions import ledger
from reviews.costs.choice import REAL, SIMULATED, TASK
from reviews.costs.results import Agreement, Calls, Figures, GroupFigures, Rate
from reviews.engine.models import LLMAttempt
from reviews.engine.views.labels import RUN_KINDS

NOTHING = Calls(), None, 0


def read(organization, choice):
    """The Figures; eight statements at most, whatever the period holds. NotFound for a task of others."""
    sent = LLMAttempt.objects.filter(request__run__organization=organization)
    is_real, is_simulated = sent.filter(simulated=False).exists(), sent.filter(simulated=True).exists()
    if choice.source is None:
        choice = replace(choice, source=SIMULATED if is_simulated and not is_real else REAL)
    titles = _task_titles(organization, choice)
    totals, errors = ledger.totals_of(organization, choice), ledger.errors_of(organization, choice)
    calls, failures = ledger.calls_of(totals), ledger.failures_of(totals)

    def group(key, title, called, failed, erred):
        found, usd, unpriced = called or NOTHING
        total = totals.all if key is None else totals.groups[key]
        items, labelled = total.items, total.labels
        return GroupFigures(
            key or "",
            title,
            found,
            failed or Rate(reason=_("No request has ended in this period.")),
            items,
            labelled,
            usd,
            _accepted(erred),
            _undefined(items, labelled, usd, unpriced),
        )

    keys = sorted(calls.groups, key=lambda key: (-(calls.groups[key][0].cost_usd or 0), -calls.groups[key][0].n, key))
    starts = choice.period.starts
    empty = Rate(reason=_("No request has ended."))
    none_audited = Rate(reason=_("No blind audit of the random sample."))
    return Figures(
        choice=choice,
        groups=tuple(
            group(
                key,
                titles.get(key) or _short(key, keys),
                calls.groups[key],
                failures.groups.get(key),
                errors.groups.get(key),
            )
            for key in keys
        ),
        total=group(None, _("All"), calls.all, failures.all, errors.all),
        spend={
            key: tuple(calls.both.get((key, start), NOTHING)[0].cost_usd or 0.0 for start in starts)
            for key in keys
            if calls.groups[key][0].cost_usd
        },
        calls=tuple(calls.steps.get(start, NOTHING)[0] for start in starts),
        failures=tuple(failures.steps.get(start, empty) for start in starts),
        errors=tuple(errors.steps.get(start, none_audited) for start in starts),
        total_errors=errors.all or none_audited,
        agreement=agreement_of(organization, choice),
        is_any_simulated=is_simulated,
        is_any_real=is_real,
    )


def _task_titles(organization, choice):
    """{key of a group: its title} where groups are tasks or what runs without one were begun for."""
    tasks = AnnotationTask.objects.for_organization(organization)
    if choice.task and not tasks.filter(pk=choice.task).exists():
        raise NotFound(_("There is no such task."))
    if choice.by != TASK:
        return {}
    named = {str(pk): name for pk, name in tasks.filter(runs__isnull=False).distinct().values_list("pk", "name")}
    return named | {kind: str(title) for kind, title in RUN_KINDS.items()}


def _short(model, models):
    """A model without its provider, where no other one is called so."""
    name = model.rpartition("/")[2]
    return name if [other.rpartition("/")[2] for other in models].count(name) == 1 else model


def _accepted(errors):
    if errors is None:
        return Rate(reason=_("No blind audit of the random sample in this period."))
    return Rate(1 - errors.value, 1 - errors.high, 1 - errors.low, errors.n)


def _undefined(items, labels, usd, unpriced):
    """Why the cost of an item and of a label has no value; "" where it has."""
    if not items or not labels:
        return _("No item of an annotation task was answered in this period.")
    if unpriced:
        words = ngettext("The price of %(n)s call is unknown.", "The price of %(n)s calls is unknown.", unpriced)
        return words % {"n": count(unpriced)}
    return "" if usd is not None else _("No call of these answers is in this period.")


def agreement_of(organization, choice):
    """The agreement of the task with most items among those that have any in the period, and how it came about."""
    found = AgreementSnapshot.objects.filter(task__organization=organization, task__is_listed=True)
    found = AgreementSnapshot.objects.filter(pk__in=found.headlines().values("pk"))
    if choice.task:
        found = found.filter(task=choice.task)
    for row in found.select_related("question", "task").order_by("-n_items", "task")[:20]:
        points = tuple(
            (last, _alpha(point))
            for point in row.details.get("over_time", [])
            for last in [datetime.date.fromisoformat(point["last"])]
            if last >= choice.period.first
        )
        if any(rate.value is not None for _last, rate in points):
            declared, all_items = measured(row.question), Rate(row.value, row.low, row.high, row.n_items)
            return Agreement(row.question.title, row.task.name, str(row.task_id), declared.level, points, all_items)
    return Agreement()


def _alpha(point):
    reason = str(reasons.text(point["reason"])) if point["reason"] else ""
    return Rate(point["value"], point["low"], point["high"], point["n_items"], reason)
