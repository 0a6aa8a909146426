"""The page of one job: what was estimated, what models and people say about it, and the last word."""

import json
from dataclasses import dataclass

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from evalhub.accounts.access import requires
from evalhub.lib.charts import numbers, panels
from evalhub.lib.errors import EvalHubError, InvalidInput
from reviews.engine.runs.views import totals
from reviews.engine.tasks import request_due
from reviews.jobs.actions import review_runs
from reviews.jobs.actions import sign_off as signing
from reviews.jobs.charts import EstimateSubject, ScoresSubject
from reviews.jobs.models import Job
from reviews.jobs.views import directory_state, labels, summary
from reviews.jobs.views.files import job_of, result_texts, tree_of

TEMPLATE = "reviews/jobs/detail.html"
MOST_EARLIER = 10
LARGEST_MANIFEST = 50_000  # characters; a longer one is read among the files
MEANINGS = {
    "initiative_id": gettext_lazy("the initiative"),
    "confidence": gettext_lazy("confidence in the estimate, 0 to 1"),
    "cost": gettext_lazy("the cost to scale it"),
    "return_best": gettext_lazy("upper end of the interval"),
    "return_median": gettext_lazy("the estimated effect"),
    "return_worst": gettext_lazy("lower end of the interval"),
    "model_type": gettext_lazy("the method"),
    "sample_size": gettext_lazy("cases behind the estimate"),
}


@dataclass(frozen=True)
class Step:
    """The one thing to do next: a link to it, or nothing."""

    label: str
    href: str
    icon: str


@requires("read")
@require_safe
def job_detail(request, job_id):
    """Its live part alone for htmx, which asks for it while the job is under review and then for the whole page."""
    job = job_of(request, job_id)
    if not request.htmx:
        return show(request, job)
    if job.state != "reviewing":
        return HttpResponseClientRefresh()
    board = summary.of_job(job, names=request.membership.may("manage"))
    return render(request, f"{TEMPLATE}#live", {"job": job, "board": board, "run_look": totals.label_of(job.run)})


@requires("manage")
@require_http_methods(["GET", "POST"])
def job_again(request, job_id):
    """Ask the whole panel anew about the same content."""
    job = job_of(request, job_id)
    if request.method == "GET":
        return redirect(job)
    try:
        review_runs.review_again(job=job, by=request.user)
    except EvalHubError as error:
        return show(request, job_of(request, job_id), problem=error, status=error.status)
    messages.success(request, _("Review queued again."))
    request_due.delay_on_commit()
    return redirect(job)


@requires("audit")
@require_http_methods(["GET", "POST"])
def job_sign_off(request, job_id):
    """The last word on a job whose answers were all audited."""
    job = job_of(request, job_id)
    if request.method == "GET":
        return redirect(job)
    given = {"verdict": request.POST.get("verdict", ""), "note": request.POST.get("note", "")}
    try:
        signing.sign_off(job=job, by=request.user, **given)
    except EvalHubError as error:
        status = 422 if isinstance(error, InvalidInput) else error.status
        return show(request, job_of(request, job_id), problem=error, given=given, status=status)
    messages.success(request, _("%(name)s signed off.") % {"name": job})
    return redirect(job)


def show(request, job, *, problem=None, given=None, status=200):
    """The page of a job; `problem` is an EvalHubError that says why nothing was changed, `given` a sign-off's words."""
    may_manage, may_audit = request.membership.may("manage"), request.membership.may("audit")
    board = summary.of_job(job, names=may_manage)
    found = Job.objects.filter(organization=job.organization_id, location=job.location).exclude(pk=job.pk)
    rows = found.only("pk", "initiative_id", "name", "state", "strategy", "confidence", "created_at", "location")
    context = {
        "job": job,
        "board": board,
        "problem": problem,
        "given": given or {},
        "may_manage": may_manage,
        "may_audit": may_audit,
        "look": labels.label_of(job),
        "method": labels.method_title(job.model_type),
        "origin": labels.ORIGINS[job.origin],
        "strategy": labels.STRATEGIES.get(job.strategy, ""),
        "verdict": labels.verdict_of(job),
        "verdicts": signing.VERDICTS.items(),
        "figures": [
            (key, numbers.short(value) if isinstance(value, float) else value, MEANINGS[key])
            for key, value in (job.result or {}).items()
        ],
        "result_json": json.dumps(job.result, indent=2, ensure_ascii=False) if job.result else "",
        "estimate_panels": panels("job_estimate", EstimateSubject(job.event)) if job.event else [],
        "score_panels": panels("job_scores", ScoresSubject(board.panel, board.people)),
        "step": _step(job, board, may_audit),
        "mistake": labels.mistake_of(job.error_category) if job.error_category else None,
        "manifest": job.manifest if len(json.dumps(job.manifest)) <= LARGEST_MANIFEST else None,
        "standing": directory_state.of_job(job),
        "tree": tree_of(job),
        "downloads": list(result_texts(job)),
        "earlier": [(other, labels.label_of(other)) for other in rows.order_by("-created_at", "-pk")[:MOST_EARLIER]],
        "run_look": totals.label_of(job.run) if job.run_id else None,
        "may_again": may_manage and job.run_id and job.state in ("reviewed", "failed"),
    }
    return render(request, TEMPLATE, context, status=status)


def _step(job, board, may_audit):
    if job.state == "reviewing":
        return Step(_("Open run"), reverse("reviews:run_detail", args=[job.run_id]), "bot")
    if job.state == "reviewed" and may_audit:
        if board.unaudited:
            return Step(_("Audit answers"), board.unaudited[0].audit_href, "scan-search")
        return Step(_("Sign off"), "#sign-off", "signature")
    if job.state in ("reviewed", "signed_off"):
        return Step(_("Report"), reverse("reviews:job_report", args=[job.pk]), "file-text")
    return None
