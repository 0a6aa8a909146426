"""What every chart owes its reader: well-formed, no style, the same numbers in drawing, description and table."""

from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from evalhub.lib import charts
from evalhub.lib.charts import Cell, EstimateMark, Head, Shares, State, Table
from evalhub.lib.charts.heat_grid import letter

ESTIMATES = [
    EstimateMark("People", 0.74, 0.61, 0.84, 120, "human"),
    EstimateMark("Machines", None, reason="Only one model answered.", kind="llm"),
    EstimateMark("Rule", -0.08, None, None, 14, "program"),
]
HEADS = [Head("Alice", "human"), Head("<judge>", "llm")]
CELLS = [[None, Cell(0.74, 120, href="/items?pair=1&x=2")], [Cell(None, reason="No item in common"), None]]
GROUPS = [Shares("Alice", (6, 3, 1), "human"), Shares("Nobody", (0, 0, 0))]
STATES = [State("Done", 88, "done"), State("Open", 112)]


def dots(**options):
    return charts.dot_intervals(ESTIMATES, title="Alpha", finding="f", **options)


def pairs(**options):
    return charts.heat_grid(HEADS, HEADS, CELLS, title="Pairs", finding="f", **options)


def labels():
    return charts.stacked_shares(GROUPS, ["Yes", "No", "Both"], title="Labels", finding="f")


PICTURES = {
    "dots": dots(),
    "bars": charts.bar_intervals(ESTIMATES, title="Rates", finding="f"),
    "pairs": pairs(),
    "labels": labels(),
    "dot groups": charts.dot_groups(
        [("<E1>", ESTIMATES[:2]), ("E2", ESTIMATES[1:])], title="Verdicts", finding="f", low=-1, high=1, unit="scores"
    ),
    "parts": charts.parts_of_whole(ESTIMATES[:2], title="Variance", finding="f"),
    "no parts": charts.parts_of_whole(ESTIMATES[1:2], title="Variance", finding="f"),
    "progress": charts.progress_by_state(STATES, title="Progress", finding="f"),
    "line": charts.line(ESTIMATES, title="Over time", finding="f"),
    "bars over time": charts.stacked_bars(["May"], [charts.Group("All", (1.0,), "hue-1")], title="Spend", finding="f"),
    "no bars": charts.stacked_bars([], [], title="Spend", finding="f"),
    "nothing": charts.line([], title="Nothing", finding="f"),
    "no work": charts.progress_by_state([State("Open", 0)], title="Progress", finding="f"),
}


def words(chart):
    return " ".join(ElementTree.fromstring(chart.svg).itertext())


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_well_formed_and_has_no_style(name):
    root = ElementTree.fromstring(PICTURES[name].svg)

    attributes = {attribute for node in root.iter() for attribute in node.attrib}
    assert "style" not in attributes and not any(a.startswith("on") for a in attributes)
    assert root.find("title").text == PICTURES[name].title and root.find("desc").text


@pytest.mark.parametrize("name", PICTURES)
def test_every_row_of_a_table_fills_its_columns(name):
    table = PICTURES[name].table

    assert all(len(row) == len(table.columns) for row in table.rows)


def test_table_downloads_as_csv_without_formulas():
    table = Table(("", "n"), (("=1+1", "3"), ('Ünit, "two"', "−0.05")))

    head, _comma, text = table.csv_href.partition(",")

    assert head == "data:text/csv;charset=utf-8"
    assert unquote(text) == ',n\r\n\'=1+1,3\r\n"Ünit, ""two""",−0.05\r\n'
    assert not set(text) & set('"<> \n')


def test_estimates_say_value_interval_count_and_why_there_is_none():
    chart = dots()
    assert "People: 0.74 (95 % CI 0.61 to 0.84), 120 items" in words(chart)
    assert chart.table.rows[0] == ("People", "0.74", "95 % CI 0.61 to 0.84", "120")
    assert chart.note == "Lines are 95 % intervals."

    chart = charts.dot_intervals([ESTIMATES[1]], title="Alpha", finding="f")
    assert "Only one model answered." in words(chart)
    assert chart.table.rows[0][1] == "Only one model answered."
    assert 'class="mark' not in chart.svg and "0.00" not in words(chart)

    lines = [n for n in ElementTree.fromstring(dots(reference=0.8).svg).iter("line") if n.get("x1") == n.get("x2")]
    stretches = {(n.get("y1"), n.get("y2")) for n in lines if n.get("class") in ("grid", "axis", "reference")}
    assert stretches == {("22", "46"), ("114", "138")}

    chart = dots(least_n=20)
    assert chart.svg.count('class="faint"') == 1
    assert "n 14, too few" in words(chart)


def test_bars_cells_and_letters():
    chart = charts.bar_intervals([EstimateMark("Rule", -0.5, n=3)], title="t", finding="f", low=-1.0, high=1.0)
    bar = next(n for n in ElementTree.fromstring(chart.svg).iter("rect") if n.get("class") == "bar")
    assert (bar.get("x"), bar.get("width")) == ("25%", "25.00%")

    chart = pairs()
    link = next(ElementTree.fromstring(chart.svg).iter("a"))
    assert link.get("href") == "/items?pair=1&x=2"
    assert "Alice and <judge>: 0.74, n 120; <judge> and Alice: No item in common." in words(chart)
    assert chart.scrolls

    assert [letter(n) for n in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]


