"""The texts of an evidence set, which is the parent, with the views that were made of each."""

from django.db.models import Exists, OuterRef
from django.db.models.functions import Left, Length
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, List
from experiments.models import EvidenceView
from experiments.studies.forms import VIEW_NAMES
from experiments.studies.settings import VIEWS

EXCERPT = 200


def _with_views(evidence, views):
    made = EvidenceView.objects.filter(evidence=OuterRef("pk"), view__in=views)
    return evidence.filter(Exists(made))


FILTERS = (
    filters.part_of("title", "title", "a part of the title", title=_("Title")),
    filters.choice(
        "views",
        _with_views,
        VIEWS,
        "texts of which one of these views was made",
        title=_("Views"),
        labels={view: VIEW_NAMES[view] for view in VIEWS},
    ),
    filters.since("created_at", "texts added then or later", title=_("Added from")),
)


@register("evidence")
class EvidenceList(List):
    title = _("Evidence")
    columns = (
        Column("text", _("Text"), str, sort="position"),
        Column("title", _("Title"), "title", sort="title", default=False),
        Column("characters", _("Characters"), "characters", kind="number", sort="characters"),
        Column("views", _("Views"), "made", kind="tags"),
        Column("url", _("Address"), "url", kind="mono", default=False),
        Column("created_at", _("Added"), "created_at", kind="time", sort="created_at", default=False),
    )
    filters = FILTERS
    search, search_label = ("title", "raw_content", "url"), _("Title, text or address")
    order = "text"
    template = "experiments/studies/window_detail.html"

    @property
    def empty(self):
        if self.membership.may("manage"):
            why = _("Import a file with one text per row, or add texts manually. A study needs at least one text.")
        else:
            why = _("Texts appear here once an admin adds them.")
        return Empty("scroll-text", _("No evidence yet"), why)

    def rows(self):
        found = self.parent.evidence.annotate(excerpt=Left("raw_content", EXCERPT), characters=Length("raw_content"))
        return found.defer("raw_content")

    def load(self, rows):
        """Set `made`, the names of the views of each, in one statement."""
        made = set(EvidenceView.objects.filter(evidence__in=rows).values_list("evidence", "view"))
        for row in rows:
            row.made = [str(VIEW_NAMES[view]) for view in VIEWS if (row.pk, view) in made]

    def note(self, row):
        return row.excerpt

    def href(self, row):
        return reverse("experiments:evidence_detail", args=[self.parent.pk, row.position])
