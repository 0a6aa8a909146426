"""An admin hands a job over in Chromium, a reviewer audits and signs it off."""

import pytest

from reviews.models import Job
from tests.reviews.jobs_world import audit_all, make_job, write_folder

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PAIR = {"models": ("simulated-careful", "openai/gpt-4o-mini"), "overall": (0.8, 0.5)}


@pytest.fixture
def root(tmp_path, settings):
    settings.JOB_ROOTS = [("acme", tmp_path)]
    return tmp_path


def test_review_appears_by_itself_when_it_has_ended(page_of, bob):
    job = make_job(bob, state="reviewing")
    page = page_of(bob)
    page.goto(f"/jobs/{job.pk}/")
    page.get_by_text("0 of 1").wait_for()

    Job.objects.update(state="reviewed", confidence=0.5, overall_mean=0.5)

    page.get_by_role("heading", name="Result for the next stage").wait_for()
    assert page.locator("#live").count() == 0


def test_reviewed_job_is_read_and_signed_off(page_of, bob, rita, root):
    job = make_job(bob, **PAIR)
    page = page_of(rita)
    page.goto(f"/jobs/{job.pk}/")
    page.get_by_role("link", name="Show in text").first.click()
    page.locator("mark.evidence:target").wait_for()
    audit_all(job, rita)
    folder = write_folder(root)
    Job.objects.update(location=str(folder))

    page.goto(f"/jobs/{job.pk}/")
    page.get_by_label("Use with caution").check()
    page.get_by_label("Note").fill("Few cases.")
    page.get_by_role("button", name="Sign off for good").click()

    page.get_by_text("is signed off.").wait_for()
    assert Job.objects.get().sign_off_note == "Few cases." and (folder / "review_result.json").is_file()
