"""Charts that stand on a page: each is one file that says where, and what it draws of the page's subject."""

from dataclasses import dataclass
from typing import Any

from evalhub.lib.charts.chart import Chart
from evalhub.lib.registry import Registry
from evalhub.lib.translation import gettext

registry = Registry("chart", instances=True)  # apps add their packages at start


class PageChart:
    """`page` names where it stands, `title` heads its card, `order` sorts the cards.

    `is_wide` gives it the whole width.
    """

    page: str
    title: str
    order = 100
    is_wide = False

    def chart(self, subject: Any) -> Chart | None:
        """What the page has of its subject, drawn; None where there is nothing to see."""
        raise NotImplementedError

    def missing(self, subject: Any) -> str:
        """Why there is nothing to see, said in place of the drawing; "" leaves the card out."""
        return ""


@dataclass(frozen=True)
class Panel:
    """One card of `components/charts.html`; without a chart, `reason` says why."""

    title: str
    chart: Chart | None
    is_wide: bool = False
    reason: str = ""


def panels(page: str, subject: Any) -> list[Panel]:
    """The Panels of all charts of a page that have something to show or to say, in order."""
    charts = sorted((each for each in registry.values() if each.page == page), key=lambda each: each.order)
    found = [panel(each, subject) for each in charts]
    return [each for each in found if each.chart or each.reason]


def panel(each: PageChart, subject: Any) -> Panel:
    """The Panel of one chart, which may have nothing to show."""
    chart = each.chart(subject)
    return Panel(gettext(each.title), chart, each.is_wide, "" if chart else each.missing(subject))
