"""Figures made by hand, for tests of the charts that draw them."""

import datetime
from dataclasses import replace

from evalhub.lib.statistics import bounded_mean
from reviews.costs.charts import CostsSubject
from reviews.costs.choice import REAL, Choice
from reviews.costs.periods import period_of
from reviews.costs.results import Agreement, Calls, Figures, GroupFigures, Rate

TODAY = datetime.date(2026, 11, 25)
PERIOD = period_of("12w", "week", TODAY)
NO_RATE = Rate(reason="No request has ended.")


def rate(value, n):
    found = bounded_mean.share(value, n)
    return Rate(value, found.low, found.high, n)


def weeks(values, none):
    """A value for each week of PERIOD, those given last."""
    return (none,) * (len(PERIOD.starts) - len(values)) + tuple(values)


def group(key="fast", **changes):
    """A model that answered 100 items at $0.02 each."""
    calls = Calls(100, 2.0, 0, 100, 1.5, 6.25)
    made = GroupFigures(key, key, calls, rate(0.02, 100), 100, 100, 2.0, rate(0.75, 40))
    return replace(made, **changes)


def subject(*, is_simulated=False, hrefs=None, **changes):
    """A CostsSubject about nothing but what is changed."""
    nothing = group("", calls=Calls(), failures=NO_RATE, items=0, labels=0, accepted=NO_RATE, reason="No item.")
    figures = Figures(
        choice=Choice(PERIOD, source="simulated" if is_simulated else REAL),
        groups=(),
        total=nothing,
        spend={},
        calls=weeks([], Calls()),
        failures=weeks([], NO_RATE),
        errors=weeks([], NO_RATE),
        total_errors=NO_RATE,
        agreement=Agreement(),
        is_any_simulated=is_simulated,
        is_any_real=not is_simulated,
    )
    moments = tuple(f"{start:%-d %b}" for start in PERIOD.starts)
    return CostsSubject(replace(figures, **changes), moments, lambda day: f"{day:%-d %b}", hrefs or {})
