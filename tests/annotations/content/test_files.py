"""Files of a directory: their tree, and each drawn by its format and exactly."""

import pytest

from annotations import content
from annotations.content import FileFacts, Highlight
from annotations.tasks.actions.item_content import ItemContent
from tests.annotations.content.items import drawn

TEXTS = {
    "results": '{"effect": 1.5}', "balance": "# Balance\n\nAll is *well*.", "units": "unit,age\na,31\n", "log": "# 1\n",
}  # fmt: skip
FILES = (
    FileFacts("results", "results.json", "json", 15), FileFacts("balance", "reports/balance.md", "markdown", 25),
    FileFacts("units", "data/raw/units.csv", "csv", 14), FileFacts("log", "reports/run.log", "text", 4),
)  # fmt: skip


def make_job(texts=TEXTS, files=FILES):
    return ItemContent(7, 0, None, texts, {"directory": "job-1"}, (), files)


def test_tree_names_each_folder_once_before_what_it_holds():
    directory = content.pane(make_job()).directory

    lines = [(line.name, line.depth, line.file is not None) for line in directory.lines]
    assert lines == [
        ("data", 0, False),
        ("raw", 1, False),
        ("units.csv", 2, True),
        ("reports", 0, False),
        ("balance.md", 1, True),
        ("run.log", 1, True),
        ("results.json", 0, True),
    ]
    assert directory.name == "job-1" and [file.anchor for file in directory.files][0] == "file-1"


def test_each_file_is_drawn_by_its_format_and_plain_ones_exactly_only():
    files = {file.facts.name: file for file in content.pane(make_job()).directory.files}

    assert {name: file.formatted and file.formatted.kind for name, file in files.items()} == {
        "results": "json",
        "balance": "text",
        "units": "table",
        "log": None,
    }
    assert all(file.exact.content.total == len(TEXTS[name]) for name, file in files.items())


@pytest.mark.parametrize(
    "declared, path, format",
    [
        ("JSON ", "a", "json"),
        ("md", "a", "markdown"),
        ("", "a.CSV", "csv"),
        ("yaml", "a.yaml", "text"),
        ("", "csv", "csv"),
        ("", "notes", "text"),
    ],
)
def test_format_is_declared_or_told_by_the_ending(declared, path, format):
    assert FileFacts("a", path, declared, 1).format == format


def test_quotes_are_counted_and_their_file_comes_first_and_missing_and_empty_files_say_so():
    mark = Highlight("input.balance", 0, 9, id=5, letter="B", hue=2)
    directory = content.pane(make_job(), view="source", highlights=[mark], only_marked=True).directory
    assert {file.facts.name for file in directory.files if file.opens_exact} == {"balance"}
    assert next(file for file in directory.files if file.anchor == directory.first).marks == 1
    assert all(file.opens_exact for file in content.pane(make_job(), view="source").directory.files)

    gone = FileFacts("gone", "gone.md", "markdown", 0, is_missing=True)
    html = drawn(make_job({"blank": " "}, (gone, FileFacts("blank", "blank.md", "markdown", 1))))
    assert "was not in the directory" in html and '<p class="muted">Empty</p>' in html


def test_hostile_names_and_texts_are_text_and_texts_beside_files_are_drawn_as_ever():
    facts = FileFacts("x", "<b>/<img src=x>.md", "markdown", 5)
    html = drawn(make_job({"x": "<script>alert(1)</script>"}, (facts,)))
    assert "<img" not in html and "<script>" not in html and "&lt;img src=x&gt;.md" in html

    html = drawn(make_job(TEXTS | {"prompt": "Look at it."}))
    assert 'data-field="input.prompt" data-kind="text"' in html and html.count("item-file") >= 4


def test_item_without_files_has_no_directory():
    shown = ItemContent(7, 0, None, TEXTS, {"directory": "job-1"}, ())

    assert content.pane(shown).directory is None and "item-files" not in drawn(shown)
