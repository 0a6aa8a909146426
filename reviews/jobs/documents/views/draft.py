"""The draft of a prompt or of knowledge: written, discarded, and published with a confirmation."""

from django import forms
from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from reviews.jobs.documents.actions import documents
from reviews.jobs.documents.views import line_diff
from reviews.jobs.documents.views.page import frame, label_of, part_of
from reviews.jobs.documents.views.problems import problem_of
from reviews.jobs.errors import JobError
from reviews.jobs.methods.prompt import SYSTEM_VALUES

PLAIN = {"autocomplete": "off", "spellcheck": "false", "dir": "auto"}


class DraftForm(forms.Form):
    """`seen` is the hash of the draft that the page was opened with, empty where there was none."""

    content = forms.CharField(
        strip=False,
        label=gettext_lazy("Text"),
        widget=forms.Textarea(attrs=PLAIN | {"rows": 30}),
    )
    note = forms.CharField(
        required=False,
        label=gettext_lazy("Change note"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Shown in the list of versions."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)


@requires("manage")
@require_http_methods(["GET", "POST"])
def method_draft(request, model_type, part):
    """The editor, beginning with the draft, else with the version `from` or the one in use; a post saves."""
    place = part_of(request, model_type, part)
    draft = place.shelf.draft
    if request.method == "GET":
        source = place.version(request.GET.get("from"), default=draft or place.shelf.in_use)
        note = draft.document.note if draft is not None else ""
        form = DraftForm(initial={"content": place.shelf.text_of(source), "note": note, "seen": _hash_of(draft)})
        return _editor(request, place, form, began_with="" if source is draft else label_of(source))
    form = DraftForm(request.POST)
    if not form.is_valid():
        return _editor(request, place, form, status=422)
    try:
        saved = documents.save_draft(
            organization=request.organization,
            model_type=model_type,
            part=part,
            by=request.user,
            content=form.cleaned_data["content"],
            note=form.cleaned_data["note"],
            expects=form.cleaned_data["seen"],
        )
    except Conflict:
        return _overtaken(request, part_of(request, model_type, part), form)
    except InvalidInput as error:
        form.add_error("note" if error.code == "bad_note" else "content", error.message)
        return _editor(request, place, form, status=422)
    messages.success(request, _("Draft of version %(n)s saved. It is not in use yet.") % {"n": saved.number})
    return redirect(place.href("draft"))


@requires("manage")
@require_POST
def method_discard(request, model_type, part):
    """Drop the draft; what is in use stays as it is."""
    place = part_of(request, model_type, part)
    documents.discard(document=_draft_of(place), by=request.user)
    messages.success(request, _("Draft discarded. The current version stays in use."))
    return redirect(place.href())


@requires("manage")
@require_http_methods(["GET", "POST"])
def method_publish(request, model_type, part):
    """What publishing the draft changes; a post publishes exactly the text that was shown."""
    place = part_of(request, model_type, part)
    draft = _draft_of(place)
    if request.method == "GET":
        return _confirmation(request, place)
    if request.POST.get("sha256") != draft.content_sha256:
        return _confirmation(request, place, is_changed=True, status=409)
    try:
        published = documents.publish(document=draft, by=request.user)
    except JobError:
        return _confirmation(request, place, status=422)
    except Conflict:
        return _confirmation(request, part_of(request, model_type, part), is_changed=True, status=409)
    messages.success(request, _("Version %(n)s is used for new reviews.") % {"n": published.number})
    return redirect(place.href())


def _editor(request, place, form, *, began_with="", is_overtaken=False, status=200):
    draft, method = place.shelf.draft, place.reviewer.name
    context = frame(request, place, "draft") | {
        "form": form,
        "draft": draft,
        "began_with": began_with,
        "is_overtaken": is_overtaken,
        "problem": problem_of(method, place.part, place.shelf.text_of(draft)) if draft is not None else None,
        "values": SYSTEM_VALUES,
        "most": documents.LONGEST[place.part],
    }
    return render(request, "reviews/jobs/documents/draft.html", context, status=status)


def _overtaken(request, place, form):
    """The editor with what was typed; saving once more puts it in the place of the other draft."""
    form = DraftForm(initial=form.cleaned_data | {"seen": _hash_of(place.shelf.draft)})
    return _editor(request, place, form, is_overtaken=True, status=409)


def _confirmation(request, place, *, is_changed=False, status=200):
    shelf, draft = place.shelf, place.shelf.draft
    if draft is None:
        raise NotFound(_("No draft"))
    old, new = shelf.text_of(shelf.in_use), shelf.text_of(draft)
    problem = problem_of(place.reviewer.name, place.part, new)
    context = frame(request, place, "publish") | {
        "draft": draft,
        "draft_label": label_of(draft),
        "in_use_label": label_of(shelf.in_use),
        "diff": line_diff.compare(old, new),
        "problem": problem,
        "is_changed": is_changed,
    }
    if place.part == "prompt" and problem is None:
        context |= _dimensions(place.reviewer, old, new, shelf.in_use)
    return render(request, "reviews/jobs/documents/publish.html", context, status=status)


def _dimensions(reviewer, old, new, in_use):
    """Which dimensions a prompt adds and drops; both empty where what is in use cannot be read any more."""
    after = reviewer.parsed(new).dimensions
    try:
        before = reviewer.parsed(old, is_shipped=in_use.document is None).dimensions
    except JobError:
        before = after
    return {
        "added": [name for name in after if name not in before],
        "dropped": [name for name in before if name not in after],
        "is_other_form": before != after,
    }


def _draft_of(place):
    """The MethodDocument of the draft; NotFound without one."""
    if place.shelf.draft is None:
        raise NotFound(_("No draft"))
    return place.shelf.draft.document


def _hash_of(draft):
    return draft.document.content_sha256 if draft is not None else ""
