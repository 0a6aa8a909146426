"""The list of calibrations of judges: what each found, against what, and those that a worker still measures."""

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lib.leases import LeasedWork
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from reviews.quality.graders import title_of
from reviews.quality.models import JudgeTest
from reviews.quality.models.judge_test import UNDER_WAY

CELLS = "reviews/quality/calibration_cells.html"
MOST_CHOICES = 200


def _with_result(calibrations, has_passed):
    """Those in which every test passed, or those that are done and in which one has not."""
    failed = JudgeTest.objects.filter(group=OuterRef("pk"), passed=False)
    return calibrations.filter(~Exists(failed) if has_passed else Exists(failed), state="done")


FILTERS = (
    filters.text("grader_id", "judge", "calibrations of this judge", title=_("Judge")),
    filters.text("reference", "reference", "calibrations against this reference", title=_("Reference")),
    filters.flag("passed", _with_result, "measured ones that have passed, or have not", title=_("Passed")),
    filters.choice("state", "state", LeasedWork.STATES, "calibrations in one of these states", title=_("State")),
    filters.flag("simulated", "simulated", "calibrations of simulated judges, or of others", title=_("Simulated")),
    filters.since("created_at", "calibrations made then or later"),
)


def _result(calibration):
    if calibration.state != "done":
        return calibration.state
    return "passed" if calibration.has_passed else "not passed"


@register("calibrations")
class CalibrationList(List):
    title = _("Calibrations")
    columns = (
        Column("judge", _("Judge"), lambda row: title_of(row.judge), sort="judge"),
        Column("result", _("Result"), _result, template=f"{CELLS}#result", sort="state"),
        Column("value", _("Agreement"), "value", kind="number", template=f"{CELLS}#value", sort="value"),
        Column("n", _("Pairs"), "n", kind="number", sort="n"),
        Column("reference", _("Reference"), lambda row: title_of(row.reference), sort="reference"),
        Column("grading", _("Grading"), "grading.name", template=f"{CELLS}#grading", sort="grading__name"),
        Column("grader_id", _("Judge ID"), "judge", kind="mono", default=False),
        Column("created_by", _("Created by"), "created_by.display_name", kind="person", default=False),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at"),
    )
    filters = FILTERS
    search = ("judge", "reference", "grading__name")
    search_label = _("Judge, reference or grading")
    empty = Empty(
        "scale",
        _("No calibrations yet"),
        _("Start from a grading that a language model has judged in both orders."),
        Link(_("Go to gradings"), "reviews:grading_list", capability="read"),
    )
    template = "reviews/quality/calibrations.html"

    def rows(self):
        own = JudgeTest.objects.for_organization(self.organization)
        return own.measurements().select_related("grading", "created_by")

    def is_live(self, rows):
        return any(row.state in UNDER_WAY for row in rows)

    def labels(self, filter):
        """Those of judges and references are the reader's own."""
        field = {"grader_id": "judge", "reference": "reference"}.get(filter.name)
        if field is None:
            return super().labels(filter)
        found = JudgeTest.objects.for_organization(self.organization).order_by(field).values_list(field, flat=True)
        return {value: title_of(value) for value in found.distinct()[:MOST_CHOICES]}

    def href(self, row):
        return row.grading.get_absolute_url() if row.grading else ""
