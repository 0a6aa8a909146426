"""Bringing existing annotations in with Chromium: upload, mapping, preview, errors."""

import pytest

from annotations.imports.actions import jobs
from annotations.models import Annotation
from tests.annotations.imports.formats.files import make_task
from tests.browser.both_themes import assert_readable_on_desk_and_phone
from tests.browser.workbench import look_again

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def quiet_broker(monkeypatch):
    """Nobody listens to the queue in these tests: the import is run by hand."""
    monkeypatch.setattr("annotations.imports.views.jobs.annotations_import_due.delay_on_commit", lambda: None)


@pytest.fixture
def task(acme):
    return make_task(acme, name="News, read closely")


def choose(page, tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    page.goto("/exports/")
    page.get_by_role("link", name="Import annotations").click()
    page.set_input_files("#file", path)
    page.get_by_role("button", name="Upload and preview").click()
    page.locator("#mapping").wait_for()


def test_bad_table_is_mapped_previewed_and_explained(task, bob, page_of, tmp_path):
    page = page_of(bob)
    page.clock.install()
    choose(page, tmp_path, "own.csv", f"nr,who,mood\n101,{'Zed ' * 30},kind\n102,Zed,loud\n")
    page.get_by_label("tone", exact=True).select_option("mood")
    page.get_by_label("Annotator (email or name)").select_option("who")
    page.get_by_role("button", name="Preview").click()
    page.locator("#preview .error-text").wait_for()
    assert_readable_on_desk_and_phone(page)

    page.get_by_role("button", name="Import").click()
    page.locator("#progress").wait_for()
    jobs.run_next()
    look_again(page)
    page.locator("#errors").wait_for()

    assert page.locator("#errors tbody tr").inner_text().split("\t")[:2] == ["2", "mood"]
    assert not Annotation.objects.exists()
