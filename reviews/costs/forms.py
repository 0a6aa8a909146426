"""The parameters of an address that asks for figures, the same on the page and over the API."""

import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.api import filters
from evalhub.lib.errors import InvalidInput
from reviews.costs.choice import GROUPINGS, SOURCES, Choice
from reviews.costs.periods import DAY, MONTH, PERIODS, STEPS, WEEK, WEEKS, period_of, steps_of

FILTERS = (
    filters.one_of(
        "period", "", PERIODS, "this month, the last 12 weeks (by itself) or the last 12 months, up to today (UTC)"
    ),
    filters.one_of("step", "", STEPS, "a figure for each week or for each day; 12 months have weeks only"),
    filters.one_of("by", "", GROUPINGS, "what the figures are grouped by"),
    filters.one_of("source", "", SOURCES, "calls to providers, or those that the simulated provider answered"),
    filters.text("model", "", "calls to this model alone", title=gettext_lazy("Model")),
    filters.identifier("task", "", "of this annotation task alone", title=gettext_lazy("Task")),
)


def read(query, *, today=None):
    """The Choice of an address; InvalidInput for a value that is none. Others of its parameters are left alone."""
    asked = {each.name: each.value(query[each.name]) for each in FILTERS if query.get(each.name)}
    key = asked.pop("period", WEEKS)
    step = asked.pop("step", DAY if key == MONTH else WEEK)
    if step not in steps_of(key):
        raise InvalidInput(_("step is day. Valid for 12 months: week."), code="bad_filter")
    today = today or datetime.datetime.now(datetime.UTC).date()
    return Choice(period_of(key, step, today), **asked)
