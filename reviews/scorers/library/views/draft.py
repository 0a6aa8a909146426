"""The draft of a prompt: written, discarded, and published with a confirmation."""

from django import forms
from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from reviews.scorers.library.actions import examples, prompts
from reviews.scorers.library.views.page import frame, label_of, place_of
from reviews.scorers.library.views.problems import problem_of
from reviews.scorers.library.views.version_diff import of_versions

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
def prompt_draft(request, kind, name):
    """The editor, beginning with the draft, else with the version `from` or the one in use; a post saves."""
    place = place_of(request, kind, name)
    draft = place.shelf.draft
    if request.method == "GET":
        source = place.version(request.GET.get("from"), default=draft or place.shelf.in_use)
        note = draft.prompt.note if draft is not None else ""
        form = DraftForm(initial={"content": source.text, "note": note, "seen": _hash_of(draft)})
        return _editor(request, place, form, began_with="" if source is draft else label_of(source))
    form = DraftForm(request.POST)
    if not form.is_valid():
        return _editor(request, place, form, status=422)
    try:
        saved = prompts.save_draft(
            organization=request.organization,
            kind=kind,
            name=name,
            content=form.cleaned_data["content"],
            note=form.cleaned_data["note"],
            expects=form.cleaned_data["seen"],
            by=request.user,
        )
    except Conflict:
        return _overtaken(request, place_of(request, kind, name), form)
    except InvalidInput as error:
        form.add_error("note" if error.code == "bad_note" else "content", error.message)
        return _editor(request, place, form, status=422)
    messages.success(request, _("Draft of version %(n)s saved. It is not in use yet.") % {"n": saved.version})
    return redirect(place.href("draft"))


@requires("manage")
@require_POST
def prompt_discard(request, kind, name):
    """Drop the draft; what is in use stays as it is."""
    place = place_of(request, kind, name)
    prompts.discard(prompt=_draft_of(place), by=request.user)
    messages.success(request, _("Draft discarded. The current version stays in use."))
    return redirect(place.href())


@requires("manage")
@require_POST
def prompt_examples(request, kind, name):
    """Have the draft show the ticked audited answers as examples."""
    place = place_of(request, kind, name)
    chosen = [int(pk) for pk in request.POST.getlist("annotations") if pk.isdecimal() and len(pk) < 19]
    try:
        saved = examples.choose(prompt=_draft_of(place), annotations=chosen, by=request.user)
    except InvalidInput as error:
        messages.error(request, error.message)
    else:
        n = len(saved.examples)
        words = ngettext("The draft shows %(n)s example.", "The draft shows %(n)s examples.", n)
        messages.success(request, words % {"n": n})
    return redirect(f"{place.href('draft')}#examples")


@requires("manage")
@require_http_methods(["GET", "POST"])
def prompt_publish(request, kind, name):
    """What publishing the draft changes; a post publishes exactly the text that was shown."""
    place = place_of(request, kind, name)
    draft = _draft_of(place)
    if request.method == "GET":
        return _confirmation(request, place)
    if request.POST.get("sha256") != draft.content_sha256:
        return _confirmation(request, place, is_changed=True, status=409)
    try:
        published = prompts.publish(prompt=draft, by=request.user)
    except place.kind.errors:
        return _confirmation(request, place, status=422)
    except Conflict:
        return _confirmation(request, place_of(request, kind, name), is_changed=True, status=409)
    now = place_of(request, kind, name).shelf.in_use
    if now.prompt == published:
        messages.success(request, _("Version %(n)s is in use from now on.") % {"n": published.version})
    else:
        words = _("Version %(n)s is published. %(used)s stays in use: it has the label production.")
        messages.success(request, words % {"n": published.version, "used": label_of(now)})
    return redirect(f"{place.href()}?version={published.version}")


def _editor(request, place, form, *, began_with="", is_overtaken=False, status=200):
    draft = place.shelf.draft
    context = frame(request, place, "draft") | {
        "form": form,
        "draft": draft,
        "began_with": began_with,
        "is_overtaken": is_overtaken,
        "problem": problem_of(place.kind, place.name, draft.text) if draft is not None else None,
        "variables": place.kind.variables(place.name),
        "most": place.kind.longest,
    }
    if draft is not None and place.kind.takes_examples:
        context |= {"offered": _offered(request.organization, draft), "most_examples": examples.MOST_EXAMPLES}
    return render(request, "reviews/scorers/library/draft.html", context, status=status)


def _offered(organization, draft):
    """[(AuditedAnswer, whether the draft shows it)]: those that it shows first, then the newest."""
    shown = [example["annotation"] for example in draft.examples]
    kept = examples.offered(organization=organization, annotations=shown) if shown else []
    newest = examples.offered(organization=organization)
    found = [*kept, *(each for each in newest if each.annotation not in shown)]
    return [(each, each.annotation in shown) for each in found]


def _overtaken(request, place, form):
    """The editor with what was typed; saving once more puts it in the place of the other draft."""
    form = DraftForm(initial=form.cleaned_data | {"seen": _hash_of(place.shelf.draft)})
    return _editor(request, place, form, is_overtaken=True, status=409)


def _confirmation(request, place, *, is_changed=False, status=200):
    shelf, draft = place.shelf, place.shelf.draft
    if draft is None:
        raise NotFound(_("No draft"))
    new = draft.text
    problem = problem_of(place.kind, place.name, new)
    context = frame(request, place, "publish") | {
        "draft": draft,
        "draft_label": label_of(draft),
        "in_use_label": label_of(shelf.in_use),
        "problem": problem,
        "is_changed": is_changed,
        "is_kept": "production" in shelf.in_use.labels,
        "changes": [] if problem else place.kind.changes(place.name, shelf.in_use, new),
    }
    context |= of_versions(shelf.in_use, draft)
    return render(request, "reviews/scorers/library/publish.html", context, status=status)


def _draft_of(place):
    """The Prompt of the draft; NotFound without one."""
    if place.shelf.draft is None:
        raise NotFound(_("No draft"))
    return place.shelf.draft.prompt


def _hash_of(draft):
    return draft.prompt.content_sha256 if draft is not None else ""
