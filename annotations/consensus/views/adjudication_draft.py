"""Unfinished decisions: autosave, two versions side by side, and which questions are asked."""

from django.http import JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from annotations.consensus.actions import adjudication, adjudication_sheet
from annotations.consensus.views import adjudication_page as page
from annotations.consensus.views import filters as filtering
from annotations.consensus.views import question_cards as drawing
from annotations.queue.actions import drafts
from annotations.queue.views.desk import versions
from annotations.queue.views.desk.form import page_save, whole
from annotations.tasks.actions import annotators, item_content
from annotations.tasks.views.lookup import item_of
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict


@requires("audit")
@require_POST
def adjudicate_draft(request, task_id, item_id):
    """Store the posted form over the version it was typed on; 409 shows both versions as a fragment."""
    item = item_of(request, task_id, item_id)
    sheet = adjudication_sheet.columns(item=item, adjudicator=request.user)
    mine = drawing.as_draft(drawing.read(request.POST, sheet))
    try:
        version = _store(request, item, mine, whole(request.POST, "draft_version"), page_save=page_save(request.POST))
    except Conflict as error:
        return _both(request, sheet, mine, error)
    return JsonResponse({"version": version})


@requires("audit")
@require_POST
def adjudicate_merge(request, task_id, item_id):
    """Make one draft of two: `keep` mine, theirs or chosen (per question, `take-<key>`); answers with the form."""
    item = item_of(request, task_id, item_id)
    sheet = adjudication_sheet.columns(item=item, adjudicator=request.user)
    mine = drawing.as_draft(drawing.read(request.POST, sheet))
    stored = drafts.find(annotator=annotators.of_member(request.membership), item=item)
    theirs = stored.answers if stored else {}
    kept = versions.merged([row.spec for row in sheet.rows], mine, theirs, request.POST)
    version = whole(request.POST, "other_version") or whole(request.POST, "draft_version")
    try:
        if kept != theirs:
            _store(request, item, kept, version, page_save=page_save(request.POST))
    except Conflict as error:
        return _both(request, sheet, mine, error)
    if not request.htmx:
        return redirect("annotations:adjudicate", task_id, item_id)
    return page.show_form(request, sheet, filtering.read(request.POST, item.task), is_revising=bool(sheet.decided))


@requires("audit")
@require_POST
def adjudicate_visibility(request, task_id, item_id):
    """{question key: whether it is asked} for the decisions as they stand in the posted form; nothing is stored."""
    item = item_of(request, task_id, item_id)
    sheet = adjudication_sheet.columns(item=item, adjudicator=request.user)
    visible = drawing.visible_keys(sheet, drawing.read(request.POST, sheet))
    return JsonResponse({row.spec.key: row.spec.key in visible for row in sheet.rows})


def _store(request, item, answers, version, **by):
    adjudicator = annotators.of_member(request.membership)
    return drafts.store(version=version, answers=answers, annotator=adjudicator, item=item, **by)


def _both(request, sheet, mine, error):
    if error.code != "draft_conflict":
        raise error
    theirs, shown = error.details["answers"], item_content.content_of(sheet.item)
    rows = {row.spec.key: row for row in sheet.rows}
    return versions.show(
        request,
        [
            versions.VersionRow(
                spec.key,
                spec.title,
                mine=_draft_label(rows[spec.key], mine, shown),
                theirs=_draft_label(rows[spec.key], theirs, shown),
            )
            for spec in versions.differing([row.spec for row in sheet.rows], mine, theirs)
        ],
        version=error.details["version"],
        merge_url=reverse("annotations:adjudicate_merge", args=[sheet.item.task_id, sheet.item.pk]),
        form_id="decision",
    )


def _draft_label(row, draft, shown):
    """What a draft says of a question: value, cause, confidence and note."""
    typed = drawing.from_draft(draft).get(row.spec.key)
    if typed is None:
        return _("Not decided")
    beside = [adjudication.CAUSES.get(typed.cause), adjudication.CONFIDENCES.get(typed.confidence), typed.note]
    value = drawing.value_label(row, typed, shown) or _("Not decided")
    return ", ".join(str(part) for part in [value, *beside] if part)
