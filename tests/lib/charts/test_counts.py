"""Lines over counts: a point stands where its n is."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from evalhub.lib import charts
from evalhub.lib.charts import Counts, EstimateMark, Series, Step


def picture(counts, values):
    points = [EstimateMark(f"n {n}", 0.1, 0.0, 0.2, n=n) for n in values]
    return charts.lines([Series(points, name="safe", says="bounds")], title="t", finding="f", counts=counts)


def test_points_stand_where_their_n_is_over_decades_by_the_logarithm():
    counts = Counts([40, 60, 288], [(300, "planned 300")])
    assert not counts.is_log and counts.ticks[0] == 0 and counts.ticks[-1] >= 300
    assert [counts.across(i) for i in range(3)] == pytest.approx([n / counts.ticks[-1] for n in (40, 60, 288)])

    counts = Counts([20, 200, 2_000], [(2_000, "planned")])
    assert counts.is_log and [counts.across(i) for i in range(3)] == pytest.approx([0.0, 0.5, 1.0])
    assert counts.ticks == [30, 100, 300, 1_000] and not Counts([20, 2_000], is_linear=True).is_log


@pytest.mark.parametrize("values", [[1], [7], [50, 50], [1, 10_000_000]])
def test_any_counts_have_a_place(values):
    counts = Counts(values, [(values[0], "planned")])

    assert all(0 <= counts.across(i) <= 1 for i in range(len(values))) and counts.ticks


def test_looks_lines_and_words_at_their_ends():
    chart = picture(Counts([40, 80, 120], [(120, "planned 120")]), (40, 80, 120))
    root = ElementTree.fromstring(chart.svg)
    said = [each.text for each in root.iter("text")]
    assert len([each for each in root.iter() if "mark" in each.get("class", "").split()]) == 3
    assert said.count("0.1") >= 1 and said.count("0.2") >= 1 and "planned 120" in said
    assert [key.label for key in chart.legend] == ["safe"]

    points = [EstimateMark(f"n {n}", share, n=n) for n, share in ((0, 0.5), (40, 0.9), (100, 0.9))]
    links = [None, Step("/shares/?number=1", "Change 1"), None]
    counts = Counts([0, 40, 100], is_linear=True)
    chart = charts.lines(
        [Series(points, name="v5", is_stepped=True)], title="t", finding="f", high=1.0, counts=counts, links=links
    )
    root = ElementTree.fromstring(chart.svg)
    [curve] = [each.get("d") for each in root.iter() if "curve" in each.get("class", "")]
    assert curve == "M0.00 50.00L40.00 50.00L40.00 10.00L100.00 10.00L100.00 10.00"
    [link] = [each for each in root.iter() if each.get("href")]
    assert link.get("href") == "/shares/?number=1" and root.get("role") == "group"

    series = [
        Series([EstimateMark("n 1", share, n=1), EstimateMark("n 9", share, n=9)], name=f"v{place}")
        for place, share in enumerate((0.9, 0.03, 0.02, 0.01))
    ]
    root = ElementTree.fromstring(charts.lines(series, title="t", finding="f", high=1.0).svg)
    tops = sorted(float(each.get("y")) for each in root.iter("text") if each.get("dx"))
    assert len(tops) == 8 and all(after - before >= 14 for before, after in pairwise(tops)) and tops[-1] <= 22 + 168 + 4

    chart = picture(Counts([71, 71], [(72, "planned 72")]), (71, 71))
    root = ElementTree.fromstring(chart.svg)
    assert [each.get("class") for each in root.iter() if each.get("class") == "whisker"] == ["whisker"]
