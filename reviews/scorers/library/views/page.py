"""Where a page of the library stands: a prompt, its versions, and the words and tabs that all its pages share."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.lib.errors import NotFound
from reviews.scorers.library.actions import versions
from reviews.scorers.library.actions.versions import VersionList
from reviews.scorers.stages.prompt_kinds import registry as kinds
from reviews.scorers.stages.prompt_kinds.base import PromptKind

PAGES = {
    "detail": gettext_lazy("Text"),
    "draft": gettext_lazy("Draft"),
    "diff": gettext_lazy("Differences"),
    "preview": gettext_lazy("Preview"),
    "dry_run": gettext_lazy("Dry run"),
    "trial": gettext_lazy("Trial"),
}
BELOW = {"publish": "draft"}
_BY_MANAGERS = {"draft", "trial"}


@dataclass(frozen=True)
class PromptPage:
    kind: PromptKind
    shelf: VersionList

    @property
    def name(self):
        return self.shelf.name

    @property
    def title(self):
        return self.kind.title_of(self.name)

    def href(self, page="detail"):
        return reverse(f"reviews:prompt_{page}", args=[self.kind.key, self.name])

    def version(self, key, *, default):
        """The Version that an address asks for, `default` where it asks for none; NotFound for one that is not."""
        found = self.shelf.find(key) if key else default
        if found is None:
            raise NotFound(_("This prompt does not have this version."))
        return found


def place_of(request, kind, name):
    """The PromptPage of an address in the caller's organization; NotFound for a prompt that there is not."""
    shelf = versions.versions_of(organization=request.organization, kind=kind, name=name)
    return PromptPage(kinds[kind], shelf)


def frame(request, place, page):
    """What every page of a prompt shows around its content; `page` is one of PAGES or of BELOW."""
    may_manage = request.membership.may("manage")
    same = [(key, kind) for key, kind in kinds.items() if place.name in kind.names()]
    return {
        "place": place,
        "may_manage": may_manage,
        "may_edit": may_manage,
        "trail": [
            {"label": _(place.kind.title), "href": f"{reverse('reviews:prompt_list')}?kind={place.kind.key}"},
        ],
        "parts": [
            {
                "label": _(kind.title),
                "href": reverse("reviews:prompt_detail", args=[key, place.name]),
                "current": key == place.kind.key,
            }
            for key, kind in (same if len(same) > 1 else [])
        ],
        "tabs": [
            {"label": title, "href": place.href(name), "current": name == BELOW.get(page, page)}
            for name, title in PAGES.items()
            if may_manage or name not in _BY_MANAGERS
        ],
    }


def label_of(version):
    """A version as lists name it."""
    if version.prompt is not None:
        return _("Version %(n)s") % {"n": version.prompt.version}
    return _("As shipped") if version.is_newest_shipped else _("Shipped version %(n)s") % {"n": version.shipped}


def choices_of(shelf):
    """[(key, words)] of all versions, for a list to choose from."""
    return [(version.key, _choice(version)) for version in shelf.versions]


def _choice(version):
    state = _("draft") if version.is_draft else _("in use") if version.is_in_use else ""
    return _("%(version)s (%(state)s)") % {"version": label_of(version), "state": state} if state else label_of(version)
