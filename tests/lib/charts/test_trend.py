"""A trend draws each measurement with its verdict against the limit, and says the same in words and as a table."""

from xml.etree import ElementTree

from evalhub.lib.charts import EstimateMark, trend

POINTS = [
    EstimateMark("v1", 0.6, 0.5, 0.7, n=40, kind="llm"),
    EstimateMark("v2", None, reason="Nothing was scored."),
    EstimateMark("v3", 0.9, 0.8, 0.95, n=41, kind="llm"),
]


def test_points_signs_limit_and_table():
    chart = trend(POINTS, ["failed", "undecided", "passed"], title="Mean", finding="Better.", limit=0.75)

    root = ElementTree.fromstring(chart.svg)
    texts = [each.text for each in root.iter() if each.tag.endswith("text")]
    assert {"✕", "?", "✓", "v1", "v2", "v3", "limit 0.75"} <= set(texts)
    classes = [each.get("class") for each in root.iter()]
    assert classes.count("whisker") == 2 and classes.count("limit") == 1
    assert chart.table.rows[1] == ("v2", "Nothing was scored.", "none", "0", "undecided")
    assert "v3: 0.90 (95 % CI 0.80 to 0.95), passed" in chart.svg
