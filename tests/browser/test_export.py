"""Agreement and exports in Chromium: figures at a glance, then ask for a file, see it written, download it."""

import hashlib
import re

import pytest

from annotations.actions import agreement, exports
from annotations.models import ExportJob
from tests.annotations.panel import answer_all, make_panel
from tests.browser.both_themes import assert_readable_on_desk_and_phone
from tests.chromium import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def task(acme):
    task = make_panel(acme, rows=12, name="Are they right?")
    answer_all(task)
    agreement.compute(task=task)
    return task


def test_ask_see_it_written_download(task, bob, page_of, axe, monkeypatch):
    monkeypatch.setattr("annotations.views.exports.export_due.delay_on_commit", lambda: None)
    page = page_of(bob)
    page.goto("/exports/")
    page.get_by_label("Format").select_option("CSV")
    page.get_by_text("12 items with").wait_for()
    page.get_by_label("Consensus at least").fill("0.5")
    page.get_by_role("button", name="Export", exact=True).click()
    page.get_by_text("Ground truth as CSV, consensus from 50 %").wait_for()
    axe(page)

    exports.run_next()
    with page.expect_download() as event:
        page.get_by_role("link", name="Download").click()

    content = event.value.path().read_bytes()
    job = ExportJob.objects.get()
    assert event.value.suggested_filename == f"ground_truth-{task.pk}.csv"
    assert hashlib.sha256(content).hexdigest() == job.sha256
    assert len(content.decode().splitlines()) >= job.rows_written + 1
    axe(page)


def test_every_state_is_readable(task, bob, page_of, monkeypatch):
    monkeypatch.setattr("annotations.views.exports.export_due.delay_on_commit", lambda: None)
    jobs = [exports.request(task=task, kind="annotations", format=name, by=bob.user)
            for name in ("JSON", "PARQUET", "CSV_LONG", "LABEL_STUDIO")]
    exports.run_next()
    exports.cancel(job=jobs[1], by=None)
    ExportJob.objects.filter(pk=jobs[2].pk).update(state="running", lease_until="2100-01-01T00:00Z")
    page = page_of(bob, viewport=PHONE)
    page.goto("/exports/")
    page.get_by_text("Whose answers, what beside them, and names").click()
    page.get_by_label("Pseudonyms instead of names").check()
    page.get_by_label("Items", exact=True).select_option("adjudicated")
    page.get_by_text("Nothing matches").wait_for()

    assert_readable_on_desk_and_phone(page)

    with page.expect_navigation():
        page.get_by_role("button", name="Cancel").first.click()
    assert ExportJob.objects.filter(state="cancelled").count() == 2


def test_failed_export_says_why_and_runs_again(task, bob, page_of):
    exports.request(task=task, by=None)
    ExportJob.objects.update(state="failed", last_error="worker_crash")
    page = page_of(bob)
    page.goto("/exports/")

    assert page.get_by_text("The worker was stopped five times while writing it.").is_visible()
    page.get_by_role("button", name="Run again").click()

    page.get_by_role("button", name="Cancel").wait_for()
    assert ExportJob.objects.filter(state="failed").count() == 1
    assert ExportJob.objects.count() == 2


def test_agreement_answers_at_a_glance(task, bob, page_of):
    page = page_of(bob, viewport=PHONE)
    page.goto(f"/tasks/{task.pk}/agreement/")

    row = page.get_by_role("row", name=re.compile("verdict", re.IGNORECASE)).first
    assert re.search(r"-?\.\d\d", row.inner_text())
    assert page.get_by_role("columnheader", name="Machines against people").is_visible()
    assert page.get_by_role("heading", name="How the labels are spread").count() == 4
    assert_readable_on_desk_and_phone(page)
    page.goto("/")
    assert_readable_on_desk_and_phone(page)
