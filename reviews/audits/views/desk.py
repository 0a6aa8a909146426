"""The audit of one machine annotation: look, answer first, decide, undo, take over."""

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from annotations.consensus.actions import adjudication
from annotations.labels import schema
from annotations.queue.views.desk import form as desk_form
from annotations.tasks.actions import annotators, form
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from reviews.audits.actions import decisions as audits
from reviews.audits.actions import leases, openings, undo
from reviews.audits.views import decision_form, filters, page

LONGEST_SECONDS = 3_600


@requires("audit")
@require_safe
def audit_item(request, annotation_id):
    """One machine annotation; in blind mode nothing of it until the auditor has answered. It is theirs from now on."""
    return _open(request, filters.annotation_of(request, annotation_id))


@requires("audit")
@require_http_methods(["GET", "POST"])
def audit_answer(request, annotation_id):
    """The auditor's own answers, before the machine's are shown."""
    annotation, auditor = _of(request, annotation_id)
    address = filters.chosen_of(request).address_of(annotation.pk)
    if request.method == "GET":
        return redirect(address)
    typed = _read(request, annotation)
    answers = {key: decision.value for key, decision in typed.items() if decision.value is not None}
    try:
        audits.answer_first(annotation=annotation, answers=answers, auditor=auditor, task=annotation.task)
    except (InvalidInput, Conflict) as error:
        if error.code != "already_answered":
            return _refused(request, annotation, typed, error)
    return page.show(request, annotation) if request.htmx else redirect(address)


@requires("audit")
@require_POST
def audit_questions(request, annotation_id):
    """Which questions the posted answers ask for; nothing is stored."""
    annotation, _auditor = _of(request, annotation_id)
    specs = form.load(annotation.schema_version_id).specs
    return JsonResponse(desk_form.visibility(specs, schema.read_form(specs, request.POST, prefix="own")))


@requires("audit")
@require_http_methods(["GET", "POST"])
def audit_decide(request, annotation_id):
    """Store the decisions of the form and go on to the next annotation that waits."""
    annotation, auditor = _of(request, annotation_id)
    chosen = filters.chosen_of(request)
    if request.method == "GET":
        return redirect(chosen.address_of(annotation.pk))
    following = chosen.next_after(annotation)
    typed = _read(request, annotation)
    # Of the time in view what no sign of life has told yet.
    spent = _number(request.POST.get("time_spent_seconds", "").partition(".")[0])
    seconds = max(0, spent - _number(request.POST.get("seconds_told", "")))
    openings.add_seconds(annotation=annotation, auditor=auditor, seconds=seconds)
    decided = {key: decision for key, decision in typed.items() if decision.verdict}
    try:
        audits.decide(annotation=annotation, decisions=decided, auditor=auditor, task=annotation.task)
    except (InvalidInput, Conflict) as error:
        if error.code == "answer_first":
            return page.show(request, annotation) if request.htmx else redirect(chosen.address_of(annotation.pk))
        return _refused(request, annotation, typed, error)
    return _go_on(request, following, _("Audit of item %(number)s saved.") % {"number": annotation.item.position + 1})


@requires("audit")
@require_POST
def audit_prefetch(request, annotation_id):
    """The page of the answer that comes next, for the browser to lay by; 204 when there is none."""
    annotation, auditor = _of(request, annotation_id)
    following = filters.chosen_of(request).next_after(annotation)
    if following is None or leases.take(annotation=following, auditor=auditor) is not None:
        return HttpResponse(status=204)
    return page.show_prefetched(request, following)


@requires("audit")
@require_POST
def audit_release(request):
    """The page was left: the answer that was laid by is free for other auditors. Safe to repeat."""
    number = request.POST.get("prefetched", "").partition("-")[0]
    if number.isascii() and number.isdigit() and len(number) < 19:
        annotation = filters.annotation_of(request, int(number))
        leases.release(annotation=annotation, auditor=annotators.of_member(request.membership))
    return HttpResponse(status=204)


@requires("audit")
@require_POST
def audit_undo(request):
    """Take back the newest decision; its answer comes back with the decisions as they were."""
    auditor = annotators.of_member(request.membership)
    newest = undo.last(auditor=auditor)
    annotation = newest.annotation if newest else None
    try:
        if annotation is None:
            raise NotFound(_("There is nothing to undo from the last ten minutes."), code="nothing_to_undo")
        annotation = filters.annotation_of(request, annotation.pk)
        undo.undo(annotation=annotation, auditor=auditor)
    except (Conflict, NotFound) as error:
        if request.htmx:
            return page.show_alert(request, annotation, error, status=409)
        messages.info(request, error.message)
        return redirect(filters.chosen_of(request).list_address)
    if request.htmx:
        return page.show(request, annotation, last=_("Undone."))
    return redirect(filters.chosen_of(request).address_of(annotation.pk))


@requires("audit")
@require_POST
def audit_take_over(request, annotation_id):
    """Take an annotation out of another auditor's hands, or of another tab; the page there says so."""
    annotation, auditor = _of(request, annotation_id)
    leases.take_over(annotation=annotation, auditor=auditor)
    if request.htmx:
        return page.show(request, annotation, last=_("Continuing here."))
    return redirect(filters.chosen_of(request).address_of(annotation.pk))


@requires("audit")
@require_POST
def audit_seen(request, annotation_id):
    """A sign of life of the open page: adds its seconds in view and goes on holding it; 409 when another has it."""
    annotation, auditor = _of(request, annotation_id)
    openings.add_seconds(annotation=annotation, auditor=auditor, seconds=_number(request.POST.get("seconds", "")))
    other = None if request.POST.get("leaving") else leases.take(annotation=annotation, auditor=auditor)
    if other is not None:
        return page.show_alert(request, annotation, audits.in_other_hands(other))
    return JsonResponse({"seconds_left": leases.SECONDS})


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


def _read(request, annotation):
    return decision_form.read(request.POST, form.load(annotation.schema_version_id).specs)


def _number(text):
    """Informative only: what cannot be read is 0."""
    return min(int(text), LONGEST_SECONDS) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def _refused(request, annotation, typed, error):
    """What was typed stays: the form again with what is wrong, or words above it."""
    if request.htmx and isinstance(error, Conflict):
        return page.show_alert(request, annotation, error)
    kept = page.Typed(typed, error.details.get("fields", {}), error.message)
    return page.show(request, annotation, typed=kept, status=422 if isinstance(error, InvalidInput) else 409)


def _go_on(request, following, words):
    """The next answer of the list, or the list when nothing is left."""
    chosen = filters.chosen_of(request)
    if following is not None and request.htmx:
        return _open(request, following, last=words)
    messages.success(request, words)
    address = chosen.address_of(following.pk) if following else chosen.list_address
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _open(request, annotation, *, last=""):
    """An answer; for a browser that has laid it by, only what stands around it."""
    given = request.POST if request.method == "POST" else request.GET
    if request.htmx and given.get("prefetched") == page.stamp(request, annotation):
        return page.use_prefetched(request, annotation, last=last)
    return page.show(request, annotation, last=last)