@pytest.mark.parametrize(("value", "step"), [(-0.4, 1), (0.0, 1), (0.5, 4), (0.99, 6), (1.0, 6)])
def test_shades_cover_the_domain(value, step):
    chart = charts.heat_grid(HEADS[:1], HEADS[1:], [[Cell(value, 9)]], title="t", finding="f")

    assert f'class="heat-{step}"' in chart.svg


def test_stacked_shares():
    chart = labels()
    segments = [n for n in ElementTree.fromstring(chart.svg).iter("rect") if "segment" in n.get("class", "")]
    assert [s.get("width") for s in segments] == ["60%", "30%", "10%"]
    assert [n.text for n in ElementTree.fromstring(chart.svg).iter("text") if "on-" in n.get("class")] == [
        "60 %",
        "30 %",
    ]
    assert "No labels yet." in words(chart)
    assert [key.value for key in chart.legend] == ["6", "3", "1"]

    names = [f"c{n}" for n in range(12)]
    chart = charts.stacked_shares([Shares("Alice", tuple(range(12)))], names, title="t", finding="f")
    assert [key.label for key in chart.legend][-1] == "other (5)" and len(chart.legend) == 8
    assert len(chart.table.columns) == 14


def test_gaps_break_lines_and_single_points_have_marks():
    values = [0.1, 0.2, None, 0.3, 0.4]
    points = [EstimateMark(str(day), value, n=1) for day, value in enumerate(values)]
    chart = charts.line(points, title="t", finding="f")
    assert chart.svg.count('class="curve ') == 2
    assert chart.table.rows[2][1] == "not defined"

    values = [0.1, 0.2, None, 0.3, None, 0.4]
    points = [EstimateMark(str(day), value, n=1) for day, value in enumerate(values)]
    chart = charts.line(points, title="t", finding="f")
    assert (chart.svg.count('class="curve '), chart.svg.count('class="mark ')) == (1, 2)

    chart = charts.line([EstimateMark("today", 0.5, n=1)], title="t", finding="f")
    assert 'class="curve ' not in chart.svg and 'class="mark ' in chart.svg


GROUPS_OVER_TIME = [
    charts.Group("Careful", (2.0, 3.0, 1.0), "hue-1"),
    charts.Group("Fast", (1.0, 0.0, 0.5), "hue-2"),
]


def bars(**options):
    return charts.stacked_bars(["1 May", "8 May", "15 May"], GROUPS_OVER_TIME, title="Spend", finding="f", **options)


def test_stacked_bars_their_unfinished_moment_and_their_sums():
    root = ElementTree.fromstring(bars().svg)
    pieces = [n for n in root.iter("rect") if "segment" in n.get("class", "")]
    foot = max(float(n.get("y1")) for n in root.iter("line"))
    assert [n.get("class") for n in pieces] == [f"segment hue-{h}" for h in (1, 2, 1, 1, 2)]
    assert float(pieces[0].get("y")) + float(pieces[0].get("height")) == foot
    assert float(pieces[1].get("y")) + float(pieces[1].get("height")) == pytest.approx(float(pieces[0].get("y")))

    whole, unfinished = bars().svg, bars(is_last_open=True).svg
    assert "pale" not in whole and unfinished.count('class="stack pale"') == 1
    assert 'class="value middle">1.5<' in whole and 'class="value middle">3<' in unfinished

    chart = bars(write=lambda value: f"${value:.2f}")
    assert chart.table.columns == ("", "Careful", "Fast", "all")
    assert chart.table.rows[-1] == ("Total", "$6.00", "$1.50", "$7.50")
    assert [key.value for key in chart.legend] == ["$6.00", "$1.50"]


def test_lines_few_cases_and_wins():
    series = [
        charts.Series([EstimateMark("1 May", 2.0, n=9), EstimateMark("8 May", 2.1, n=8)], "p50", "hue-1"),
        charts.Series([EstimateMark("1 May", 2.2, n=9), EstimateMark("8 May", 2.2, n=8)], "p95", "hue-4"),
    ]
    chart = charts.lines(series, title="t", finding="f", unit="requests")
    ends = [float(n.get("y")) for n in ElementTree.fromstring(chart.svg).iter("text") if n.get("dx") == "12"]
    assert chart.table.columns == ("", "p50", "p95", "n (requests)")
    assert chart.table.rows == (("1 May", "2", "2.2", "9"), ("8 May", "2.1", "2.2", "8"))
    assert abs(ends[2] - ends[0]) >= 30

    points = [EstimateMark(str(day), 0.1 * day, n=n) for day, n in enumerate((50, 3, 40, 30))]
    chart = charts.line(points, title="t", finding="f", least_n=10, is_last_open=True)
    assert chart.svg.count('class="faint"') == 1
    assert chart.svg.count('class="curve pale') == 1

    chart = charts.outcomes([Shares("Correctness", (63, 194, 31), "llm")], name="v5")
    assert [(key.label, key.hue) for key in chart.legend] == [
        ("better", "better"),
        ("equal", "equal"),
        ("worse", "worse"),
    ]
    assert "segment worse" in chart.svg and "better in 63, equal in 194, worse in 31 of 288" in chart.finding
    assert charts.outcomes([], name="v5") is None
