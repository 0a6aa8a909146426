"""The charts of costs and quality, a file each, with their subject and what several of them say."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evalhub.lib.charts import EstimateMark, registry
from evalhub.lib.charts.shares import HUES
from evalhub.lib.translation import gettext as _
from reviews.costs.periods import WEEK
from reviews.costs.results import LEAST_N

__all__ = ["CostsSubject", "at_prices", "estimates", "hue_of", "no_calls", "registry", "unfinished"]


@dataclass(frozen=True)
class CostsSubject:
    """Figures, and how the page names them: `moments` are the steps of the period, `name_of` a function from a day to
    its name. `hrefs` lead to the rows behind a chart, by its key."""

    figures: Any
    moments: tuple[str, ...]
    name_of: Any
    hrefs: Mapping[str, str] = field(default_factory=dict)
    is_small: bool = False


def hue_of(number):
    """The hue of the group at this place; the last one serves all that follow."""
    return f"hue-{min(number + 1, HUES)}"


def estimates(subject, rates, kind=""):
    """An EstimateMark for each step."""
    return [
        EstimateMark(moment, rate.value, rate.low, rate.high, rate.n, kind, rate.reason)
        for moment, rate in zip(subject.moments, rates, strict=True)
    ]


def at_prices(subject, text):
    """A text about money; that of simulated calls says that nobody asks these prices."""
    return _("%(text)s (simulated, at example prices)") % {"text": text} if subject.figures.choice.simulated else text


def unfinished(subject):
    """What the pale end of a chart is."""
    if subject.figures.period.step != WEEK:
        return _("%(day)s is not over.") % {"day": subject.moments[-1]}
    return _("The week of %(day)s is not over.") % {"day": subject.moments[-1]}


def no_calls(subject):
    """Why there is nothing to draw where no model was called."""
    if subject.figures.choice.simulated:
        return _("Not defined: the simulated provider answered no call in this period.")
    if subject.figures.is_any_simulated:
        return _("Not defined: no provider was called in this period, only the simulated one.")
    return _("Not defined: no model was called in this period. Add a model to a task to see its cost.")


def few(n):
    return n < LEAST_N
