"""The audit of one machine annotation: look, answer first, decide, take over."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotations.consensus.actions import adjudication
from annotations.labels import schema
from annotations.queue.actions import preferences
from annotations.tasks.actions import annotators, form
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput
from reviews.audits.actions import blind_modes, leases, openings, queue
from reviews.audits.actions import decisions as audits
from reviews.audits.views import desk_context, filters

LONGEST_MS = 86_400_000
LONGEST_SECONDS = 3_600


@requires("audit")
@require_safe
def audit_item(request, annotation_id):
    """One machine annotation; in blind mode nothing of it until the auditor has answered. It is theirs from now on."""
    annotation, auditor = _of(request, annotation_id)
    view = blind_modes.view_of(annotation, auditor)
    if view.hidden:
        return _answer(request, annotation, view, desk_context.blind_context(annotation, auditor))
    return _answer(request, annotation, view, _open(request, annotation))


@requires("audit")
@require_http_methods(["GET", "POST"])
def audit_answer(request, annotation_id):
    """The auditor's own answers, before the machine's are shown."""
    annotation, auditor = _of(request, annotation_id)
    address = filters.chosen_of(request).address_of(annotation.pk)
    if request.method == "GET":
        return redirect(address)
    answers = schema.read_form(form.load(annotation.schema_version_id).specs, request.POST, prefix="own")
    try:
        audits.answer_first(annotation=annotation, answers=answers, auditor=auditor, task=annotation.task)
    except (InvalidInput, Conflict) as error:
        if error.code == "already_answered":
            return redirect(address)
        context = desk_context.blind_context(
            annotation, auditor, answers=answers, errors=error.details.get("fields", {}), problem=error.message
        )
        status = 422 if isinstance(error, InvalidInput) else 409
        return _answer(request, annotation, blind_modes.view_of(annotation, auditor), context, status=status)
    return redirect(address)


@requires("audit")
@require_http_methods(["GET", "POST"])
def audit_decide(request, annotation_id):
    """Store the decisions of the form and go on to the next annotation that waits."""
    annotation, auditor = _of(request, annotation_id)
    chosen = filters.chosen_of(request)
    if request.method == "GET":
        return redirect(chosen.address_of(annotation.pk))
    following = chosen.address_after(annotation)
    decisions = _decisions(request, annotation)
    try:
        audits.decide(annotation=annotation, decisions=decisions, auditor=auditor, task=annotation.task)
    except (InvalidInput, Conflict) as error:
        if error.code == "answer_first":
            return redirect(chosen.address_of(annotation.pk))
        context = _open(
            request, annotation, decisions=decisions, errors=error.details.get("fields", {}), problem=error.message
        )
        status = 422 if isinstance(error, InvalidInput) else 409
        return _answer(request, annotation, blind_modes.view_of(annotation, auditor), context, status=status)
    messages.success(request, _("Audit of item %(number)s saved.") % {"number": annotation.item.position + 1})
    return redirect(following or chosen.list_address)


@requires("audit")
@require_POST
def audit_take_over(request, annotation_id):
    """Take an annotation out of another auditor's hands; their page says so when they go on."""
    annotation, auditor = _of(request, annotation_id)
    leases.take_over(annotation=annotation, auditor=auditor)
    return redirect(filters.chosen_of(request).address_of(annotation.pk))


@requires("audit")
@require_POST
def audit_seen(request, annotation_id):
    """A sign of life of the open page: adds its seconds in view and goes on holding it; 409 when another has it."""
    annotation, auditor = _of(request, annotation_id)
    text = request.POST.get("seconds", "")
    if text.isascii() and text.isdigit() and len(text) < 6:
        seconds = min(int(text), LONGEST_SECONDS)
        openings.add_seconds(annotation=annotation, auditor=auditor, seconds=seconds)
    other = None if request.POST.get("leaving") else leases.take(annotation=annotation, auditor=auditor)
    return HttpResponse(status=204 if other is None else 409)


@requires("audit")
@require_POST
def audit_adjudicate(request, annotation_id):
    """Ask that the item be adjudicated, with the auditor's reason."""
    annotation, _auditor = _of(request, annotation_id)
    adjudication.request(item=annotation.item, reason=request.POST.get("reason", ""), by=request.user)
    messages.success(request, _("Item %(number)s sent to adjudication.") % {"number": annotation.item.position + 1})
    return redirect(filters.chosen_of(request).address_of(annotation.pk))


def _of(request, annotation_id):
    return filters.annotation_of(request, annotation_id), annotators.of_member(request.membership)


def _open(request, annotation, **typed):
    """The context of the open page; that the machine's answer was seen is noted before it is sent."""
    auditor = annotators.of_member(request.membership)
    openings.note(annotations=[annotation], auditor=auditor)
    return desk_context.page_context(
        annotation, auditor, view=request.GET.get("view", ""), names=request.membership.may("manage"), **typed
    )


def _answer(request, annotation, view, context, status=200):
    chosen = filters.chosen_of(request)
    stands = annotation.withdrawn_at is None and annotation.superseded_at is None
    other = leases.take(annotation=annotation, auditor=chosen.auditor) if stands else None
    pick = queue.pick_of(annotation, view=view)
    context |= {
        "view": view,
        "other": other,
        "chosen": chosen,
        "pick": pick,
        "why_here": desk_context.why_here(pick),
        "is_open": context.get("is_open", False) and other is None,
        "may_manage": request.membership.may("manage"),
        "left": chosen.rows.count(),
        "keys_on": preferences.of(user=request.user).keys_on,
        "next_href": chosen.address_after(annotation),
    }
    return render(request, "reviews/audits/desk.html", context, status=status)


def _decisions(request, annotation):
    """{key: Decision} of the posted form; questions without a verdict are left for later."""
    post, specs = request.POST, form.load(annotation.schema_version_id).specs
    own = schema.read_form(specs, post, prefix="own")
    return {
        spec.key: audits.Decision(
            verdict=post[f"verdict-{spec.key}"],
            value=own.get(spec.key),
            reason_code=post.get(f"reason-{spec.key}", ""),
            note=post.get(f"note-{spec.key}", ""),
            without_quote=bool(post.get(f"checked-{spec.key}")),
            ms_to_decide=_ms(post.get(f"ms-{spec.key}", "")),
        )
        for spec in specs
        if post.get(f"verdict-{spec.key}")
    }


def _ms(text):
    """How long the question took to decide; informative only, so what cannot be read is no answer."""
    readable = text.isascii() and text.isdigit() and len(text) < 10
    return min(int(text), LONGEST_MS) if readable else None
