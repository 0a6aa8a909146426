"""How far each judge can be trusted: its newest calibration with every figure, and those before."""

import uuid
from dataclasses import dataclass

from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from evalhub.accounts.access import requires
from evalhub.lib.charts import Panel, panels
from evalhub.lib.paging import keyset
from reviews.quality.charts import CalibrationSubject
from reviews.quality.graders import title_of
from reviews.quality.models import JudgeTest
from reviews.quality.views.labels import LICENCES, MeasureLine, judges, measure_lines, tabs_of

TEMPLATE = "reviews/quality/calibrations.html"
MOST_JUDGES = 50


@dataclass(frozen=True)
class Card:
    """A measurement as the page shows it with the judge's licence."""

    calibration: JudgeTest
    title: str
    reference: str
    lines: list[MeasureLine]
    cautions: list
    licence: str
    panels: list[Panel]


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
    title, lines = title_of(calibration.judge), measure_lines(calibration)
    return Card(
        calibration,
        title,
        title_of(calibration.reference),
        lines,
        calibration.cautions,
        LICENCES[licence],
        panels("calibration", CalibrationSubject(title, calibration.has_passed, lines)),
    )
