"""In Chromium: the router under one grader, prompts with their shadows, and calibrations that wait or have failed."""

import pytest

from reviews.actions import routing
from reviews.models import JudgeCalibration
from tests.browser.both_themes import assert_readable_on_desk_and_phone
from tests.chromium import DESKTOP
from tests.reviews.gradings_world import (
    JUDGE,
    make_calibration,
    make_grading,
    make_observation,
    make_routed_prompt,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
EMBEDDED = "embedding_similarity:lexical"


@pytest.fixture
def world(bob):
    """Two graders, a policy, prompts in every state of a shadow, and calibrations in every state."""
    for number in range(12):
        for model, cost in (("openai/gpt-4o-mini", "0.001"), ("openai/gpt-4o", "0.01")):
            make_observation(bob, adapter_id=model, cost_usd=cost, quality_score=0.7 + number % 3 / 10,
                             grader_id=EMBEDDED)
            make_observation(bob, adapter_id=model, cost_usd=cost, quality_score=number % 2)
    routing.set_policy(organization=bob.organization, task_type="support", preferred="openai/gpt-4o",
                       quality_floor=0.6, grader=EMBEDDED, shadow_rate=0.2, by=bob.user)
    graded = make_routed_prompt(bob, prompt="May I return what I bought a month ago? " * 4)
    shadow = make_routed_prompt(bob).run
    type(graded).objects.filter(pk=graded.pk).update(
        shadow="graded", shadow_run=shadow, observation=make_observation(bob, quality_score=0.82))
    make_routed_prompt(bob, shadow="failed", shadow_note="openai/gpt-4o: The provider refused.")
    make_routed_prompt(bob, shadow="drawn")
    grading = make_grading(bob, judge="llm_judge", judge_model="simulated-careful", grader=JUDGE)
    make_calibration(bob, grading=grading)
    waiting = {"passed": False, "reason": "", "measures": {}, "grading": grading}
    make_calibration(bob, state="failed", last_error="openai/text-embedding-3-small has no key.", **waiting)
    make_calibration(bob, state="waiting", last_error="Slow down.", **waiting)
    return grading


def test_pages_are_readable(page_of, bob, world):
    page = page_of(bob)

    for path in ("/quality/?task=support", "/quality/prompts/", "/quality/calibration/", world.get_absolute_url()):
        page.goto(path)
        assert_readable_on_desk_and_phone(page)
        page.set_viewport_size(DESKTOP)


def test_grader_is_chosen_and_the_router_compares_by_it(page_of, bob, world):
    page = page_of(bob)
    page.goto("/quality/?task=support")
    assert page.locator("#route").get_by_text("Compared by Similarity of embeddings (lexical)").is_visible()

    page.locator("#id_grader").select_option("exact_match")
    page.get_by_role("button", name="Save the policy").click()

    page.get_by_text("The policy counts from now on.").wait_for()
    assert page.locator("#route").get_by_text("Compared by Exact match, as the policy says.").is_visible()


def test_waiting_calibration_gives_way_to_its_figures(page_of, bob, world):
    page = page_of(bob)
    page.goto("/quality/calibration/")
    page.get_by_role("heading", name="Being calibrated").wait_for()

    JudgeCalibration.objects.filter(state="waiting").update(state="failed", last_error="It has no key.")

    page.get_by_text("It has no key.").first.wait_for()
    assert not page.get_by_role("heading", name="Being calibrated").is_visible()
