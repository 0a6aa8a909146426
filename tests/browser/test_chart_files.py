"""A chart is saved from its page, as a table, as a drawing and as a picture."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.reviews.gradings_world import make_calibration

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def saved(page, role, name):
    page.locator(".chart .menu > summary").click()
    with page.expect_download() as download:
        page.locator(".chart").get_by_role(role, name=name).click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_chart_is_saved_with_its_colours(page_of, bob):
    make_calibration(bob)
    page = page_of(bob)
    page.goto("/quality/calibration/")

    csv_name, csv_text = saved(page, "link", "Download CSV")
    svg_name, svg_text = saved(page, "button", "Download SVG")
    png_name, png = saved(page, "button", "Download PNG")

    drawing = ElementTree.fromstring(svg_text)
    marks = [part for part in drawing.iter() if part.get("class") == "mark llm"]
    assert csv_name == "Calibration results.csv" and b"0.81" in csv_text
    assert svg_name == "Calibration results.svg" and float(drawing.get("width")) > 200
    assert png_name == "Calibration results.png" and png.startswith(b"\x89PNG")
    width = int.from_bytes(png[16:20], "big")
    assert width == 2 * int(drawing.get("width"))  # for sharp screens
    assert marks and all(part.get("fill") not in ("", None, "rgb(0, 0, 0)") for part in marks)
