"""The list of evidence sets."""

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from experiments.models import EvidenceWindow

FILTERS = (
    filters.part_of("name", "name", "a part of the name", title=_("Name")),
    filters.part_of("country", "country", "a part of the country", title=_("Country")),
    filters.since("created_at", "sets made then or later", title=_("Created from")),
)


DAY = "experiments/studies/window_cells.html"


@register("evidence_sets")
class EvidenceSetList(List):
    title = _("Evidence sets")
    columns = (
        Column("name", _("Evidence set"), "name", sort="name"),
        Column("start_date", _("From"), "start_date", template=DAY, sort="start_date"),
        Column("end_date", _("To"), "end_date", template=DAY, sort="end_date"),
        Column("country", _("Country"), "country", sort="country"),
        Column("texts", _("Texts"), "texts", kind="number", sort="texts"),
        Column("studies", _("Studies"), "n_studies", kind="number", sort="n_studies"),
        Column("created_by", _("Created by"), "created_by.display_name", kind="person", default=False),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at"),
    )
    filters = FILTERS
    search, search_label = ("name", "concept", "country"), _("Name, concept or country")
    links = (Link(_("New evidence set"), "experiments:window_create", primary=True),)
    empty = Empty(
        "calendar-range",
        _("No evidence sets yet"),
        _(
            "An evidence set contains the texts of a period to be scored for a concept. Studies write rubrics for the"
            " concept and score these texts."
        ),
        Link(_("Create evidence set"), "experiments:window_create"),
        _("They appear here once an admin creates one."),
    )

    def rows(self):
        found = EvidenceWindow.objects.for_organization(self.organization).listed().select_related("created_by")
        return found.annotate(texts=Count("evidence", distinct=True), n_studies=Count("studies", distinct=True))

    def href(self, row):
        return reverse("experiments:window_detail", args=[row.pk])

    def note(self, row):
        return row.concept
