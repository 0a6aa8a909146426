"""Bringing a dataset in Chromium: a bad file, a corrected one, its mapping, publishing."""

import pytest

from datasets.models import DatasetVersion
from datasets.tasks import import_due
from tests.browser.both_themes import assert_accessible_in_both
from tests.datasets.files import ROWS, jsonl

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BAD = [ROWS[0], {"id": "q2", "question": "", "gold": "6"}, ROWS[2] | {"id": "q1"}]
CHECKED = "#progress"


@pytest.fixture(autouse=True)
def quiet_broker(monkeypatch):
    """Nobody listens to the queue in these tests: the check is run by hand."""
    monkeypatch.setattr(import_due, "delay_on_commit", lambda: None)


@pytest.fixture
def files(tmp_path):
    """files(name, rows) is the path of a file with these rows."""

    def write(name, rows):
        path = tmp_path / name
        path.write_text(jsonl(rows), encoding="utf-8")
        return path

    return write


def choose(page, path):
    page.wait_for_load_state()
    page.set_input_files("input[type=file]", path)
    page.click("text=Upload and check")
    page.wait_for_selector(CHECKED)


def check(page):
    """Do what a worker does and wait until the page has noticed."""
    import_due()
    page.wait_for_selector(CHECKED, state="detached")
    page.wait_for_load_state()  # the page is loaded again, and is empty for a moment


def test_from_a_bad_file_to_a_published_version(bob, page_of, files):
    page = page_of(bob)
    page.goto("/datasets/")
    page.click("text=Upload a file")
    choose(page, files("support_answers.jsonl", BAD))
    assert "Waiting to be checked" in page.locator(CHECKED).inner_text()
    check(page)

    assert_accessible_in_both(page)
    errors = [line.split("\t") for line in page.locator("#errors tbody tr").all_inner_texts()]
    page.click("text=Upload a corrected file")
    choose(page, files("corrected.jsonl", ROWS))
    check(page)
    page.click("text=Publish version 2")

    assert [(row, column) for row, column, _ in errors] == [("2", "question"), ("3", "id")]
    assert page.locator("h1").inner_text() == "Version 2"
    page.click("text=New annotation task")
    assert page.locator("#id_dataset_version option:checked").inner_text() == "support answers, version 2 (3 rows)"
    assert DatasetVersion.objects.get(version_number=2).status == "PUBLISHED"


def test_columns_are_given_another_meaning(bob, page_of, files):
    page = page_of(bob)
    page.goto("/datasets/new/")
    choose(page, files("rows.jsonl", ROWS))
    check(page)

    page.get_by_label("gold").select_option("output")
    page.click("text=Check again")
    page.wait_for_selector(CHECKED)
    page.wait_for_load_state()
    check(page)

    assert page.get_by_label("gold").input_value() == "output"
    assert page.locator("text=gpt, gold").or_(page.locator("text=gold, gpt")).count() == 3
    assert DatasetVersion.objects.get().mapping["expected_output"] is None


def test_name_is_suggested_by_a_dropped_file_and_never_overwritten(bob, page_of, files):
    page = page_of(bob)
    page.goto("/datasets/new/")
    drop = """(area, name) => {
        const data = new DataTransfer();
        data.items.add(new File(['{"question": "q"}'], name));
        area.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
    }"""

    page.locator("[data-drop]").evaluate(drop, "first_try.jsonl")
    suggested = page.input_value("#id_name")
    page.locator("[data-drop]").evaluate(drop, "second-try.jsonl")
    again = page.input_value("#id_name")
    page.fill("#id_name", "My own")
    page.locator("[data-drop]").evaluate(drop, "third.jsonl")

    assert (suggested, again, page.input_value("#id_name")) == ("first try", "second try", "My own")
    assert page.locator("#id_file").evaluate("input => input.files[0].name") == "third.jsonl"
