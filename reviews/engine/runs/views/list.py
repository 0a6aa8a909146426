"""The list of runs of every kind."""

import uuid
from dataclasses import dataclass

from django.shortcuts import render
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from evalhub.lib.paging import keyset
from reviews.engine.models import EvaluationRun
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.runs.owners import Owner, owners_of
from reviews.engine.runs.views import totals as run_totals
from reviews.engine.views.labels import RUN_KINDS, RUN_STATUSES, StateLabel, label_of_run, stage_title
from reviews.engine.views.tabs import console_tabs

TEMPLATE = "reviews/engine/runs/list.html"


@dataclass(frozen=True)
class RunLine:
    """One run and whose it is; `stage` is what it does at present, in words, "" before the first and after the last."""

    run: EvaluationRun
    totals: run_totals.Totals
    look: StateLabel
    stage: str
    owner: Owner | None

    @property
    def kind(self):
        return RUN_KINDS[self.run.kind]

    @property
    def is_done(self):
        return self.run.status == "completed" and not self.totals.failed


@requires("read")
@require_safe
def run_list(request):
    """Newest first, by status and kind if asked; polled while any goes on. Statements grow with kinds, not runs."""
    status, kind = request.GET.get("status", ""), request.GET.get("kind", "")
    found = EvaluationRun.objects.for_organization(request.organization)
    if status in RUN_STATUSES:
        found = found.filter(status=status)
    if kind in RUN_KINDS:
        found = found.filter(kind=kind)
    page = keyset(found.select_related("annotator", "task"), request, field="pk", kind=uuid.UUID, descending=True)
    context = {
        "page": page,
        "lines": lines_of(page.rows),
        "total": found.count(),
        "status": status,
        "kind": kind,
        "kinds": RUN_KINDS.items(),
        "statuses": [(code, look.label) for code, look in RUN_STATUSES.items()],
        "tabs": console_tabs("runs"),
        "is_live": any(run.status not in ENDED for run in page.rows),
        "may_manage": request.membership.may("manage"),
    }
    return render(request, f"{TEMPLATE}#runs" if request.htmx else TEMPLATE, context)


def lines_of(runs):
    """A RunLine for each run, which comes with its annotator and task; three statements, and some for each kind."""
    totals, found = run_totals.totals_of(runs), owners_of(runs)
    return [
        RunLine(
            run,
            totals[run.pk],
            label_of_run(run, totals[run.pk].failed, totals[run.pk].expected),
            stage_title(totals[run.pk].titles.get(run.current_stage, "")),
            found.get(run.pk),
        )
        for run in runs
    ]
