"""The list of studies: how far each is, who answers, and what it cost."""

from operator import attrgetter

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from experiments.models import EvidenceWindow, Study
from experiments.studies.views.study_flow import explained
from reviews.engine.models.evaluation_run import ENDED, STATUSES
from reviews.engine.runs.views import totals
from reviews.engine.runs.views.lists.runs import CELLS, load_totals
from reviews.engine.views.labels import RUN_STATUSES

FILTERS = (
    filters.choice(
        "status",
        "run__status",
        STATUSES,
        "studies whose run is in this status",
        title=_("State"),
        labels={status: RUN_STATUSES[status].label for status in STATUSES},
    ),
    filters.identifier("evidence_set", "window", "studies of this evidence set", title=_("Evidence set")),
    filters.part_of("name", "name", "a part of the name", title=_("Name")),
    filters.since("created_at", "studies made then or later", title=_("Created from")),
)
MOST_WINDOWS = 200  # offered as choices
NO_STUDIES = _("No studies yet")
NONE_FOR_VIEWERS = _("They appear here once an admin creates one.")


@register("studies")
class StudyList(List):
    title = _("Rubric studies")
    in_palette = True
    columns = (
        Column("name", _("Study"), "name", sort="name"),
        Column("status", _("State"), "look.label", template=f"{CELLS}#state", sort="run__status"),
        Column("answered", _("Answered"), "totals.done", template=f"{CELLS}#answered"),
        Column("models", _("Models"), lambda study: ", ".join(study.totals.models), kind="mono"),
        Column("cost_usd", _("Cost so far"), "totals.cost_usd", kind="money", template=f"{CELLS}#cost"),
        Column("evidence_set", _("Evidence set"), "window.name", sort="window__name", default=False),
        Column("texts", _("Texts"), "evidence_to", kind="number", sort="evidence_to", default=False),
        Column("created_by", _("Created by"), "created_by.display_name", kind="person", default=False),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at"),
    )
    sorts = {"answered": totals.answered("run"), "cost_usd": totals.cost("run")}
    filters = FILTERS
    search = ("name", "window__name", "window__concept")
    search_label = _("Name, evidence set or concept")
    template = "experiments/studies/study_list.html"
    links = (Link(_("New study"), "experiments:study_create", primary=True),)

    @cached_property
    def empty(self):
        if EvidenceWindow.objects.for_organization(self.organization).listed().exists():
            why = _(
                "In a study, models write rubrics for a concept and score evidence with them repeatedly, so that you"
                " can measure their agreement."
            )
            link = Link(_("Create study"), "experiments:study_create")
        else:
            why = _("A study scores the texts of an evidence set. Create an evidence set and add texts first.")
            link = Link(_("Create evidence set"), "experiments:window_create")
        return Empty("telescope", NO_STUDIES, why, link, NONE_FOR_VIEWERS)

    @property
    def flow(self):
        """What any study does, for the page."""
        return explained()

    def rows(self):
        found = Study.objects.for_organization(self.organization).listed()
        return found.select_related("run", "window", "created_by")

    def load(self, rows):
        load_totals(rows, attrgetter("run"))

    def is_live(self, rows):
        return any(study.run.status not in ENDED for study in rows)

    def labels(self, filter):
        if filter.name != "evidence_set":
            return super().labels(filter)
        windows = EvidenceWindow.objects.for_organization(self.organization).listed().order_by("name")
        return {str(pk): name for pk, name in windows.values_list("pk", "name")[:MOST_WINDOWS]}

    def note(self, row):
        return row.window.concept

    def href(self, row):
        return reverse("experiments:study_detail", args=[row.pk])
