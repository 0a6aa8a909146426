"""The list of items that a model has not answered yet, and why."""

from django.db.models import Case, Value, When
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from annotations.models import AnnotationTask
from annotations.tasks.actions import item_content, item_search
from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from evalhub.templatetags.states import look_of
from reviews.audits.actions import missing_answers
from reviews.audits.views.missing_answers import STATES, UNREADABLE, text_of

CELLS = "reviews/audits/missing_cells.html"
FILTERS = (
    filters.identifier("task", "run__task", "requests of this task", title=_("Task")),
    filters.choice(
        "state",
        "shown_state",
        STATES,
        "requests in one of these states",
        title=_("State"),
        labels={state: look_of(state).label for state in STATES},
    ),
    filters.text("model", "run__annotator__model", "requests to this model", title=_("Model")),
)


@register("missing_answers")
class MissingAnswerList(List):
    title = _("Missing answers")
    lead = _("Requests to models without an answer. They cannot be audited yet.")
    capability = "audit"
    columns = (
        Column("item", _("Item"), "text", sort="item__position"),
        Column("model", _("Model"), "run.annotator.name", template=f"{CELLS}#model", sort="run__annotator__name"),
        Column("state", _("State"), "shown_state", kind="state", sort="shown_state"),
        Column("why", _("Why"), text_of),
        Column("task", _("Task"), "run.task.name", sort="run__task__name"),
        Column("requested", _("Request"), "pk", kind="number", sort="pk", default=False),
    )
    filters = FILTERS
    search_label = _("Item texts and IDs")
    order = "state"
    empty = Empty(
        "check",
        _("No missing answers"),
        _("All models have answered."),
        Link(_("Back to the list"), "reviews:audit_list", capability="audit", icon=""),
    )

    def rows(self):
        found = missing_answers.unanswered(self.organization).annotate(
            shown_state=Case(
                When(state="failed", error_class__in=UNREADABLE, then=Value("unreadable")),
                When(state="failed", then=Value("failed")),
                When(state="running", then=Value("running")),
                default=Value("queued"),
            )
        )
        return found.select_related("item__test_case", "run__annotator", "run__task")

    def searched(self, rows, text):
        versions = {task.dataset_version_id: task.dataset_version for task in self._tasks()}
        return rows.filter(item_search.matches_in(list(versions.values()), text, path="item__").condition)

    def load(self, rows):
        for row in rows:
            row.text = item_content.summary(row.item.test_case, 120)

    def note(self, row):
        number = _("Item %(number)s") % {"number": row.item.position + 1}
        return " · ".join(filter(None, [str(number), row.item.test_case.external_id]))

    def href(self, row):
        return reverse("reviews:audit_request", args=[row.pk])

    def labels(self, filter):
        if filter.name == "task":
            return {str(task.pk): task.name for task in self._tasks()}
        return super().labels(filter)

    def _tasks(self):
        waiting = missing_answers.unanswered(self.organization).values("run__task")
        return AnnotationTask.objects.filter(pk__in=waiting).select_related("dataset_version").order_by("name")
