"""An admin writes a prompt of her own in Chromium: mends it, tries it on a job, publishes it, and reads it."""

import pytest

from reviews.models import MethodDocument
from tests.browser.both_themes import assert_accessible_in_both
from tests.reviews.jobs_world import make_job
from tests.reviews.methods_world import BROKEN, OTHER

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def write(page, text):
    page.get_by_label("Text", exact=True).fill(text)
    page.get_by_role("button", name="Save the draft").click()


def test_prompt_is_written_mended_tried_and_published(page_of, bob):
    make_job(bob)
    page = page_of(bob)
    page.goto("/methods/")
    page.get_by_role("link", name="As shipped (Experiment, Prompt)").click()
    page.get_by_role("link", name="Write a draft").click()

    write(page, BROKEN)
    assert "does not show the artifact" in page.locator("#problem").inner_text()
    assert_accessible_in_both(page)

    write(page, OTHER)
    page.locator("#no-problem").wait_for()
    page.get_by_role("link", name="Preview").click()
    assert "You review field trials." in page.locator("#system-text").inner_text()

    page.get_by_role("link", name="Draft", exact=True).click()
    page.get_by_role("link", name="Publish…").click()
    page.get_by_role("button", name="Publish version 1").click()
    page.get_by_text("Version 1 is in use from the next review on.").wait_for()
    assert MethodDocument.objects.get().status == "published"
