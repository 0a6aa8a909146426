"""The people tab of a task: who answers how much, how fast and how near to the others; machines apart."""

from dataclasses import dataclass, replace

from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from annotations.agreement import model_agreement, reasons
from annotations.progress.actions import workload
from annotations.tasks.views.lookup import task_of
from annotations.tasks.views.tabs import page_context
from evalhub.accounts.access import requires
from evalhub.accounts.models import Membership
from evalhub.lib.charts import numbers
from evalhub.lib.charts.small import day_bars


@dataclass(frozen=True)
class Row:
    """One line of the table: a Worker, the picture of their last days and their agreement in words."""

    worker: workload.Worker
    picture: object
    week: int
    alpha: str
    note: str
    href: str = ""


@requires("read")
@require_safe
def task_people(request, task_id):
    """Everybody who has work in the task; eight statements, whatever their number."""
    task = task_of(request, task_id)
    compared = workload.matrices(task=task)
    workers = workload.workers(task=task, compared=compared)
    hrefs = _pages_of(request, workers)
    models = model_agreement.of_task(task)
    rows = [replace(row_of(worker, models), href=hrefs.get(worker.annotator.user_id, "")) for worker in workers]
    context = page_context(request, task, "people") | {
        "computed_at": compared.computed_at,
        "people": [row for row in rows if row.worker.annotator.kind == "human"],
        "machines": [row for row in rows if row.worker.annotator.kind != "human"],
    }
    return render(request, "annotations/progress/task_people.html", context)


def _pages_of(request, workers):
    """{user id: address of the person's own page} for who may open it."""
    if not request.membership.may("manage"):
        return {}
    users = [worker.annotator.user_id for worker in workers if worker.annotator.user_id]
    members = Membership.objects.for_organization(request.organization).filter(user__in=users)
    return {user: reverse("annotations:person", args=[pk]) for user, pk in members.values_list("user", "pk")}


def row_of(worker, models=None):
    """The Row of a Worker; `models`: {annotator id: ModelAgreement}, beside which a model has no other agreement."""
    near, model = worker.closeness, (models or {}).get(str(worker.annotator.pk))
    return Row(
        worker=worker,
        picture=day_bars(worker.days, worker.annotator.kind),
        week=sum(worker.days),
        alpha=model.figure if model else "" if near.alpha is None else numbers.point(near.alpha),
        note=f"{model.note} · {model.question}" if model else _note(near),
    )


def _note(near):
    """What stands behind the figure, or why there is none."""
    if near.reason == "NOT_COMPUTED":
        return _("Not computed yet.")
    if near.reason == "NOT_IN_MATRIX":
        return _("Not compared: only the annotators with the most labels are compared.")
    if near.equal is None:
        return _("Not defined yet: no other annotator has labelled the same items.")
    parts = []
    if near.reason == "NO_PAIR_DEFINED":
        parts = [_("Not defined for any pair yet: they share too few items.")]
    elif near.reason:
        parts = [reasons.text(near.reason).show]
    shared = _("%(share)s agreement, %(count)s shared labels") % {
        "share": numbers.share(near.equal),
        "count": numbers.count(near.n_labels),
    }
    return " ".join([*parts, shared])
