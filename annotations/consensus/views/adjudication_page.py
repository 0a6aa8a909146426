"""The adjudicator's desk as it is drawn: the whole page, what changes from item to item, and the form alone."""

import hashlib
import json
from dataclasses import replace
from urllib.parse import parse_qsl

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from annotations import content as rendering
from annotations.consensus.actions import adjudication, adjudication_queue, adjudication_undo
from annotations.consensus.views import filters as filtering
from annotations.consensus.views import question_cards as drawing
from annotations.queue.actions import comments, drafts, exposure
from annotations.queue.views.desk import frame, script
from annotations.tasks.actions import annotators, item_content
from evalhub.lib import markdown

PAGE = "annotations/consensus/adjudication_item.html"

script.register("adjudicate", "js/annotations/consensus/question_lines.js", "js/annotations/consensus/adjudication.js")


def show(request, sheet, filters, *, status=200, **shown):
    """The desk with an item, for htmx only what changes from item to item; keywords as `show_form` takes them."""
    part = "#swap" if request.htmx else ""
    context = _context(request, sheet, filters, **shown) | _around(request, sheet.item, filters)
    if not part:
        context |= frame.context(request, "adjudicate")
    response = render(request, PAGE + part, context, status=status)
    if part and status == 200:
        response["HX-Replace-Url"] = _address(sheet.item, filters)
    return response


def lay_by(request, sheet, filters, *, before):
    """The page of an item for the browser to lay by while `before` is decided; `X-Prefetched` names it.

    It is drawn as it stands once `before` is published. Its answers are not seen before it is used.
    """
    context = _context(request, sheet, filters, is_shown=False) | _around(request, sheet.item, filters)
    context |= {"left": context["left"] - 1, "done": context["done"] + 1, "undoable": before}
    response = render(request, f"{PAGE}#swap", context)
    response["X-Prefetched"] = stamp(request, sheet)
    return response


def use_laid_by(request, sheet, filters, last):
    """Tell the browser to open the page that it has laid by."""
    exposure.note_answers(annotations=[column.annotation for column in sheet.columns], by=request.membership)
    response = HttpResponse()
    response["X-Use-Prefetched"] = stamp(request, sheet)
    response["X-Lease"] = json.dumps({"token": "", "seconds_left": 0, "last": last})
    response["HX-Replace-Url"] = _address(sheet.item, filters)
    return response


def stamp(request, sheet):
    """Names a laid-by page: other answers, another decision or another draft make it another one."""
    draft = drafts.find(annotator=annotators.of_member(request.membership), item=sheet.item)
    parts = (sheet.item.pk, sheet.seen, draft.version if draft else 0)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def show_form(request, sheet, filters, *, is_revising=False, typed=None, errors=None, problem="", confirmation=""):
    """The form alone. typed: what it holds, in place of the draft. errors: {question key: text}. problem: above it."""
    context = _context(
        request,
        sheet,
        filters,
        is_revising=is_revising,
        typed=typed,
        errors=errors,
        problem=problem,
        confirmation=confirmation,
    )
    return render(request, f"{PAGE}#form", context)


def show_item(request, sheet, filters):
    """The texts of the item alone, in the view that was asked for."""
    return render(request, f"{PAGE}#item", _context(request, sheet, filters))


def show_empty(request, task, filters, last):
    """What stands in the place of an item when none is left."""
    left, done = _counts(task, filters)
    context = {"task": task, "left": left, "done": done, "total": left + done, "last": last, "is_empty": True}
    undoable = adjudication_undo.last_decided(task=task, by=request.membership)
    address = _list(task, filters)
    response = render(request, f"{PAGE}#swap", context | {"undoable": undoable, "list_href": address})
    response["HX-Replace-Url"] = address
    return response


def _context(
    request,
    sheet,
    filters,
    *,
    is_revising=False,
    typed=None,
    errors=None,
    problem="",
    confirmation="",
    last="",
    is_shown=True,
):
    item, task = sheet.item, sheet.item.task
    if is_shown:
        exposure.note_answers(annotations=[column.annotation for column in sheet.columns], by=request.membership)
    may_override = sheet.answered_by_reader and request.membership.may("manage")
    is_open = (not sheet.decided or is_revising) and (not sheet.answered_by_reader or may_override) and sheet.columns
    draft = drafts.find(annotator=annotators.of_member(request.membership), item=item) if is_open else None
    if typed is None and draft is not None:
        typed = drawing.from_draft(draft.answers)
    shown = item_content.content_of(item)
    cards = drawing.cards(sheet, shown=shown, typed=typed, errors=errors)
    view = request.GET.get("view") if request.GET.get("view") in rendering.VIEWS else "rendered"
    highlights = [mark for card in cards for mark in card.highlights]
    return {
        "task": task,
        "item": item,
        "sheet": sheet,
        "problem": problem,
        "confirmation": confirmation,
        "last": last,
        "draft_version": draft.version if draft else 0,
        "pane": rendering.pane(shown, view=view, highlights=highlights),
        "views": [
            (name, words, name == view, filtering.query(filters, view=name, revise="1" if is_revising else ""))
            for name, words in (("rendered", _("Rendered")), ("source", _("Source")))
        ],
        "summary": item_content.summary(item.test_case),
        "guideline": markdown.render(task.instructions),
        "disputed": [card for card in cards if card.is_open],
        "settled": [card for card in cards if not card.is_open and card.row.state == "agreed"],
        "others": [card for card in cards if not card.is_open and card.row.state != "agreed"],
        "has_conditions": any(card.row.spec.show_if for card in cards),
        "is_open": bool(is_open),
        "may_override": may_override,
        "confidences": [(code, words, code[0]) for code, words in adjudication.CONFIDENCES.items()],
        "causes": list(adjudication.CAUSES.items()),
        "columns": sheet.columns,
        "people": [
            column for column in sheet.columns if column.kind == "human" and column.annotation.annotator.user_id
        ],
        "query": filtering.query(filters),
        "fields": parse_qsl(filtering.query(filters).removeprefix("?")),
        "revise_href": filtering.query(filters, revise="1"),
        "changed": [column for column in sheet.columns if column.is_new],
        "open_comments": comments.count_open(item_id=item.pk, user_id=request.user.pk, is_hidden=False),
    }


def _around(request, item, filters):
    """Where the item stands in the list, which comes next, and what can be undone."""
    task = item.task
    next_id = adjudication_queue.next_due(task=task, filters=filters, beside=item.pk)
    query = filtering.query(filters)
    left, done = _counts(task, filters)
    return {
        "left": left,
        "done": done,
        "total": left + done,
        "list_href": _list(task, filters),
        "desk_href": _address(item, filters),
        "next_href": reverse("annotations:adjudicate", args=[task.pk, next_id]) + query if next_id else "",
        "undoable": adjudication_undo.last_decided(task=task, by=request.membership),
    }


def _counts(task, filters):
    return [
        adjudication_queue.count(task=task, filters=replace(filters, state=state)) for state in ("open", "adjudicated")
    ]


def _list(task, filters):
    return reverse("annotations:adjudication_list", args=[task.pk]) + filtering.query(filters)


def _address(item, filters):
    return reverse("annotations:adjudicate", args=[item.task_id, item.pk]) + filtering.query(filters)
