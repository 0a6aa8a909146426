"""How far each judge can be trusted: its newest calibration with every figure, and those before."""

from dataclasses import dataclass
from functools import partial

from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import requires
from evalhub.lib.charts import Panel, panels
from evalhub.lists.views import METHODS, answer
from reviews.quality.charts import CalibrationSubject
from reviews.quality.graders import title_of
from reviews.quality.models import JudgeTest
from reviews.quality.views.labels import LICENCES, MeasureLine, judges, measure_lines
from reviews.quality.views.lists.calibrations import CalibrationList

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


@requires("read")
@require_http_methods(METHODS)
def calibration_list(request):
    """The newest calibration of each judge, then the list of all; a fixed number of statements."""
    own = JudgeTest.objects.for_organization(request.organization)
    context = {"cards": partial(_cards, own), "judges": judges}
    return answer(request, CalibrationList(request), context=context)


def _cards(own):
    licences, measured = own.licences(), own.measurements().measured().select_related("grading")
    newest = measured.order_by("judge", "simulated", "-created_at", "-pk").distinct("judge", "simulated")
    return [card_of(row, licences[row.judge, row.simulated]) for row in newest[:MOST_JUDGES]]


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
