"""The adjudicator's desk: open an item, publish a decision, take it back, and the ways out."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from annotations.consensus.actions import adjudication, adjudication_queue, adjudication_sheet, adjudication_undo
from annotations.consensus.views import adjudication_page as page
from annotations.consensus.views import filters as filtering
from annotations.consensus.views import question_cards as drawing
from annotations.queue.actions import drafts
from annotations.tasks.actions import annotators
from annotations.tasks.views.lookup import item_of
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, Forbidden, InvalidInput


@requires("audit")
@require_safe
def adjudicate(request, task_id, item_id):
    """The desk; scripts ask for the part that changes, or for the texts in another view."""
    item = item_of(request, task_id, item_id)
    sheet = adjudication_sheet.columns(item=item, adjudicator=request.user)
    filters = filtering.read(request.GET, item.task)
    if request.htmx and request.htmx.target == "item":
        return page.show_item(request, sheet, filters)
    return page.show(request, sheet, filters, is_revising=request.GET.get("revise") == "1")


@requires("audit")
@require_POST
def adjudicate_take_over(request, task_id, item_id):
    """Go on here with an item that is open in another tab."""
    item = item_of(request, task_id, item_id)
    sheet = adjudication_sheet.columns(item=item, adjudicator=request.user)
    return page.show(request, sheet, filtering.read(request.GET, item.task), is_revising=bool(sheet.decided))


@requires("audit")
@require_POST
def adjudicate_prefetch(request, task_id, item_id):
    """The page of the item that follows, for the browser to lay by; 204 when there is none."""
    item = item_of(request, task_id, item_id)
    filters = filtering.read(request.GET, item.task)
    next_id = adjudication_queue.next_due(task=item.task, filters=filters, beside=item.pk)
    if next_id is None:
        return HttpResponse(status=204)
    sheet = adjudication_sheet.columns(item=item_of(request, task_id, next_id), adjudicator=request.user)
    return page.lay_by(request, sheet, filters, before=item)


@requires("audit")
@require_POST
def adjudicate_publish(request, task_id, item_id):
    """Publish, then on to the next item of the list; 409 when the answers changed, 422 with what is missing."""
    item, seen = item_of(request, task_id, item_id), request.POST.get("seen", "")
    filters = filtering.read(request.POST, item.task)
    sheet = adjudication_sheet.columns(item=item, adjudicator=request.user, seen=seen)
    typed = drawing.read(request.POST, sheet)
    confirmation = request.POST.get("confirmation", "")
    shown = {"typed": typed, "is_revising": True, "confirmation": confirmation}
    try:
        adjudication.publish(
            item=item,
            decisions=drawing.decisions(typed, sheet),
            seen=seen,
            by=request.membership,
            confirmation=confirmation,
            is_override=request.POST.get("override") == "1",
            needs_cause=True,
        )
    except (Conflict, Forbidden) as error:
        sheet = adjudication_sheet.columns(item=item, adjudicator=request.user, seen=seen)
        return page.show(request, sheet, filters, **shown, problem=error.message, status=error.status)
    except InvalidInput as error:
        errors = error.details.get("fields", {})
        return page.show(request, sheet, filters, **shown, errors=errors, problem=_problem(error), status=422)
    drafts.drop(annotator=annotators.of_member(request.membership), item=item)
    words = _("Item %(number)s is adjudicated.") % {"number": item.position + 1}
    return _go_on(request, item, filters, words, request.POST.get("prefetched", ""))


@requires("audit")
@require_POST
def adjudicate_undo(request, task_id, item_id):
    """Take back the own decision on an item, which comes back with what was decided as a draft."""
    item, by = item_of(request, task_id, item_id), request.membership
    filters, problem = filtering.read(request.POST, item.task), ""
    try:
        taken = adjudication_undo.undo(item=item, by=by)
    except Conflict as error:
        taken, problem = {}, error.message
    sheet = adjudication_sheet.columns(item=item, adjudicator=request.user)
    if taken:
        owner = {"annotator": annotators.of_member(by), "item": item}
        drafts.drop(**owner)
        drafts.store(version=0, answers=drawing.as_draft(drawing.decided(sheet, taken)), **owner)
    if not request.htmx:
        return redirect(reverse("annotations:adjudicate", args=[task_id, item_id]) + filtering.query(filters))
    last = "" if problem else _("Item %(number)s is open again.") % {"number": item.position + 1}
    return page.show(request, sheet, filters, problem=problem, last=last, status=409 if problem else 200)


@requires("audit")
@require_POST
def adjudicate_another(request, task_id, item_id):
    """Open one more place on the item, then on to the next."""
    item, seen = item_of(request, task_id, item_id), request.POST.get("seen", "")
    filters = filtering.read(request.POST, item.task)
    try:
        adjudication.ask_another(item=item, by=request.membership)
    except Conflict as error:
        sheet = adjudication_sheet.columns(item=item, adjudicator=request.user, seen=seen)
        return page.show(request, sheet, filters, problem=error.message, status=error.status)
    words = _("One more answer is requested for item %(number)s.") % {"number": item.position + 1}
    return _go_on(request, item, filters, words)


@requires("audit")
@require_POST
def adjudicate_return(request, task_id, item_id):
    """Give an answer back to the person who gave it, with a note, then on to the next."""
    item, seen = item_of(request, task_id, item_id), request.POST.get("seen", "")
    filters = filtering.read(request.POST, item.task)
    try:
        adjudication.send_back(
            item=item,
            letter=request.POST.get("letter", ""),
            note=request.POST.get("note", ""),
            seen=seen,
            by=request.membership,
        )
    except (Conflict, InvalidInput) as error:
        sheet = adjudication_sheet.columns(item=item, adjudicator=request.user, seen=seen)
        status = 409 if isinstance(error, Conflict) else 422
        return page.show(request, sheet, filters, problem=error.message, status=status)
    return _go_on(request, item, filters, _("The answer was returned with your note."))


def _go_on(request, item, filters, words, laid_by=""):
    """The next item, the words said on it where no page is loaded; the list when none is left.

    laid_by: the stamp of the page that the browser holds.
    """
    next_id = adjudication_queue.next_due(task=item.task, filters=filters, beside=item.pk)
    if request.htmx and next_id is None:
        return page.show_empty(request, item.task, filters, words)
    if request.htmx:
        following = item_of(request, item.task_id, next_id)
        sheet = adjudication_sheet.columns(item=following, adjudicator=request.user)
        if laid_by and laid_by == page.stamp(request, sheet):
            return page.use_laid_by(request, sheet, filters, words)
        return page.show(request, sheet, filters, last=words)
    messages.success(request, words)
    query = filtering.query(filters)
    if next_id is None:
        return redirect(reverse("annotations:adjudication_list", args=[item.task_id]) + query)
    return redirect(reverse("annotations:adjudicate", args=[item.task_id, next_id]) + query)


def _problem(error):
    count = len(error.details.get("fields", {}))
    if error.code != "invalid_decisions" or not count:
        return error.message
    return ngettext(
        "One question needs your attention before this can be published.",
        "%(count)s questions need your attention before this can be published.",
        count,
    ) % {"count": count}
