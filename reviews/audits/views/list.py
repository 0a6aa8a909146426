"""The list of machine annotations that an auditor may look at, and why each deserves it."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Exists, Min, OuterRef, Subquery
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from annotations.models import Annotation, AnnotationTask, Judgement
from evalhub.accounts.access import requires
from reviews.audits.actions import bulk_accept, decision_speed, error_rates, missing_answers, queue
from reviews.audits.actions import reasons as audit_reasons
from reviews.audits.actions.queue import Pick
from reviews.audits.models import Audit
from reviews.audits.views import filters
from reviews.engine.models import EvaluationRun

RELATED = ("annotator", "task", "item__test_case")
MOST_ESTIMATES = 5


@dataclass(frozen=True)
class Line:
    """One line of the list; a hidden answer shows neither who gave it nor what is known of it."""

    annotation: Annotation
    pick: Pick
    reasons: list
    href: str


@requires("audit")
@require_safe
def audit_list(request):
    chosen, auditor = filters.chosen_of(request), filters.auditor_of(request)
    found = filters.listed(request, chosen)
    page = queue.page(found, auditor=auditor, **_edges(request), **chosen.narrowing)
    has_run = Exists(EvaluationRun.objects.filter(task=OuterRef("pk")))
    tasks = list(AnnotationTask.objects.for_organization(request.organization).filter(has_run).order_by("name"))
    paces = decision_speed.paces(request.organization)
    waiting = missing_answers.counts(request.organization)
    context = {
        "lines": _lines(page.picks, chosen),
        "total": page.total,
        "chosen": chosen,
        "tasks": tasks,
        "newer": _beyond(request, "above", page.picks[0]) if page.picks and page.more_above else "",
        "older": _beyond(request, "below", page.picks[-1]) if page.picks and page.more_below else "",
        "why": filters.reason_choices(),
        "states": list(queue.STATES.items()),
        "estimates": _estimates(tasks, chosen),
        "failed": waiting.get("failed", 0),
        "paces": paces if request.membership.may("manage") else [],
        "mine": next((pace for pace in paces if pace.auditor_id == auditor.pk), None),
        "unanswered": sum(waiting.values()),
        "bulk_query": chosen.query,
        "acceptable": len(bulk_accept.acceptable(found, auditor=auditor, **chosen.narrowing)),
    }
    return render(request, "reviews/audits/list.html", context)


def _lines(picks, chosen):
    """A Line per Pick, in its order; one statement."""
    lowest = Judgement.objects.filter(annotation=OuterRef("pk")).order_by().values("annotation")
    found = (
        Annotation.objects.annotate(
            lowest=Subquery(lowest.annotate(lowest=Min("confidence")).values("lowest")),
            audited=Exists(Audit.objects.filter(judgement__annotation=OuterRef("pk"))),
            is_open=Exists(Judgement.objects.filter(annotation=OuterRef("pk"), audits=None)),
        )
        .select_related(*RELATED)
        .defer("item__test_case__input")
    )
    rows = found.in_bulk([pick.annotation_id for pick in picks])
    return [
        Line(
            rows[pick.annotation_id],
            pick,
            audit_reasons.titles(pick.why, hidden=pick.hidden),
            chosen.address_of(pick.annotation_id),
        )
        for pick in picks
        if pick.annotation_id in rows
    ]


def _estimates(tasks, chosen):
    """[(task, Estimate)] of the chosen task, or of the first ones that have one; a look into the cache."""
    wanted = [task for task in tasks if not chosen.task or str(task.pk) == chosen.task]
    kept = error_rates.kept(wanted)
    return [(task, kept[task.pk]) for task in wanted if task.pk in kept and kept[task.pk].rates][:MOST_ESTIMATES]


def _edges(request):
    """The place beyond which the page begins; links that cannot be read begin at the top."""
    for name in ("above", "below"):
        text = request.GET.get(name, "")
        if text.isascii() and text.isdigit() and len(text) < 19:
            return {name: int(text)}
    return {}


def _beyond(request, name, pick):
    kept = {key: value for key, value in request.GET.items() if key not in ("above", "below") and value}
    return f"{reverse('reviews:audit_list')}?{urlencode(kept | {name: pick.place})}"
