"""An admin hands a job over in Chromium, a reviewer audits and signs it off; every page is looked at in both themes."""

import pytest

from reviews.models import Job
from tests.browser.both_themes import assert_readable_on_desk_and_phone
from tests.reviews.jobs_world import MANIFEST, audit_all, make_failed_job, make_job, make_score_job, write_folder

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PAIR = {"models": ("simulated-careful", "openai/gpt-4o-mini"), "overall": (0.8, 0.5)}


@pytest.fixture
def root(tmp_path, settings):
    settings.JOB_ROOTS = [("acme", tmp_path)]
    return tmp_path


@pytest.mark.parametrize("scripts", [True, False])
def test_directory_is_handed_over_and_a_mistake_corrected(page_of, bob, root, scripts):
    folder = write_folder(root, manifest=MANIFEST | {"evaluate_strategy": "score"})
    page = page_of(bob, java_script_enabled=scripts)
    page.goto("/jobs/")
    page.get_by_role("link", name="Hand over the first job").click()

    page.get_by_role("textbox", name="Directory").fill(str(root / "absent"))
    page.get_by_role("button", name="Register the directory").click()
    page.get_by_role("link", name="Directory", exact=True).wait_for()
    if scripts:
        assert_readable_on_desk_and_phone(page)
    page.get_by_role("textbox", name="Directory").fill(str(folder))
    page.get_by_role("button", name="Register the directory").click()

    page.get_by_role("heading", name="Result for the next stage").wait_for()
    assert page.url.endswith(f"/jobs/{Job.objects.get().pk}/")


def test_review_appears_by_itself_when_it_has_ended(page_of, bob):
    job = make_job(bob, state="reviewing")
    page = page_of(bob)
    page.goto(f"/jobs/{job.pk}/")
    page.get_by_text("0 of 1").wait_for()
    assert_readable_on_desk_and_phone(page)

    Job.objects.update(state="reviewed", confidence=0.5, overall_mean=0.5)

    page.get_by_role("heading", name="Result for the next stage").wait_for()
    assert page.locator("#live").count() == 0


def test_reviewed_job_is_read_and_signed_off(page_of, bob, rita, root):
    job = make_job(bob, **PAIR)
    page = page_of(rita)
    page.goto(f"/jobs/{job.pk}/")
    assert_readable_on_desk_and_phone(page)
    page.get_by_role("link", name="Show in text").first.click()
    page.locator("mark.evidence:target").wait_for()
    assert_readable_on_desk_and_phone(page)
    audit_all(job, rita)
    folder = write_folder(root)
    Job.objects.update(location=str(folder))

    page.goto(f"/jobs/{job.pk}/")
    page.get_by_label("Use with caution").check()
    page.get_by_label("Note").fill("Few cases.")
    page.get_by_role("button", name="Sign off for good").click()

    page.get_by_text("is signed off.").wait_for()
    assert Job.objects.get().sign_off_note == "Few cases." and (folder / "review_result.json").is_file()


def test_list_failure_and_report_are_readable(page_of, bob):
    signed, failed = make_job(bob, state="signed_off", **PAIR), make_failed_job(bob)
    make_score_job(bob)
    page = page_of(bob)
    for path in ("/jobs/", "/jobs/new/", f"/jobs/{failed.pk}/", f"/jobs/{signed.pk}/report/"):
        page.goto(path)
        assert_readable_on_desk_and_phone(page)
