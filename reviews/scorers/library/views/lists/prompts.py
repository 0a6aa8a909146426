"""The list of all prompts of the library: which version of each is in use, and whether there is a draft."""

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lib.errors import UnknownKey
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty
from evalhub.lists.plain import PlainList
from reviews.scorers.library.actions import versions
from reviews.scorers.library.views.page import label_of
from reviews.scorers.stages.prompt_kinds import registry as kinds

CELLS = "reviews/scorers/library/prompt_cells.html"


def _of_kind(lines, kind):
    if kind not in kinds:
        raise UnknownKey(f"Unknown kind {kind[:60]!r}. Valid: {', '.join(kinds)}.", details={"valid": list(kinds)})
    return [line for line in lines if line.kind == kind]


def _with_words(lines, text):
    parts = text.lower().split()
    return [line for line in lines if all(part in f"{line.name} {line.title}".lower() for part in parts)]


FILTERS = (
    filters.text("kind", _of_kind, "prompts of this kind", title=_("Kind"), code="unknown_key"),
    filters.flag(
        "has_draft",
        lambda lines, has_draft: [line for line in lines if line.has_draft is has_draft],
        "prompts that have a draft, or have none",
        title=_("Draft"),
    ),
    filters.flag(
        "own",
        lambda lines, is_own: [line for line in lines if (line.in_use.prompt is not None) is is_own],
        "prompts whose version in use your organization has written, or those of the product",
        title=_("Own version in use"),
    ),
)
SEARCH = filters.text("q", _with_words, "prompts with these words in name or title")


@register("prompts")
class PromptList(PlainList):
    title = _("Prompts")
    lead = _(
        "Every text that models are asked with. Your organization can publish its own versions; what was asked before"
        " keeps its version."
    )
    columns = (
        Column("title", _("Prompt"), "title", sort="title"),
        Column("in_use", _("In use"), "in_use.key", template=f"{CELLS}#in_use"),
        Column("published_at", _("Published"), "published_at", kind="time", sort="published_at"),
        Column("published_by", _("Published by"), "in_use.prompt.published_by.display_name", "person", default=False),
        Column("kind", _("Kind"), lambda line: gettext(kinds[line.kind].title), sort="place", default=False),
        Column("name", _("Name"), "name", kind="mono", sort="name", default=False),
        Column("draft", _("Draft"), "has_draft", template=f"{CELLS}#draft", default=False),
    )
    filters = FILTERS
    search_label = _("Name or title")
    order = grouped_by = "kind"
    empty = Empty("square-terminal", _("No prompts found"), "")

    def rows(self):
        return versions.library(organization=self.organization)

    def searched(self, rows, text):
        return _with_words(rows, text)

    def labels(self, filter):
        if filter.name != "kind":
            return super().labels(filter)
        return {key: gettext(kind.title) for key, kind in sorted(kinds.items(), key=lambda pair: pair[1].place)}

    def load(self, rows):
        """No statement."""
        for line in rows:
            line.label = label_of(line.in_use)

    def group(self, row):
        return gettext(kinds[row.kind].title), gettext(kinds[row.kind].description)

    def note(self, row):
        return row.name

    def href(self, row):
        return reverse("reviews:prompt_detail", args=[row.kind, row.name])
