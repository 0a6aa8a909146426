"""Where a page of methods stands: a part of a method, its versions, and the words and tabs that all its pages share."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.lib.errors import NotFound
from reviews.jobs.documents.actions import versions
from reviews.jobs.documents.actions.versions import VersionList
from reviews.jobs.documents.models.method_document import PARTS
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.base import MethodReviewer

PART_TITLES = {"prompt": gettext_lazy("Prompt"), "knowledge": gettext_lazy("Knowledge")}
HEADINGS = {
    "prompt": gettext_lazy("%(method)s: prompt"),
    "knowledge": gettext_lazy("%(method)s: knowledge"),
}
PAGES = {
    "document": gettext_lazy("Text"),
    "draft": gettext_lazy("Draft"),
    "diff": gettext_lazy("Differences"),
    "preview": gettext_lazy("Preview"),
    "dry_run": gettext_lazy("Dry run"),
}
BELOW = {"publish": "draft"}
_BY_MANAGERS = {"draft"}


@dataclass(frozen=True)
class MethodPart:
    reviewer: MethodReviewer
    shelf: VersionList

    @property
    def part(self):
        return self.shelf.part

    @property
    def arguments(self):
        return [self.reviewer.name, self.part]

    @property
    def title(self):
        return HEADINGS[self.part] % {"method": _(self.reviewer.title)}

    def href(self, page="document"):
        return reverse(f"reviews:method_{page}", args=self.arguments)

    def version(self, key, *, default):
        """The Version that an address asks for, `default` where it asks for none; NotFound for one that is not."""
        found = self.shelf.find(key) if key else default
        if found is None:
            raise NotFound(_("The %(part)s does not have this version.") % {"part": PART_TITLES[self.part]})
        return found


def part_of(request, model_type, part):
    """The MethodPart of an address in the caller's organization; NotFound for a method or a part that there is not."""
    if model_type not in MethodReviewerRegistry.available() or part not in PARTS:
        raise NotFound(_("Method not found."))
    shelf = versions.versions_of(organization=request.organization, model_type=model_type, part=part)
    return MethodPart(MethodReviewerRegistry.create(model_type), shelf)


def frame(request, place, page):
    """What every page of a part shows around its content; `page` is one of PAGES or of BELOW."""
    may_manage = request.membership.may("manage")
    name, part = place.reviewer.name, place.part
    return {
        "place": place,
        "may_manage": may_manage,
        "trail": [{"label": _("Methods"), "href": reverse("reviews:method_list")}],
        "parts": [
            {"label": title, "href": reverse("reviews:method_document", args=[name, each]), "current": each == part}
            for each, title in PART_TITLES.items()
        ],
        "tabs": [
            {"label": title, "href": place.href(name), "current": name == BELOW.get(page, page)}
            for name, title in PAGES.items()
            if may_manage or name not in _BY_MANAGERS
        ],
    }


def label_of(version):
    """A version as lists name it."""
    if version.document is None:
        return _("As shipped")
    return _("Version %(n)s") % {"n": version.document.number}


def choices_of(shelf):
    """[(key, words)] of all versions, for a list to choose from."""
    return [(version.key, _choice(version)) for version in shelf.versions]


def _choice(version):
    state = _("draft") if version.is_draft else _("in use") if version.is_in_use else ""
    return _("%(version)s (%(state)s)") % {"version": label_of(version), "state": state} if state else label_of(version)
