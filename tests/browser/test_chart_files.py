"""A chart is saved from its page, as a table and as a drawing."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.reviews.gradings_world import make_calibration

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def saved(page, role, name):
    with page.expect_download() as download:
        page.get_by_role(role, name=name).click()
    return download.value.suggested_filename, Path(download.value.path()).read_text()


def test_chart_is_saved_as_csv_and_as_svg_with_its_colours(page_of, bob):
    make_calibration(bob)
    page = page_of(bob)
    page.goto("/quality/calibration/")

    csv_name, csv_text = saved(page, "link", "Download CSV")
    svg_name, svg_text = saved(page, "button", "Download SVG")

    drawing = ElementTree.fromstring(svg_text)
    marks = [part for part in drawing.iter() if part.get("class") == "mark llm"]
    assert csv_name == "Calibration results.csv" and "0.81" in csv_text
    assert svg_name == "Calibration results.svg" and float(drawing.get("width")) > 200
    assert marks and all(part.get("fill") not in ("", None, "rgb(0, 0, 0)") for part in marks)
