"""Lines over counts: a point stands where its n is."""

from xml.etree import ElementTree

import pytest

from evalhub.lib import charts
from evalhub.lib.charts import Counts, Estimate, Series


def picture(counts, values):
    points = [Estimate(f"n {n}", 0.1, 0.0, 0.2, n=n) for n in values]
    return charts.lines([Series(points, name="safe", says="bounds")], title="t", finding="f", counts=counts)


def test_points_stand_where_their_n_is():
    counts = Counts([40, 60, 288], [(300, "planned 300")])

    assert not counts.is_log and counts.ticks[0] == 0 and counts.ticks[-1] >= 300
    assert [counts.across(i) for i in range(3)] == pytest.approx([n / counts.ticks[-1] for n in (40, 60, 288)])


def test_more_than_a_decade_goes_by_the_logarithm():
    counts = Counts([20, 200, 2_000], [(2_000, "planned")])

    assert counts.is_log and [counts.across(i) for i in range(3)] == pytest.approx([0.0, 0.5, 1.0])
    assert counts.ticks == [30, 100, 300, 1_000] and not Counts([20, 2_000], is_linear=True).is_log


@pytest.mark.parametrize("values", [[1], [7], [50, 50], [1, 10_000_000]])
def test_any_counts_have_a_place(values):
    counts = Counts(values, [(values[0], "planned")])

    assert all(0 <= counts.across(i) <= 1 for i in range(len(values))) and counts.ticks


def test_it_marks_every_look_and_says_the_last_bounds():
    chart = picture(Counts([40, 80, 120], [(120, "planned 120")]), (40, 80, 120))
    root = ElementTree.fromstring(chart.svg)
    said = [each.text for each in root.iter("text")]

    assert len([each for each in root.iter() if "mark" in each.get("class", "").split()]) == 3
    assert said.count("0.1") >= 1 and said.count("0.2") >= 1 and "planned 120" in said
    assert [key.label for key in chart.legend] == ["safe"]
