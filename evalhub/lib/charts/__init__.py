"""Pictures as server-made SVG: dataclasses in, a `Chart` out, for `templates/components/chart.html`."""

from evalhub.lib.charts.bars import Group, stacked_bars
from evalhub.lib.charts.chart import Chart, EstimateMark, Key, Table
from evalhub.lib.charts.counts import Counts
from evalhub.lib.charts.density import normal_density
from evalhub.lib.charts.differences import Difference, differences
from evalhub.lib.charts.estimates import bar_intervals, dot_groups, dot_intervals
from evalhub.lib.charts.heat_grid import Cell, Head, heat_grid
from evalhub.lib.charts.line import Series, Step, line, lines
from evalhub.lib.charts.page import PageChart, Panel, panels, registry
from evalhub.lib.charts.scatter import Dot, scatter
from evalhub.lib.charts.shares import Shares, State, outcomes, parts_of_whole, progress_by_state, stacked_shares
from evalhub.lib.charts.trend import trend

__all__ = [
    "Cell",
    "Chart",
    "Counts",
    "Difference",
    "Dot",
    "EstimateMark",
    "Group",
    "Head",
    "Key",
    "PageChart",
    "Panel",
    "Series",
    "Shares",
    "State",
    "Step",
    "Table",
    "bar_intervals",
    "differences",
    "dot_groups",
    "dot_intervals",
    "heat_grid",
    "line",
    "lines",
    "normal_density",
    "panels",
    "outcomes",
    "parts_of_whole",
    "progress_by_state",
    "registry",
    "scatter",
    "stacked_bars",
    "stacked_shares",
    "trend",
]
