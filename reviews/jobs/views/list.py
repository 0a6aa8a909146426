"""The list of job directories: what they came to, and how to hand one over."""

import uuid
from dataclasses import dataclass

from django.conf import settings
from django.db.models import F, Func, JSONField, Q, Value
from django.db.models.functions import NullIf
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from evalhub.lib.charts import numbers, small
from evalhub.lib.charts.svg import Svg
from evalhub.lib.paging import keyset
from reviews.engine.views.labels import StateLabel
from reviews.jobs.actions import roots
from reviews.jobs.models import Job
from reviews.jobs.views import labels

TEMPLATE = "reviews/jobs/list.html"
LONGEST_SEARCH = 200
# What only the page of one job shows.
LARGE = ("artifact_text", "artifact_metadata", "manifest", "files", "evaluate_text", "review_text", "error_message")


class PanelOveralls(Func):
    """The overall scores of a jury's members as its result file has them, so that the whole file stays where it is."""

    template = "jsonb_path_query_array((%(expressions)s)::jsonb, '$.panel[*].overall_score')"
    output_field = JSONField()


@dataclass(frozen=True)
class JobLine:
    job: Job
    look: StateLabel
    method: str
    strip: Svg | None
    verdict: tuple | None


@requires("read")
@require_safe
def job_list(request):
    """Newest first, by state, method and text; three statements, however many jobs. Live while any is under review."""
    state, method = request.GET.get("state", ""), request.GET.get("method", "")
    text = request.GET.get("text", "").strip().replace("\0", "")[:LONGEST_SEARCH]
    titles = dict(labels.methods())
    found = _chosen(Job.objects.for_organization(request.organization), state, method, text)
    page = keyset(_shown(found), request, field="pk", kind=uuid.UUID, descending=True)
    may_manage = request.membership.may("manage")
    context = {
        "page": page,
        "lines": [_line(job, titles) for job in page.rows],
        "total": found.count(),
        "state": state,
        "method": method,
        "text": text,
        "is_filtered": bool(state or method or text),
        "methods": titles.items(),
        "states": [(code, look.label) for code, look in labels.STATES.items()],
        "may_manage": may_manage,
        "is_live": any(job.state == "reviewing" for job in page.rows),
    }
    if not page.rows and may_manage:
        context |= {"roots": roots.roots_of(request.organization), "inbox": settings.JOB_INBOX}
    return render(request, f"{TEMPLATE}#jobs" if request.htmx else TEMPLATE, context)


def _chosen(jobs, state, method, text):
    if state in labels.STATES:
        jobs = jobs.filter(state=state)
    if method:
        jobs = jobs.filter(model_type=method)
    if text:
        jobs = jobs.filter(Q(initiative_id__icontains=text) | Q(name__icontains=text))
    return jobs


def _shown(jobs):
    return jobs.defer(*LARGE).annotate(overalls=PanelOveralls(NullIf(F("review_text"), Value(""))))


def _line(job, titles):
    strip = None if job.confidence is None else _strip(job.confidence, job.overalls or [], job.spread)
    return JobLine(job, labels.label_of(job), titles.get(job.model_type, job.model_type), strip, labels.verdict_of(job))


def _strip(confidence, scores, spread):
    """A confidence with each model's own score, drawn small."""
    words = _("Confidence %(value)s") % {"value": numbers.point(confidence)}
    if spread is not None:
        words = _("%(first)s; distance between models %(spread)s") % {"first": words, "spread": numbers.point(spread)}
    return small.strip(confidence, scores, words)
