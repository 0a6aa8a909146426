"""Pages of audits: what waits and why, and the audit of one machine annotation."""

from dataclasses import dataclass

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from annotations import schema
from annotations.actions import annotators, forms
from annotations.models import Annotation, AnnotationTask
from evalhub.accounts.access import requires
from evalhub.lib.errors import InvalidInput
from reviews.actions import audit_queue, audits
from reviews.views import audit_bench

PAGE_SIZE = 50
MODE_COOKIE = "audit_mode"
MODES = ("assisted", "blind")


@dataclass(frozen=True)
class Waiting:
    """One line of the list."""

    annotation: Annotation
    reasons: list


@requires("audit")
@require_safe
def audit_list(request):
    chosen = _chosen(request)
    found = _filtered(request, chosen)
    after = request.GET.get("after", "")
    if after.isascii() and after.isdigit():
        found = found.filter(pk__gt=int(after))
    loaded = found.select_related("annotator", "task", "item__test_case").order_by("pk")[: PAGE_SIZE + 1]
    rows = list(loaded)
    older = f"?{_query(chosen)}&after={rows[PAGE_SIZE - 1].pk}" if len(rows) > PAGE_SIZE else ""
    context = {
        "rows": [Waiting(row, audit_queue.reasons(row)) for row in rows[:PAGE_SIZE]], "chosen": chosen,
        "older": older, "newer": f"?{_query(chosen)}" if after else "", "query": _query(chosen),
        "tasks": AnnotationTask.objects.for_organization(request.organization).filter(runs__isnull=False).distinct(),
        "why": list(audit_queue.WHY.items()),
    }
    return render(request, "reviews/audit_list.html", context)


@requires("audit")
@require_safe
def audit_item(request, annotation_id):
    """One machine annotation; in blind mode nothing of it until the auditor has answered."""
    annotation, auditor = _annotation(request, annotation_id), annotators.of_member(request.membership)
    mode = _mode(request)
    if mode == "blind" and audits.own_annotation(annotation, auditor) is None:
        context = audit_bench.blind_context(annotation)
    else:
        context = audit_bench.page_context(annotation, auditor)
    response = render(request, "reviews/audit.html", context | _frame(request, annotation, mode))
    if request.GET.get("mode") in MODES:
        response.set_cookie(MODE_COOKIE, mode, max_age=31_536_000, httponly=True, samesite="Lax",
                            secure=request.is_secure())
    return response


@requires("audit")
@require_POST
def audit_answer(request, annotation_id):
    """The auditor's own answers, before the machine's are shown."""
    annotation, auditor = _annotation(request, annotation_id), annotators.of_member(request.membership)
    form = forms.load(annotation.schema_version_id)
    answers = schema.read_form(form.specs, request.POST, prefix="own")
    try:
        audits.answer_first(annotation=annotation, answers=_given(answers), auditor=auditor, task=annotation.task)
    except InvalidInput as error:
        context = audit_bench.blind_context(annotation, answers=answers, errors=error.details.get("fields", {}))
        context |= _frame(request, annotation, "blind")
        return render(request, "reviews/audit.html", context, status=422)
    return redirect(_address(request, annotation))


@requires("audit")
@require_POST
def audit_decide(request, annotation_id):
    """Store the decisions of the form and go on to the next annotation that waits."""
    annotation, auditor = _annotation(request, annotation_id), annotators.of_member(request.membership)
    decisions, errors = _decisions(request, annotation)
    if not errors:
        try:
            audits.decide(annotation=annotation, decisions=decisions, auditor=auditor, task=annotation.task)
        except InvalidInput as error:
            errors = error.details.get("fields") or {"": error.message}
    if errors:
        context = audit_bench.page_context(annotation, auditor, decisions=decisions, errors=errors)
        context |= _frame(request, annotation, _mode(request)) | {"problem": next(iter(errors.values()))}
        return render(request, "reviews/audit.html", context, status=422)
    messages.success(request, f"Audit of item {annotation.item.position + 1} saved.")
    following = _filtered(request, _chosen(request)).filter(pk__gt=annotation.pk).order_by("pk").first()
    return redirect(_address(request, following) if following else f"{reverse('reviews:audit_list')}?"
                    f"{_query(_chosen(request))}")


def _decisions(request, annotation):
    """({key: Decision}, {key: problem}) of the posted form; questions without a verdict are left for later."""
    form = forms.load(annotation.schema_version_id)
    own = schema.read_form(form.specs, request.POST, prefix="own")
    missing = set(annotation.judgements.filter(evidence__match="missing").values_list("question__key", flat=True))
    decisions, problems = {}, {}
    for spec in form.specs:
        verdict = request.POST.get(f"verdict-{spec.key}", "")
        if not verdict:
            continue
        decisions[spec.key] = audits.Decision(
            verdict=verdict, value=own.get(spec.key) if verdict == "override" else None,
            reason_code=request.POST.get(f"reason-{spec.key}", ""), note=request.POST.get(f"note-{spec.key}", "")[:4000],
        )
        if verdict == "accept" and spec.key in missing and not request.POST.get(f"checked-{spec.key}"):
            problems[spec.key] = "A quote was not found in the source. Tick that you checked the value without it."
    return decisions, problems


def _given(answers):
    return {key: value for key, value in answers.items() if value is not None}


def _annotation(request, annotation_id):
    found = Annotation.objects.current().filter(task__organization=request.organization)
    machines = found.filter(annotator__kind__in=["llm", "program"])
    return get_object_or_404(machines.select_related("task", "annotator", "item"), pk=annotation_id)


def _filtered(request, chosen):
    found = audit_queue.machine_annotations(request.organization)
    if chosen["task"]:
        found = found.filter(task_id=chosen["task"])
    auditor = annotators.of_member(request.membership)
    return audit_queue.filtered(found, why=chosen["why"], state=chosen["state"], auditor=auditor)


def _chosen(request):
    """The filters of the list, as far as they are valid."""
    query = request.POST if request.method == "POST" else request.GET
    task = query.get("task", "")
    known = AnnotationTask.objects.for_organization(request.organization).values_list("pk", flat=True)
    state = query.get("state", "open")
    return {
        "task": task if task in {str(pk) for pk in known} else "",
        "why": query.get("why", "") if query.get("why", "") in audit_queue.WHY else "",
        "state": state if state in ("open", "audited", "all") else "open",
    }


def _query(chosen):
    return "&".join(f"{name}={value}" for name, value in chosen.items() if value)


def _address(request, annotation):
    return f"{reverse('reviews:audit_item', args=[annotation.pk])}?{_query(_chosen(request))}"


def _mode(request):
    wanted = request.GET.get("mode") or request.COOKIES.get(MODE_COOKIE)
    return wanted if wanted in MODES else "assisted"


def _frame(request, annotation, mode):
    chosen = _chosen(request)
    following = _filtered(request, chosen).filter(pk__gt=annotation.pk).order_by("pk").first()
    return {
        "mode": mode, "chosen": chosen, "query": _query(chosen),
        "next_href": _address(request, following) if following else "",
        "waiting": _filtered(request, chosen).count(),
    }
