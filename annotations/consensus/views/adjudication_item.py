"""The adjudicator's screen of one item: its answers side by side, a decision per question, and the ways out."""

from dataclasses import replace
from urllib.parse import parse_qsl

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from annotations import content as rendering
from annotations.consensus.actions import adjudication, adjudication_queue, adjudication_sheet
from annotations.consensus.views import filters as filtering
from annotations.consensus.views import question_cards as drawing
from annotations.labels.widgets import scripts
from annotations.queue.actions import comments, exposure, preferences
from annotations.tasks.actions import item_content
from annotations.tasks.views.lookup import item_of
from evalhub.accounts.access import requires
from evalhub.lib import markdown
from evalhub.lib.errors import Conflict, Forbidden, InvalidInput


@requires("audit")
@require_safe
def adjudicate(request, task_id, item_id):
    item = item_of(request, task_id, item_id)
    sheet = adjudication_sheet.columns(item=item, adjudicator=request.user)
    return _show(request, sheet, filtering.read(request.GET, item.task), is_revising=request.GET.get("revise") == "1")


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
        return _show(request, sheet, filters, **shown, problem=error.message, status=error.status)
    except InvalidInput as error:
        return _show(
            request,
            sheet,
            filters,
            **shown,
            errors=error.details.get("fields", {}),
            problem=_problem(error),
            status=422,
        )
    messages.success(request, _("Item %(number)s is adjudicated.") % {"number": item.position + 1})
    return _go_on(item, filters)


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
        return _show(request, sheet, filters, problem=error.message, status=error.status)
    messages.success(request, _("One more answer is requested for item %(number)s.") % {"number": item.position + 1})
    return _go_on(item, filters)


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
        return _show(request, sheet, filters, problem=error.message, status=status)
    messages.success(request, _("The answer was returned with your note."))
    return _go_on(item, filters)


def _go_on(item, filters):
    next_id = adjudication_queue.next_due(task=item.task, filters=filters, beside=item.pk)
    query = filtering.query(filters)
    if next_id is None:
        return redirect(reverse("annotations:adjudication_list", args=[item.task_id]) + query)
    return redirect(reverse("annotations:adjudicate", args=[item.task_id, next_id]) + query)


def _show(
    request, sheet, filters, *, is_revising=False, typed=None, errors=None, problem="", confirmation="", status=200
):
    item, task = sheet.item, sheet.item.task
    exposure.note_answers(annotations=[column.annotation for column in sheet.columns], by=request.membership)
    may_override = sheet.answered_by_reader and request.membership.may("manage")
    content = item_content.content_of(item)
    cards = drawing.cards(sheet, shown=content, typed=typed, errors=errors)
    is_open = (not sheet.decided or is_revising) and (not sheet.answered_by_reader or may_override) and sheet.columns
    view = request.GET.get("view") if request.GET.get("view") in rendering.VIEWS else "rendered"
    highlights = [mark for card in cards for mark in card.highlights]
    query = filtering.query(filters)
    context = {
        "task": task,
        "item": item,
        "sheet": sheet,
        "problem": problem,
        "confirmation": confirmation,
        "pane": rendering.pane(content, view=view, highlights=highlights),
        "views": [
            (name, words, name == view, filtering.query(filters, view=name, revise="1" if is_revising else ""))
            for name, words in (("rendered", _("Rendered")), ("source", _("Source")))
        ],
        "summary": item_content.summary(item.test_case),
        "guideline": markdown.render(task.instructions),
        "disputed": [card for card in cards if card.is_open],
        "settled": [card for card in cards if not card.is_open and card.row.state == "agreed"],
        "others": [card for card in cards if not card.is_open and card.row.state != "agreed"],
        "is_open": bool(is_open),
        "may_override": may_override,
        "confidences": [(code, words, code[0]) for code, words in adjudication.CONFIDENCES.items()],
        "causes": list(adjudication.CAUSES.items()),
        "columns": sheet.columns,
        "people": [
            column for column in sheet.columns if column.kind == "human" and column.annotation.annotator.user_id
        ],
        "fields": parse_qsl(query.removeprefix("?")),
        "scripts": scripts([row.spec for row in sheet.rows]),
        "keys_on": preferences.of(user=request.user).keys_on,
        "revise_href": filtering.query(filters, revise="1"),
        "changed": [c for c in sheet.columns if c.is_new],
        "open_comments": comments.count_open(item_id=item.pk, user_id=request.user.pk, is_hidden=False),
        **_place(task, item, filters),
    }
    return render(request, "annotations/consensus/adjudication_item.html", context, status=status)


def _place(task, item, filters):
    """Where the item stands in the list: how many are left, how many are decided, and which comes next."""
    query, base = filtering.query(filters), replace(filters, state="open")
    next_id = adjudication_queue.next_due(task=task, filters=filters, beside=item.pk)
    left, done = (
        adjudication_queue.count(task=task, filters=replace(base, state=state)) for state in ("open", "adjudicated")
    )
    return {
        "left": left,
        "done": done,
        "total": left + done,
        "list_href": reverse("annotations:adjudication_list", args=[task.pk]) + query,
        "next_href": reverse("annotations:adjudicate", args=[task.pk, next_id]) + query if next_id else "",
    }


def _problem(error):
    count = len(error.details.get("fields", {}))
    if error.code != "invalid_decisions" or not count:
        return error.message
    return ngettext(
        "One question needs your attention before this can be published.",
        "%(count)s questions need your attention before this can be published.",
        count,
    ) % {"count": count}
