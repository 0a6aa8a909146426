"""Files of comma-separated values: drawn as a table, some hundred rows at a time."""

import csv

import pytest

from annotations.content import FileFacts, panes
from annotations.tasks.actions.item_content import ItemContent
from evalhub.lib.errors import InvalidInput
from tests.annotations.content.items import drawn, make_item, without_places


def make_csv(text, format="csv"):
    return ItemContent(7, 0, None, {"units": text}, {}, (), (FileFacts("units", "units.csv", format, len(text)),))


def test_rows_stand_under_their_names_and_numbers_to_the_right_and_commas_in_prose_make_no_table():
    html = drawn(make_csv('unit,age\n"a, b",31\nc,-2.5\n'))
    assert '<th scope="col" dir="auto">unit</th><th scope="col" class="number" dir="auto">age</th>' in html
    assert '<td dir="auto">a, b</td><td class="number" dir="auto">31</td>' in html

    assert "<table" not in drawn(make_item({"units": "unit,age\na,31\n"}))


def test_what_is_no_table_is_plain_and_long_files_go_on_at_a_row_and_wide_rows_short_rows_and_long_cells():
    before = csv.field_size_limit(10_000_000)  # as readers of data files leave it
    try:
        for text in ("one column\nof words", "\n\n", "a,b\n" + '"' + "x" * 200_000):
            assert "<table" not in drawn(make_csv(text)), text[:20]
    finally:
        csv.field_size_limit(before)

    shown = make_csv("n,m\n" + "\n".join(f"{n},{n}" for n in range(450)))
    assert "200 of 450 rows are shown." in drawn(shown)
    rest = panes.part(shown, "input.units", at="400").content
    assert (without_places(rest.rows[0][0].marked.html), rest.end, rest.rest) == ("400", 450, "")
    with pytest.raises(InvalidInput):
        panes.part(shown, "input.units", at="451")

    html = drawn(make_csv(",".join(f"c{n}" for n in range(60)) + "\n" + "x" * 600 + "\n"))
    assert "10 more columns are in Source." in html and "x" * 500 + "…" in html
    assert "x" * 501 not in html.split("file-exact")[0]


def test_cells_are_text():
    html = drawn(make_csv("a,b\n<script>1</script>,=1+1\n"))

    assert "<script>" not in html and "&lt;script&gt;" in html
