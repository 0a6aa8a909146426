"""Drawings on paper: the places and colours that a page gives them."""

import pytest

from evalhub.lib import charts, colours
from evalhub.lib.charts import Difference, EstimateMark, Series, Shares
from evalhub.lib.pdf import drawing, style
from evalhub.lib.pdf.direction import is_rtl

LIGHT = colours.read_tokens()["light"]


def parts(chart, kind, width=400.0):
    return [each for each in drawing.parts_of(chart, width)["parts"] if each["kind"] == kind]


def test_places_curves_and_words():
    bars = parts(charts.outcomes([Shares("A", (1, 2, 1))], name="v5"), "shape")
    assert [bar["points"][0][0] for bar in bars] == [0, 100, 300]
    hues = [LIGHT["data-1"], LIGHT["line"], LIGHT["negative-fill"]]
    assert [bar["fill"] for bar in bars] == list(map(colours.as_hex, hues))

    points = [EstimateMark(str(i), value) for i, value in enumerate((0.0, 1.0))]
    chart = charts.lines([Series(points, hue="hue-2")], title="t", finding="f")
    curve = next(each for each in parts(chart, "shape") if each.get("thickness") == 1.75)
    assert curve["points"] == [[44, 190], [316, 22]]  # between the words on both sides
    assert curve["stroke"] == colours.as_hex(LIGHT["data-2"]) and "fill" not in curve

    rows = [Difference("שלום", 0.5, 0.2, 0.8, kind="human", words="+0.5", aside="n 3")]
    said = parts(charts.differences(rows, title="t", finding="f", left="l", right="r"), "text")
    by_words = {each["words"]: each for each in said}
    assert (by_words["+0.5"]["weight"], by_words["+0.5"]["size"], by_words["+0.5"]["anchor"]) == (700, 13, "end")
    assert by_words["+0.5"]["at"][0] == 400 and by_words["שלום"]["rtl"] and not by_words["n 3"]["rtl"]


@pytest.mark.parametrize("way, name, value", [
    ([("text", {"middle", "on-worse"})], "fill", "#ffffff"),
    ([("g", {"faint"}), ("line", {"whisker"})], "stroke", colours.as_hex(LIGHT["line-control"])),
    ([("circle", {"mark", "llm"})], "fill", colours.as_hex(LIGHT["data-2"])),
    ([("path", {"band", "hue-4"})], "fill-opacity", "0.14"),
    ([("text", {"tick", "end"})], "font-size", None),
])  # fmt: skip
def test_style_is_that_of_the_page(way, name, value):
    assert style.of(way, {}).get(name) == value


@pytest.mark.parametrize(
    "words, expected", [("שלום", True), ("12 سلام", True), ("v5 שלום", False), ("12", False), ("", False)]
)
def test_the_first_letter_tells_the_direction(words, expected):
    assert is_rtl(words) is expected
