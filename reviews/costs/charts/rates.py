"""Rows of groups below those of the steps, so that a table of a line also has what the reader groups by."""

from dataclasses import replace

from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _


def with_groups(chart, groups, write):
    """The Chart with a row for each (title, Rate) over the whole period."""
    rows = tuple(
        (
            title,
            rate.reason if rate.value is None else write(rate.value),
            numbers.interval(rate.low, rate.high, write=write) or _("none"),
            numbers.count(rate.n),
        )
        for title, rate in groups
    )
    return replace(chart, table=replace(chart.table, rows=(*chart.table.rows, *rows)))
