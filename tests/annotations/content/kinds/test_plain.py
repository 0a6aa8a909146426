"""Files that are neither Markdown nor of another kind: nothing in them is formatted."""

import pytest

from annotations.content import FileFacts, panes
from annotations.tasks.actions.item_content import ItemContent
from tests.annotations.content.items import drawn, make_item


def make_file(text, path="run.txt", format="text"):
    return ItemContent(7, 0, None, {"f": text}, {}, (), (FileFacts("f", path, format, len(text)),))


@pytest.mark.parametrize("format", ["text", "json"])
def test_nothing_is_formatted_and_there_is_one_view(format):
    html = drawn(make_file("# not a *heading*", format=format))

    assert "# not a *heading*" in html and "<em>" not in html and "item-views" not in html
    assert panes.part(make_file("# x", format=format), "input.f").kind == "plain"


def test_texts_that_are_no_files_are_formatted_as_ever_and_long_files_go_on_at_a_line():
    assert "<em>heading</em>" in drawn(make_item({"f": "a *heading*"}))

    content = panes.part(make_file("123456789\n" * 10_000), "input.f").content
    assert content.rest == str(content.end) and content.end % 10 == 0 and content.end < 100_000
