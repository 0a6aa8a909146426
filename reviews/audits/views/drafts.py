"""Drafts of an audit: autosave by compare-and-set, and one draft made of two."""

from django.http import JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from annotations.queue.actions import drafts
from annotations.queue.views.desk import versions
from annotations.queue.views.desk.form import page_save, whole
from annotations.tasks.actions import annotators
from annotations.tasks.actions import form as forms
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict
from reviews.audits.actions.decisions import Decision, as_draft
from reviews.audits.views import decision_form, filters, page


@requires("audit")
@require_POST
def audit_draft(request, annotation_id):
    """Store the posted form over the draft version it was typed on; 409 shows both versions as a fragment."""
    annotation, specs = _of(request, annotation_id)
    mine = as_draft(decision_form.read(request.POST, specs))
    try:
        version = _store(
            request, annotation, whole(request.POST, "draft_version"), mine, page_save=page_save(request.POST)
        )
    except Conflict as error:
        return _refused(request, annotation, specs, mine, error)
    return JsonResponse({"version": version})


@requires("audit")
@require_POST
def audit_merge(request, annotation_id):
    """Make one draft of two: `keep` mine, theirs or chosen (per question, `take-<key>`); answers with the form."""
    annotation, specs = _of(request, annotation_id)
    mine = as_draft(decision_form.read(request.POST, specs))
    stored = drafts.find(annotator=annotators.of_member(request.membership), annotation=annotation)
    theirs = stored.answers if stored else {}
    answers = versions.merged(specs, mine, theirs, request.POST)
    version = whole(request.POST, "other_version") or whole(request.POST, "draft_version")
    try:
        if answers != theirs:
            _store(request, annotation, version, answers, page_save=page_save(request.POST))
    except Conflict as error:
        return _refused(request, annotation, specs, mine, error)
    if not request.htmx:
        return redirect(filters.chosen_of(request).address_of(annotation.pk))
    return page.show_form(request, annotation)


def _of(request, annotation_id):
    annotation = filters.annotation_of(request, annotation_id)
    return annotation, forms.load(annotation.schema_version_id).specs


def _store(request, annotation, version, answers, **by):
    """What is decided takes no draft any more: another tab or device has stored it."""
    auditor = annotators.of_member(request.membership)
    page.check_open(annotation, auditor)
    return drafts.store(version=version, answers=answers, annotator=auditor, annotation=annotation, **by)


def _refused(request, annotation, specs, mine, error):
    if error.code != "draft_conflict":
        return page.show_alert(request, annotation, error)
    theirs = error.details["answers"]
    rows = [
        versions.VersionRow(
            spec.key,
            spec.title,
            **_sides("mine", spec, mine.get(spec.key)),
            **_sides("theirs", spec, theirs.get(spec.key)),
        )
        for spec in versions.differing(specs, mine, theirs)
    ]
    merge_url = reverse("reviews:audit_merge", args=[annotation.pk])
    return versions.show(
        request, rows, version=error.details["version"], merge_url=merge_url, form_id=request.POST.get("form", "review")
    )


def _sides(side, spec, typed):
    decision = Decision(**typed) if typed else Decision()
    return {side: decision_form.text(spec, decision) or _("No decision"), f"{side}_note": decision.note}
