"""The page of one prompt: a text, readable or as its source, the versions there are, and who used the one shown."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from evalhub.accounts.access import requires
from evalhub.lib import markdown
from reviews.engine.views.labels import RUN_KINDS
from reviews.scorers.library.actions import prompts, usage
from reviews.scorers.library.views.page import frame, label_of, place_of
from reviews.scorers.models.prompt_label import LABELS


@requires("read")
@require_safe
def prompt_detail(request, kind, name):
    """The version that the address asks for, else the one in use; eleven statements at most."""
    place = place_of(request, kind, name)
    version = place.version(request.GET.get("version"), default=place.shelf.in_use)
    text = version.text
    view = "source" if request.GET.get("view") == "source" else "read"
    found = usage.of_version(organization=request.organization, version=version)
    runs = [{"run": use.run, "owner": use.owner, "kind": RUN_KINDS[use.run.kind]} for use in found.runs]
    context = (
        frame(request, place, "detail")
        | {
            "version": version,
            "label": label_of(version),
            "text": text,
            "view": view,
            "versions": [(each, label_of(each)) for each in place.shelf.versions],
            "more": place.shelf.total - sum(each.prompt is not None for each in place.shelf.versions),
            "free_labels": [label for label in LABELS if label not in version.labels],
        }
        | {"usage": found, "used_by": runs}
    )
    if view == "read":
        context |= _outline(place, version, text)
    return render(request, "reviews/scorers/library/detail.html", context)


def _outline(place, version, text):
    """The parts of a text; a draft that cannot be used yet has a problem in their place."""
    try:
        outline = place.kind.outline(place.name, text, is_shipped=version.prompt is None)
    except place.kind.errors as error:
        return {"problem": error}
    if place.kind.syntax == "markdown":
        return {"outline": outline, "html": markdown.render(outline.markdown, heading_shift=2)}
    return {"outline": outline}


@requires("manage")
@require_POST
def prompt_label(request, kind, name):
    """Point a label at a version, or take it away from all."""
    place, label = place_of(request, kind, name), request.POST.get("label", "")
    if "remove" in request.POST:
        prompts.remove_label(organization=request.organization, kind=kind, name=name, label=label, by=request.user)
        messages.success(request, _("Label %(label)s removed.") % {"label": label})
        return redirect(place.href())
    version = place.version(request.POST.get("version"), default=None)
    prompts.set_label(organization=request.organization, version=version, label=label, by=request.user)
    words = _("%(version)s has the label %(label)s.")
    messages.success(request, words % {"version": label_of(version), "label": label})
    return redirect(f"{place.href()}?{urlencode({'version': version.key})}")


@requires("read")
@require_safe
def prompt_find(request):
    """The page of the version that a stored judgement names, such as questions.v2."""
    found = usage.find(organization=request.organization, stored=request.GET.get("version", ""))
    if found is None:
        raise Http404
    query = urlencode({"version": found.key})
    return redirect(f"{place_of(request, found.kind, found.name).href()}?{query}")
