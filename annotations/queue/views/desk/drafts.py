"""Unfinished answers: autosave, two versions side by side, save and leave, and which questions are asked."""

from django.contrib import messages
from django.http import JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from annotations.labels.types import registry
from annotations.queue.actions import claims, drafts
from annotations.queue.views.desk import form, versions
from annotations.queue.views.desk import page as benches
from annotations.queue.views.desk.answers import refused
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput

CONFLICT = "draft_conflict"


@requires("annotate")
@require_POST
def draft_save(request, task_id, item_id):
    """Store the posted answers over the version they were typed on; 409 shows both versions as a fragment."""
    bench = benches.open_bench(request, task_id)
    typed = form.read(request, bench)
    try:
        saved = _save(bench, item_id, typed.draft_version, typed.as_draft, page_save=typed.page_save)
    except Conflict as error:
        return _refused(request, bench, item_id, typed, error)
    answer = {"version": saved.version, "lease_ended": saved.lease_ended}
    if saved.lease_ended and claims.item_of(bench.task, item_id).closed_reason:
        answer["closed"] = True
    return JsonResponse(answer)


@requires("annotate")
@require_POST
def draft_merge(request, task_id, item_id):
    """Make one draft of two: `keep` mine, theirs or chosen (per question, `take-<key>`); answers with the form.

    `other_version` is the version that was shown beside the own one; a newer one is shown again, 409. The correction of
    an answer that stands has no draft: its form is drawn as it was typed, and nothing is stored.
    """
    bench = benches.open_bench(request, task_id)
    lease = benches.held_by(bench, item_id)
    typed = form.read(request, bench)
    stored = drafts.find(assignment=lease.assignment_id)
    theirs = stored.answers if stored else {}
    answers = versions.merged(typed.form.specs, typed.as_draft, theirs, request.POST)
    if typed.revises:
        return benches.show_form(request, bench, lease, typed=typed)
    version = form.whole(request.POST, "other_version") or typed.draft_version
    try:
        if answers != theirs:
            _save(bench, item_id, version, answers, page_save=typed.page_save)
    except Conflict as error:
        return _refused(request, bench, item_id, typed, error)
    if not request.htmx:
        return redirect("annotations:annotate", task_id)
    return benches.show_form(request, bench, lease)


@requires("annotate")
@require_http_methods(["GET", "POST"])
def draft_exit(request, task_id, item_id):
    """Store the answers and leave; the item stays in hand until its lease runs out."""
    if request.method == "GET":
        return redirect("annotations:annotate", task_id)
    bench = benches.open_bench(request, task_id)
    typed = form.read(request, bench)
    try:
        _save(bench, item_id, typed.draft_version, typed.as_draft)
    except (Conflict, InvalidInput) as error:
        return refused(request, bench, item_id, error, typed)
    lease = benches.held_by(bench, item_id)
    until = timezone.localtime(lease.lease_until)
    messages.success(request, _("Saved. Reserved for you until %(time)s.") % {"time": f"{until:%H:%M}"})
    address = reverse("annotations:my_work")
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


@requires("annotate")
@require_POST
def question_visibility(request, task_id, item_id):
    """{key: {"shown", "required"}} for the answers as they stand in the posted form; nothing is stored."""
    bench = benches.open_bench(request, task_id)
    benches.held_by(bench, item_id)
    typed = form.read(request, bench)
    return JsonResponse(form.visibility(typed.form.specs, typed.answers))


def _save(bench, item_id, version, answers, page_save=None):
    return drafts.save(
        task=bench.task,
        item_id=item_id,
        annotator=bench.annotator,
        version=version,
        answers=answers,
        page_save=page_save,
    )


def _refused(request, bench, item_id, typed, error):
    if error.code != CONFLICT:
        return benches.show_alert(request, bench, benches.Alert(error.message, action="reload"))
    theirs = error.details["answers"]
    mine = typed.as_draft
    return versions.show(
        request,
        [
            versions.VersionRow(
                spec.key,
                spec.title,
                mine=_answer_text(spec, typed.answers),
                theirs=_answer_text(spec, theirs),
                mine_note=_note_text(mine, spec.key),
                theirs_note=_note_text(theirs, spec.key),
            )
            for spec in versions.differing(typed.form.specs, mine, theirs)
        ],
        version=error.details["version"],
        merge_url=reverse("annotations:draft_merge", args=[bench.task.pk, item_id]),
        form_id="answer",
    )


def _note_text(draft, key):
    note = versions.note(draft, key)
    return " ".join([note.get("justification", ""), *(f"“{quote['quote']}”" for quote in note.get("quotes", ()))])


def _answer_text(spec, answers):
    """An answer as people read it; a draft may hold what is not valid yet, which is shown as typed."""
    value = answers.get(spec.key)
    if value is None:
        return _("No answer")
    label_type = registry[spec.label_type]
    try:
        return label_type.display(spec.config, label_type.clean(spec.config, value))
    except InvalidInput:
        return str(value)
