"""The writer of SVG: escaping, numbers, and nothing that a strict page policy refuses."""

from xml.etree import ElementTree

import pytest
from django.template import Context, Engine

from evalhub.lib.charts.svg import Svg, drawing, element, label, mark, percent


def test_labels_are_escaped_text():
    svg = drawing("<b>title</b>", 'said "so" & more', 10, label("<script>alert(1)</script>", 0, 0, "name"))
    assert "<script>" not in svg and "<b>" not in svg
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in svg

    template = Engine().from_string("{{ svg }}{{ text }}")
    page = template.render(Context({"svg": drawing("t", "d", 1), "text": "<svg>"}))
    assert page.startswith('<svg class="chart-svg"') and page.endswith("&lt;svg&gt;")

    svg = drawing("a\x00b\x1b", "d", 1)
    assert ElementTree.fromstring(svg).find("title").text == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}"


def test_title_and_description_come_first():
    root = ElementTree.fromstring(drawing("Alpha", "People: 0.74.", 1, element("g")))
    assert [child.tag for child in root][:2] == ["title", "desc"]
    assert root.get("role") == "img" and root.get("aria-label") == "Alpha"

    root = ElementTree.fromstring(drawing("Pairs", "d", 1, linked=True))
    assert root.get("role") == "group"


@pytest.mark.parametrize(
    ("share", "text"), [(0.0, "0%"), (1.0, "100%"), (1 / 3, "33.33%"), (0.125, "12.5%"), (-0.0, "0%")]
)
def test_coordinates_are_short(share, text):
    assert percent(share) == text


@pytest.mark.parametrize(("kind", "tag"), [("human", "circle"), ("llm", "rect"), ("program", "path"), ("", "circle")])
def test_each_kind_of_judge_has_its_own_mark(kind, tag):
    shape = mark(kind, 0, 0)[0]

    assert shape.tag == tag and shape.get("class") == f"mark {kind}".strip()


def test_svg_is_text():
    assert isinstance(drawing("t", "d", 1), Svg | str)
