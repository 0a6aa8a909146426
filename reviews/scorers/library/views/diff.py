"""The page that sets two versions of a prompt side by side, line by line: text and examples."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from reviews.scorers.library.views.page import choices_of, frame, label_of, place_of
from reviews.scorers.library.views.version_diff import of_versions


@requires("read")
@require_safe
def prompt_diff(request, kind, name):
    """From `from` to `to`; without them, from what is in use to the draft, else from the version before it."""
    place = place_of(request, kind, name)
    shelf = place.shelf
    right = place.version(request.GET.get("to"), default=shelf.draft or shelf.in_use)
    left = place.version(request.GET.get("from"), default=_before(shelf, right))
    context = frame(request, place, "diff") | {
        "left": left,
        "right": right,
        "left_label": label_of(left),
        "right_label": label_of(right),
        "choices": choices_of(shelf),
        "is_alone": len(shelf.versions) == 1,
    }
    context |= of_versions(left, right)
    return render(request, "reviews/scorers/library/diff.html", context)


def _before(shelf, version):
    """What was in use before a version: for a draft what is in use now, for the shipped text itself."""
    if version.is_draft:
        return shelf.in_use
    older = shelf.versions[shelf.versions.index(version) + 1 :]
    return older[0] if older else version
