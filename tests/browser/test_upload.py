"""Bringing a dataset in Chromium: a bad file, a corrected one, and publishing."""

import pytest

from datasets.actions.stored_files import path_of
from datasets.models import DatasetVersion
from datasets.tasks import import_due
from tests.browser.both_themes import assert_accessible_in_both
from tests.browser.workbench import look_again
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


DROP = """(area, name) => {
    const data = new DataTransfer();
    data.items.add(new File(['{"question": "q"}'], name));
    area.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
}"""


def choose(page, path):
    page.wait_for_load_state()
    page.set_input_files("input[type=file]", path)
    page.click("text=Upload and validate")
    page.wait_for_selector(CHECKED)


def check(page):
    """Do what a worker does and wait until the page has noticed."""
    import_due()
    look_again(page)
    page.wait_for_selector(CHECKED, state="detached")
    page.wait_for_load_state()  # the page is loaded again, and is empty for a moment


def drop(page, name):
    """Drop a file of this name; the name that the form then suggests for the dataset."""
    page.locator("[data-drop]").evaluate(DROP, name)
    return page.input_value("#id_name")


def test_large_file_goes_on_where_it_broke_off(bob, page_of, tmp_path, settings):
    """The page is loaded again in the middle of it, as after a crash of the browser or of the server."""
    settings.UPLOAD_RESUMED_FROM, settings.UPLOAD_PART_BYTES = 10_000, 40_000
    path = tmp_path / "large.jsonl"
    path.write_text(jsonl([{"question": "x" * 1_000}] * 200), encoding="utf-8")
    page, offsets, is_loaded_again = page_of(bob), [], []

    def let_two_pass(route):
        """The page tries by itself again for as long as it stands."""
        offsets.append(int(route.request.url.partition("offset=")[2]))
        if len(offsets) > 2 and not is_loaded_again:
            route.abort()
        else:
            route.continue_()

    page.route("**/datasets/uploads/*/?offset=*", let_two_pass)
    page.goto("/datasets/new/")
    page.set_input_files("input[type=file]", path)
    page.click("text=Upload and validate")
    page.wait_for_selector("[data-upload-error]:not([hidden])")
    assert page.locator("[data-sent]").inner_text() == "0.1 of 0.2 MB sent"
    page.goto("/datasets/new/")
    is_loaded_again.append(True)
    assert "large.jsonl: 78.1" in page.locator("[data-unfinished]").inner_text()
    assert_accessible_in_both(page)
    page.set_input_files("input[type=file]", path)
    page.click("text=Upload and validate")
    page.wait_for_selector(CHECKED)

    assert offsets[:4] == [0, 40_000, 80_000, 80_000] and offsets == sorted(offsets)
    version = DatasetVersion.objects.get()
    assert (version.size_bytes, version.file_name) == (path.stat().st_size, "large.jsonl")
    assert path_of(version).read_bytes() == path.read_bytes()


def test_from_a_bad_file_to_a_published_version(bob, page_of, files):
    page = page_of(bob)
    page.clock.install()
    page.goto("/datasets/new/")
    assert [drop(page, "first_try.jsonl"), drop(page, "second-try.jsonl")] == ["first try", "second try"]
    page.fill("#id_name", "My own")
    assert drop(page, "third.jsonl") == "My own"
    assert page.locator("#id_file").evaluate("input => input.files[0].name") == "third.jsonl"
    page.locator("#id_file").evaluate("input => { input.dataset.most = 5; }")
    drop(page, "large.jsonl")
    page.click("text=Upload and validate")
    assert page.locator("[data-too-large]").is_visible() and page.url.endswith("/datasets/new/")
    page.locator("#id_file").evaluate("input => { input.dataset.most = 5000; }")

    choose(page, files("support_answers.jsonl", BAD))
    assert "Waiting for validation" in page.locator(CHECKED).inner_text()
    check(page)
    page.click("text=Show row by row")
    errors = [line.split("\t") for line in page.locator("#errors tbody tr").all_inner_texts()]
    assert [(row, column) for row, column, _ in errors] == [("2", "question"), ("3", "id")]
    assert_accessible_in_both(page)
    page.click("text=Upload a corrected file")
    choose(page, files("corrected.jsonl", ROWS))
    check(page)
    page.click("button:has-text('Publish version 2')")

    page.get_by_text("New annotation task").wait_for()
    assert DatasetVersion.objects.get(version_number=2).status == "PUBLISHED"
