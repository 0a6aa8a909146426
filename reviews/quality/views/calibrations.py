"""How far each judge can be trusted: its newest calibration with every figure, and those before."""

import uuid
from dataclasses import dataclass

from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from evalhub.accounts.access import requires
from evalhub.lib.charts import Chart, Estimate, dot_intervals
from evalhub.lib.paging import keyset
from reviews.quality.graders import title_of
from reviews.quality.models import JudgeTest
from reviews.quality.views.labels import LICENCES, MeasureLine, judges, measure_lines, tabs_of

TEMPLATE = "reviews/quality/calibrations.html"
PICTURED = ("spearman", "length_correlation", "length_bias", "swap_consistency")
MOST_JUDGES = 50


@dataclass(frozen=True)
class Card:
    """A measurement as the page shows it with the judge's licence; `chart` None where no figure is defined."""

    calibration: JudgeTest
    title: str
    reference: str
    lines: list[MeasureLine]
    cautions: list
    licence: str
    chart: Chart | None


@dataclass(frozen=True)
class Line:
    """A calibration in a list; `problem` says why it has failed, or what it waits for after a failure."""

    calibration: JudgeTest
    title: str
    reference: str
    problem: str


@requires("read")
@require_safe
def calibration_list(request):
    """The newest calibration of each judge, then a page of all, newest first; a fixed number of statements.

    What is under way is asked for by htmx alone, and then the whole page.
    """
    own = JudgeTest.objects.for_organization(request.organization)
    found = own.measurements().select_related("grading", "created_by")
    under_way = [line_of(row) for row in found.under_way().order_by("-created_at", "-pk")[:MOST_JUDGES]]
    if request.htmx:
        if not under_way:
            return HttpResponseClientRefresh()
        return render(request, f"{TEMPLATE}#under-way", {"under_way": under_way})
    newest = list(
        found.measured()
        .order_by("judge", "simulated", "-created_at", "-pk")
        .distinct("judge", "simulated")[:MOST_JUDGES]
    )
    licences = own.licences()
    page = keyset(found.ended(), request, field="pk", kind=uuid.UUID, descending=True)
    shown = {calibration.pk for calibration in newest}
    context = {
        "under_way": under_way,
        "cards": [card_of(row, licences[row.judge, row.simulated]) for row in newest],
        "page": page,
        "tabs": tabs_of("calibrations"),
        "earlier": [line_of(row) for row in page.rows if row.pk not in shown],
        "judges": judges(),
    }
    return render(request, TEMPLATE, context)


def line_of(calibration):
    return Line(
        calibration, title_of(calibration.judge), title_of(calibration.reference), str(calibration.last_error or "")
    )


def card_of(calibration, licence):
    lines = measure_lines(calibration)
    return Card(
        calibration,
        title_of(calibration.judge),
        title_of(calibration.reference),
        lines,
        calibration.cautions,
        LICENCES[licence],
        _chart(calibration, lines),
    )


def _chart(calibration, lines):
    """The figures that lie between -1 and 1, each with its interval."""
    shown = {line.key: line for line in lines if line.key in PICTURED}
    if all(line.value is None for line in shown.values()):
        return None
    said = [
        Estimate(line.title, line.value, line.low, line.high, line.n, "llm", line.reason)
        for line in (shown[key] for key in PICTURED if key in shown)
    ]
    words = {"judge": title_of(calibration.judge)}
    finding = (
        _("%(judge)s passed: all results are within bounds.")
        if calibration.has_passed
        else _("%(judge)s did not pass. Its scores do not affect routing.")
    )
    return dot_intervals(
        said, title=_("Calibration results"), finding=finding % words, low=-1.0, high=1.0, unit=_("cases")
    )
