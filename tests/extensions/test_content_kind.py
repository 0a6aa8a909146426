"""A content kind is one file and its template: docs/adding-a-content-kind.md, walked to the pages that show items."""

import pytest

from annotations import content
from annotations.content import FileFacts, panes
from annotations.tasks.actions.item_content import ItemContent
from tests import factories
from tests.annotations.content.items import drawn, make_item
from tests.extensions.documents import followed

LIST = "- [ ] read\n- [x] <b>done</b>"


@pytest.fixture(autouse=True)
def checklist(tmp_path):
    with followed("adding-a-content-kind.md", "checklist", tmp_path) as files:
        yield files


def test_it_takes_one_file_and_its_template_and_text_is_drawn_and_stays_text_and_what_is_left_out_can_be_fetched(
    checklist,
):
    assert sorted(checklist) == [
        "annotations/content/kinds/checklist.py",
        "templates/annotations/content/checklist.html",
    ]

    html = drawn(make_item({"work": LIST}, "Plain words."))
    assert 'data-kind="checklist"' in html and "☐ read" in html
    assert "☑ &lt;b&gt;done&lt;/b&gt;" in html

    item = make_item({"work": "- [ ] read\n" * 250})
    first = drawn(item)
    rest = panes.part(item, "input.work", at="200").content
    assert "2,200 of 2,750 characters" in first and "at=200" in first
    assert (len(rest.lines), rest.rest) == (50, "")


def test_file_of_its_format_is_drawn_and_stands_exactly():
    facts = (FileFacts("a", "a.todo", "", 20), FileFacts("b", "b.txt", "checklist", 20), FileFacts("c", "c.log", "", 5))
    item = ItemContent(7, 0, None, {"a": LIST, "b": LIST, "c": "1, 2"}, {}, (), facts)

    files = content.pane(item).directory.files

    assert [each.facts.format for each in files] == ["checklist", "text", "text"]
    assert [each.formatted and each.formatted.kind for each in files] == ["checklist", "checklist", None]
    assert content.file_part(facts[0], LIST).kind == "checklist"


@pytest.mark.django_db
def test_annotators_page_and_its_parts_show_it(acme, alice, client_of):
    version = factories.make_version(factories.make_dataset(acme), rows=[{"input": {"work": LIST}}])
    task = factories.make_task(version)
    client = client_of(alice)

    page = client.post(f"/annotate/{task.pk}/next/", follow=True).content.decode()
    part = client.get(f"/annotate/items/{task.items.get().pk}/text/?field=input.work").content.decode()

    assert 'class="checklist"' in page and 'class="checklist"' in part
