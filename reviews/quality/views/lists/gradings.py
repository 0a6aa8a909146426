"""The list of gradings: what was compared with what, by whom, and how far it is."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from reviews.engine.models.evaluation_run import STATUSES
from reviews.engine.runs.views import totals
from reviews.engine.views.labels import RUN_STATUSES
from reviews.quality.models import GradingCandidate
from reviews.quality.views.gradings import gradings_of, is_live, is_simulated, judge_title

CELLS = "reviews/quality/grading_cells.html"
FILTERS = (
    filters.text("task_type", "task_type", "gradings of this kind of task", title=_("Kind of task")),
    filters.part_of("name", "name", "a part of the name", title=_("Name")),
    filters.choice(
        "status",
        "run__status",
        STATUSES,
        "gradings whose run is in one of these states",
        title=_("State"),
        labels={status: RUN_STATUSES[status].label for status in STATUSES},
    ),
    filters.since("created_at", "gradings made then or later", title=_("Created from")),
)


@register("gradings")
class GradingList(List):
    title = _("Gradings")
    in_palette = True
    columns = (
        Column("name", _("Grading"), "name", sort="name"),
        Column("status", _("State"), "look.label", template=f"{CELLS}#state", sort="run__status"),
        Column(
            "candidates",
            _("Candidates vs. baseline"),
            lambda grading: ", ".join(grading.candidate_models),
            template=f"{CELLS}#candidates",
        ),
        Column("baseline", _("Baseline"), "baseline_model", kind="mono", sort="baseline__name", default=False),
        Column("judge", _("Judge"), judge_title, sort="judge"),
        Column("dataset", _("Dataset"), "dataset_version.dataset.name", default=False),
        Column("most_cases", _("Cases"), "most_cases", kind="number", sort="most_cases", default=False),
        Column("created_by", _("Created by"), "created_by.display_name", kind="person", default=False),
        Column("created_at", _("Started"), "created_at", kind="time", sort="created_at"),
    )
    filters = FILTERS
    search = ("name", "task_type", "baseline__name")
    search_label = _("Name, kind of task or model")
    links = (Link(_("New grading"), "reviews:grading_new", icon="git-compare", primary=True),)
    empty = Empty(
        "git-compare",
        _("No gradings yet"),
        _(
            "A grading sends the same prompts to a baseline and its candidates, compares each pair of answers, and"
            " records scores and costs."
        ),
        Link(_("Create first grading"), "reviews:grading_new"),
    )

    def rows(self):
        return gradings_of(self.organization)

    def searched(self, rows, text):
        """Those that hold the text themselves, or compare a candidate that does."""
        own = Q()
        for field in self.search:
            own |= Q(**{f"{field}__icontains": text})
        candidates = GradingCandidate.objects.filter(system__name__icontains=text)
        return rows.filter(own | Q(pk__in=candidates.values("grading")))

    def load(self, rows):
        """Set `look`, the state of its run, and `simulated` of each, in one statement."""
        looks = totals.labels_of(grading.run for grading in rows)
        for grading in rows:
            grading.look, grading.simulated = looks[grading.run_id], is_simulated(grading)

    def is_live(self, rows):
        return any(map(is_live, rows))

    def note(self, row):
        return row.task_type
