"""Bringing existing annotations in with Chromium: upload, mapping, preview, errors, result."""

import json

import pytest

from annotations.actions import imports
from annotations.models import Annotation
from tests.annotations.importing.files import label_studio_tasks, make_task
from tests.browser.both_themes import assert_readable_on_desk_and_phone
from tests.chromium import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def quiet_broker(monkeypatch):
    """Nobody listens to the queue in these tests: the import is run by hand."""
    monkeypatch.setattr("annotations.views.imports.annotations_import_due.delay_on_commit", lambda: None)


@pytest.fixture
def task(acme):
    return make_task(acme, name="News, read closely")


def choose(page, tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    page.goto("/exports/")
    page.get_by_role("link", name="Import annotations").click()
    page.set_input_files("#file", path)
    page.get_by_role("button", name="Upload and look").click()
    page.locator("#mapping").wait_for()


def test_from_a_file_to_annotations(task, bob, alice, page_of, tmp_path):
    page = page_of(bob)
    choose(page, tmp_path, "news.json", label_studio_tasks())
    assert page.get_by_label("tone").input_value() == "tone"
    assert page.locator("#preview").get_by_text("alice@example.org").count() == 2

    page.get_by_role("button", name="Import").click()
    page.locator("#progress").wait_for()
    imports.run_next()
    page.get_by_text("4 annotations stored.").wait_for()

    assert page.locator("#errors tbody tr").count() >= 1
    assert Annotation.objects.filter(task=task).count() == 4


def test_a_bad_table_is_explained_and_mended(task, bob, page_of, tmp_path):
    page = page_of(bob, viewport=PHONE)
    choose(page, tmp_path, "own.csv", f"nr,who,mood\n101,{'Zed ' * 30},kind\n102,Zed,loud\n")
    page.get_by_label("tone", exact=True).select_option("mood")
    page.get_by_label("Annotator (e-mail or name)").select_option("who")
    page.get_by_role("button", name="Preview").click()
    page.locator("#preview .error-text").wait_for()
    assert_readable_on_desk_and_phone(page)

    page.get_by_role("button", name="Import").click()
    page.locator("#progress").wait_for()
    imports.run_next()
    page.locator("#errors").wait_for()

    assert page.locator("#errors tbody tr").inner_text().split("\t")[:2] == ["2", "mood"]
    assert not Annotation.objects.exists()
