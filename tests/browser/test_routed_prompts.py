"""In Chromium: the router under one grader, and a calibration that ends while its page is open."""

import pytest

from reviews.models import JudgeCalibration
from tests.browser.routed import make_quality

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def world(bob):
    return make_quality(bob)


def test_grader_is_chosen_and_a_waiting_calibration_gives_way_to_its_figures(page_of, bob, world):
    page = page_of(bob)
    page.goto("/quality/?task=support")
    assert page.locator("#route").get_by_text("Compared by Similarity of embeddings (lexical)").is_visible()

    page.locator("#id_grader").select_option("exact_match")
    page.get_by_role("button", name="Save the policy").click()

    page.get_by_text("The policy counts from now on.").wait_for()
    assert page.locator("#route").get_by_text("Compared by Exact match, as the policy says.").is_visible()

    page.goto("/quality/calibration/")
    page.get_by_role("heading", name="Being calibrated").wait_for()

    JudgeCalibration.objects.filter(state="waiting").update(state="failed", last_error="It has no key.")

    page.get_by_text("It has no key.").first.wait_for()
    assert not page.get_by_role("heading", name="Being calibrated").is_visible()
