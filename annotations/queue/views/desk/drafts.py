"""Unfinished answers: autosave, two versions side by side, save and leave, and which questions are asked."""

from django.contrib import messages
from django.http import JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from annotations.labels import schema
from annotations.labels.types import registry
from annotations.queue.actions import claims, drafts
from annotations.queue.models import Draft
from annotations.queue.views.desk import form
from annotations.queue.views.desk import page as benches
from annotations.queue.views.desk.answers import refused
from annotations.queue.views.desk.form import NOTES
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput

CONFLICT = "draft_conflict"
KEEP = ("mine", "theirs", "chosen")


@requires("annotate")
@require_POST
def draft_save(request, task_id, item_id):
    """Store the posted answers over the version they were typed on; 409 shows both versions as a fragment."""
    bench = benches.open_bench(request, task_id)
    typed = form.read(request, bench)
    try:
        saved = _save(bench, item_id, typed.draft_version, typed.as_draft)
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
    keep = request.POST.get("keep")
    if keep not in KEEP:
        raise InvalidInput(f"keep is {keep!r}. Valid: {', '.join(KEEP)}.", code="bad_choice")
    if typed.revises:
        return benches.show_form(request, bench, lease, typed=typed)
    version = form.whole(request.POST, "other_version") or typed.draft_version
    theirs = Draft.objects.filter(assignment_id=lease.assignment_id).values_list("answers", flat=True).first() or {}
    answers = _merged(typed, theirs, keep, request.POST)
    try:
        if answers != theirs:
            _save(bench, item_id, version, answers)
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
    address = reverse("annotations:annotate_list")
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


@requires("annotate")
@require_POST
def question_visibility(request, task_id, item_id):
    """{key: {"shown", "required"}} for the answers as they stand in the posted form; nothing is stored."""
    bench = benches.open_bench(request, task_id)
    benches.held_by(bench, item_id)
    typed = form.read(request, bench)
    specs = typed.form.specs
    asked, required = schema.visible(specs, typed.answers), schema.required(specs, typed.answers)
    return JsonResponse({spec.key: {"shown": spec.key in asked, "required": spec.key in required} for spec in specs})


def _save(bench, item_id, version, answers):
    return drafts.save(task=bench.task, item_id=item_id, annotator=bench.annotator, version=version, answers=answers)


def _refused(request, bench, item_id, typed, error):
    if error.code != CONFLICT:
        return benches.show_alert(request, bench, benches.Alert(error.message, action="reload"))
    context = {"task": bench.task, "item_id": item_id, **_both(typed, error)}
    response = render(request, f"{benches.PAGE}#conflict", context, status=409)
    response["HX-Retarget"], response["HX-Reswap"] = "#alerts", "innerHTML"
    return response


def _both(typed, error):
    """Both versions side by side, question by question, only where they differ."""
    mine, theirs = typed.as_draft, error.details["answers"]
    rows = [
        {
            "key": spec.key,
            "title": spec.title,
            "mine": _answer_text(spec, typed.answers),
            "mine_why": _why(mine, spec.key),
            "theirs": _answer_text(spec, theirs),
            "theirs_why": _why(theirs, spec.key),
        }
        for spec in typed.form.specs
        if mine.get(spec.key) != theirs.get(spec.key) or _note(mine, spec.key) != _note(theirs, spec.key)
    ]
    return {"rows": rows, "version": error.details["version"]}


def _merged(typed, theirs, keep, post):
    """The draft that `keep` asks for; the note on a question goes with its answer."""
    mine = typed.as_draft
    if keep != "chosen":
        return mine if keep == "mine" else theirs
    sides = {spec.key: theirs if post.get(f"take-{spec.key}") == "theirs" else mine for spec in typed.form.specs}
    answers = {key: side[key] for key, side in sides.items() if key in side}
    notes = {key: _note(side, key) for key, side in sides.items() if _note(side, key)}
    return answers | ({NOTES: notes} if notes else {})


def _note(draft, key):
    return draft.get(NOTES, {}).get(key, {})


def _why(draft, key):
    note = _note(draft, key)
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
