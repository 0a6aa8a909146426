"""An export in Chromium: count what matches, ask for the file, see it written, download it, run it again."""

import hashlib

import pytest

from annotations.agreement.actions import snapshots
from annotations.exports.actions import jobs
from annotations.models import ExportJob
from tests.annotations.panel import answer_all, make_panel
from tests.browser.workbench import look_again

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def task(acme):
    task = make_panel(acme, rows=2, name="Are they right?", consensus_threshold=0.5)
    answer_all(task)
    snapshots.compute(task=task)
    return task


def test_count_ask_see_it_written_download_and_run_again(task, bob, page_of, monkeypatch):
    monkeypatch.setattr("annotations.exports.views.jobs.export_due.delay_on_commit", lambda: None)
    page = page_of(bob)
    page.clock.install()
    page.goto("/exports/")
    page.get_by_label("Format").select_option("CSV")
    page.get_by_text("would be written").wait_for()
    page.get_by_label("A single person").check()
    page.get_by_role("button", name="Export", exact=True).click()
    page.get_by_text("Ground truth as CSV, consensus threshold 50 %").wait_for()

    jobs.run_next()
    look_again(page)
    with page.expect_download() as event:
        page.get_by_role("link", name="Download", exact=True).click()

    content = event.value.path().read_bytes()
    job = ExportJob.objects.get()
    assert event.value.suggested_filename == f"are-they-right_ground-truth_csv_{job.manifest['snapshot_at'][:10]}.csv"
    assert hashlib.sha256(content).hexdigest() == job.sha256
    assert len(content.decode().splitlines()) >= job.rows_written + 1

    page.get_by_role("button", name="Run again").click()
    page.get_by_role("button", name="Cancel").wait_for()
    assert ExportJob.objects.filter(state="waiting").count() == 1
    page.get_by_text("More options").click()
    page.get_by_label("Items", exact=True).select_option("adjudicated")
    page.get_by_text("Nothing matches").wait_for()
