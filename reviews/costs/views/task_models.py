"""What the overview of a task says of its models: answers to audit, money spent, and how good each model is."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotations.agreement import model_agreement
from annotations.agreement.model_agreement import ModelAgreement
from annotations.progress.views.overview import Addition, Stat, Step
from annotations.tasks.actions import annotators
from evalhub.lib.charts import numbers
from reviews.audits.actions import error_rates, queue
from reviews.engine.models import EvaluationRun
from reviews.engine.runs.views.lists.runs import load_totals

TEMPLATE = "reviews/costs/task_models.html"
MOST_RUNS = 20


@dataclass(frozen=True)
class Model:
    """One run, with its model's agreement with people, and errors in blind audits as a text with its note."""

    run: EvaluationRun
    agreement: ModelAgreement | None
    errors: str
    errors_note: str


def of_task(task, membership, agreement):
    """The Addition of a task; nothing where no model answers. Eight statements at most."""
    runs = list(EvaluationRun.objects.filter(task=task).select_related("annotator").order_by("created_at")[:MOST_RUNS])
    if not runs:
        return Addition()
    load_totals(runs)
    machines = model_agreement.of_rows([scopes["between"] for _title, scopes in agreement if "between" in scopes])
    found = error_rates.kept([task]).get(task.pk)
    errors = {rate.annotator.pk: rate for rate in found.overall} if found else {}
    models = [_model(run, machines.get(str(run.annotator_id)), errors.get(run.annotator_id)) for run in runs]
    return Addition(
        steps=_steps(task, membership),
        stats=[_spent(runs)],
        template=TEMPLATE,
        context={"models": models},
    )


def _model(run, machine, rate):
    errors, errors_note = "", _("Not audited yet")
    if rate is not None and rate.n and not rate.is_shown:
        met = {"n": numbers.count(rate.n), "drawn": numbers.count(rate.drawn), "least": error_rates.LEAST_SHOWN}
        errors_note = _("%(n)s of %(drawn)s audited; shown from %(least)s on") % met
    elif rate is not None and rate.is_shown:
        errors = numbers.percent(rate.rate)
        bounds = numbers.interval(rate.low, rate.high, write=numbers.percent)
        errors_note = ", ".join(filter(None, [bounds, numbers.counted(rate.n)]))
    return Model(run, machine, errors, errors_note)


def _steps(task, membership):
    if not membership.may("audit"):
        return []
    n = queue.waiting(queue.listed(task.organization, annotators.of_member(membership)).filter(task=task)).count()
    if not n:
        return []
    words = ngettext("%(n)s answer to audit", "%(n)s answers to audit", n) % {"n": numbers.count(n)}
    href = f"{reverse('reviews:audit_list')}?{urlencode({'task': task.pk})}"
    return [Step("scan-search", words, _("Random sample, or in doubt"), href)]


def _spent(runs):
    """What the runs cost; unknown prices are said, never counted as nothing."""
    note = ngettext("in %(n)s run", "in %(n)s runs", len(runs)) % {"n": len(runs)}
    costs = [run.totals.cost_usd for run in runs if run.totals.cost_usd is not None]
    unpriced = sum(run.totals.unpriced_calls for run in runs)
    if costs:
        if unpriced:
            words = ngettext("%(n)s call without a known price", "%(n)s calls without a known price", unpriced)
            note = f"{note}, {words % {'n': numbers.count(unpriced)}}"
        return Stat(_("Spent"), numbers.usd(float(sum(costs))), note)
    if any(run.totals.simulated for run in runs):
        return Stat(_("Spent"), numbers.usd(0), f"{_('simulated')}, {note}")
    return Stat(_("Spent"), reason=_("No call with a known price yet"), note=note)
