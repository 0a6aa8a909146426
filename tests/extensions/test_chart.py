"""A chart is one file: docs/adding-a-figure.md, drawn by the component that every page uses."""

import importlib
import sys
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string

from evalhub.lib import charts
from tests.extensions.documents import files_of

PATH = "evalhub/lib/charts/strip.py"


@pytest.fixture
def strip(tmp_path, monkeypatch):
    """The chart of the page, from a file that lies in the package of charts as far as Python knows."""
    (tmp_path / "strip.py").write_text(files_of("adding-a-figure.md")[PATH], encoding="utf-8")
    monkeypatch.setattr(charts, "__path__", [*charts.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "evalhub.lib.charts.strip", raising=False)
    yield importlib.import_module("evalhub.lib.charts.strip").strip
    del sys.modules["evalhub.lib.charts.strip"]
    del charts.strip


def test_page_draws_it_with_its_finding_and_its_table(strip):
    chart = strip([("<Mon>", 2), ("Tue", 4)], title="Answers", finding="More on Tuesday.")

    html = render_to_string("components/chart.html", {"chart": chart})

    assert "More on Tuesday." in html and "&lt;Mon&gt;" in html and "<Mon>" not in html
    assert html.count('<rect class="hue-1"') == 2 and html.count("<tr>") == 3


def test_its_drawing_is_well_formed_and_each_row_fills_the_columns(strip):
    chart = strip([("Mon", 0)], title="Answers", finding="None yet.")

    root = ElementTree.fromstring(str(chart.svg))

    assert root.tag.endswith("svg") and "style" not in str(chart.svg)
    assert all(len(row) == len(chart.table.columns) for row in chart.table.rows)
