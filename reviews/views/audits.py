"""The audit of one machine annotation: look, answer first, decide."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from annotations import schema
from annotations.actions import annotators, forms
from annotations.models import Annotation, Annotator
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput
from reviews.actions import audit_queue, audits
from reviews.views import audit_bench, audit_filters

LONGEST_MS = 86_400_000


@requires("audit")
@require_safe
def audit_item(request, annotation_id):
    """One machine annotation; in blind mode nothing of it until the auditor has answered."""
    annotation, auditor = _annotation(request, annotation_id), annotators.of_member(request.membership)
    mode = audit_filters.mode_of(request)
    if mode == "blind" and audit_bench.is_hidden(annotation, auditor):
        return _answer(request, annotation, audit_bench.blind_context(annotation, auditor))
    return _answer(request, annotation, _open(annotation, auditor))


@requires("audit")
@require_http_methods(["GET", "POST"])
def audit_answer(request, annotation_id):
    """The auditor's own answers, before the machine's are shown."""
    annotation, auditor = _annotation(request, annotation_id), annotators.of_member(request.membership)
    address = audit_filters.chosen_of(request).address_of(annotation)
    if request.method == "GET":
        return redirect(address)
    answers = schema.read_form(forms.load(annotation.schema_version_id).specs, request.POST, prefix="own")
    try:
        audits.answer_first(annotation=annotation, answers=answers, auditor=auditor, task=annotation.task)
    except InvalidInput as error:
        context = audit_bench.blind_context(
            annotation, auditor, answers=answers, errors=error.details.get("fields", {}), problem=error.message
        )
        return _answer(request, annotation, context, status=422)
    except Conflict as error:
        if error.code == "already_answered":
            return redirect(address)
        context = audit_bench.blind_context(annotation, auditor, answers=answers, problem=error.message)
        return _answer(request, annotation, context, status=409)
    return redirect(address)


@requires("audit")
@require_http_methods(["GET", "POST"])
def audit_decide(request, annotation_id):
    """Store the decisions of the form and go on to the next annotation that waits."""
    annotation, auditor = _annotation(request, annotation_id), annotators.of_member(request.membership)
    chosen = audit_filters.chosen_of(request)
    if request.method == "GET":
        return redirect(chosen.address_of(annotation))
    decisions = _decisions(request, annotation)
    try:
        audits.decide(annotation=annotation, decisions=decisions, auditor=auditor, task=annotation.task)
    except (InvalidInput, Conflict) as error:
        errors = error.details.get("fields", {})
        context = _open(annotation, auditor, decisions=decisions, errors=errors, problem=error.message)
        return _answer(request, annotation, context, status=422 if isinstance(error, InvalidInput) else 409)
    messages.success(request, f"Audit of item {annotation.item.position + 1} saved.")
    following = audit_filters.following(request, chosen, annotation)
    return redirect(chosen.address_of(following) if following else chosen.list_address)


def _open(annotation, auditor, **typed):
    """The context of the open page; that the machine's answer was seen is noted before it is sent."""
    audits.open_answer(annotation=annotation, auditor=auditor)
    return audit_bench.page_context(annotation, auditor, **typed)


def _answer(request, annotation, context, status=200):
    chosen, mode = audit_filters.chosen_of(request), audit_filters.mode_of(request)
    following = audit_filters.following(request, chosen, annotation)
    left = audit_queue.count(audit_filters.waiting(request, chosen))
    context |= {
        "mode": mode, "modes": list(audit_filters.MODES.items()), "chosen": chosen, "left": left,
        "most_counted": audit_queue.MOST_COUNTED, "next_href": chosen.address_of(following) if following else "",
    }
    response = render(request, "reviews/audit.html", context, status=status)
    return audit_filters.remember_mode(request, response, mode)


def _decisions(request, annotation):
    """{key: Decision} of the posted form; questions without a verdict are left for later."""
    post, specs = request.POST, forms.load(annotation.schema_version_id).specs
    own = schema.read_form(specs, post, prefix="own")
    return {
        spec.key: audits.Decision(
            verdict=post[f"verdict-{spec.key}"], value=own.get(spec.key),
            reason_code=post.get(f"reason-{spec.key}", ""), note=post.get(f"note-{spec.key}", ""),
            without_quote=bool(post.get(f"checked-{spec.key}")), ms_to_decide=_ms(post.get(f"ms-{spec.key}", "")),
        )
        for spec in specs
        if post.get(f"verdict-{spec.key}")
    }


def _ms(text):
    """How long the card was open before its verdict; informative only, so what cannot be read is no answer."""
    readable = text.isascii() and text.isdigit() and len(text) < 10
    return min(int(text), LONGEST_MS) if readable else None


def _annotation(request, annotation_id):
    """A machine's annotation of the organization, standing or not."""
    machines = Annotator.objects.for_organization(request.organization).machines()
    found = Annotation.objects.filter(task__organization=request.organization, annotator__in=machines)
    return get_object_or_404(found.select_related("task", "annotator", "item"), pk=annotation_id)
