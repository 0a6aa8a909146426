"""A reviewer audits what a model said in Chromium: by keyboard alone, blind first, on a phone, without scripts."""

import re

import pytest

from annotations.models import Annotation, AnnotationTask
from reviews.models import Audit, EvaluationRun
from tests.browser.audited import current, make_judged_task, said_by_model
from tests.browser.both_themes import assert_accessible_in_both
from tests.browser.workbench import press
from tests.chromium import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def task(acme, alice):
    return make_judged_task(acme, alice)


@pytest.fixture
def said(task):
    return said_by_model(task)


def test_audit_by_keyboard_alone(page_of, rita, said, axe):
    page = page_of(rita)
    page.goto("/audit/")
    axe(page)
    page.get_by_role("link", name="Item 1").focus()
    press(page, "Enter")
    page.wait_for_url(re.compile(f"/audit/{said[0].pk}/"))
    assert page.title().startswith("Audit item 1")
    axe(page)

    press(page, "n")
    assert page.evaluate("document.activeElement.tagName") == "MARK"
    press(page, "a")
    assert "Is the answer correct?" in current(page)
    press(page, "ArrowDown")
    assert "How helpful is it?" in current(page)
    press(page, "o", "2", "Tab")
    page.keyboard.type("The source")  # the list goes to the words that are typed
    press(page, "Escape", "Control+Enter")

    page.wait_for_selector("text=Tick that you checked")
    assert "Is the answer correct?" in current(page)
    page.wait_for_load_state()
    page.get_by_label("I checked the value").focus()
    press(page, "Space", "Control+Enter")

    page.wait_for_url(re.compile(f"/audit/{said[1].pk}/"))
    accepted, overridden = Audit.objects.order_by("judgement__question__position")
    assert (accepted.verdict, overridden.verdict) == ("accept", "override")
    assert (overridden.own_judgement.value, overridden.reason_code) == (2, "misread_source")
    assert Annotation.objects.get(origin="audit").annotator.user == rita.user


def test_blind_first_by_keyboard(page_of, rita, said, axe):
    AnnotationTask.objects.update(audit_risk_mode="blind_first")
    page = page_of(rita)
    page.goto("/audit/")
    assert "Kestrel" not in page.content()
    axe(page)
    page.goto(f"/audit/{said[1].pk}/")
    assert "Kestrel" not in page.content()
    axe(page)

    press(page, "1", "ArrowDown", "4", "Control+Enter")

    page.wait_for_selector("text=Kestrel judge")
    page.wait_for_load_state()
    assert page.get_by_text("Your own answer:").count() == 2
    axe(page)
    press(page, "a", "ArrowDown", "a", "Control+Enter")
    page.wait_for_url(re.compile(f"/audit/{said[2].pk}/"))
    assert list(Audit.objects.values_list("blind", flat=True)) == [True, True]


def test_stored_words_are_text_and_fit_on_a_phone(page_of, rita, said, axe):
    page = page_of(rita, viewport=PHONE, color_scheme="dark")
    page.goto(f"/audit/{said[0].pk}/")

    assert page.title().startswith("Audit item 1")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("link", name="Review", exact=True).click()
    page.wait_for_function("document.querySelector('#review').getBoundingClientRect().y < innerHeight / 2")
    axe(page)


def test_single_keys_can_be_switched_off(page_of, rita, said):
    page = page_of(rita)
    page.goto(f"/audit/{said[0].pk}/")
    press(page, "?")
    page.get_by_label("Use single keys").uncheck()
    press(page, "Escape", "a")

    assert page.locator("[data-verdict]:checked").count() == 0


def test_letters_typed_in_a_field_are_no_keys(page_of, rita, said):
    page = page_of(rita)
    page.goto(f"/audit/{said[0].pk}/")
    press(page, "w")
    page.get_by_label("Note").first.fill("")
    page.get_by_label("Note").first.type("a cow")

    assert page.locator("[data-verdict='w']:checked").count() == 1
    assert page.locator("[data-verdict='a']:checked").count() == 0


def test_everything_works_without_scripts(page_of, rita, said):
    page = page_of(rita, java_script_enabled=False)
    page.goto(f"/audit/{said[1].pk}/")
    card = page.locator("#card-verdict")
    assert card.get_by_label("Why").is_hidden()

    card.get_by_role("radio", name="Override").check()
    card.get_by_role("radio", name="Wrong", exact=True).check()
    card.get_by_label("Why").select_option("wrong_value")
    page.get_by_role("button", name="Save audit and next").click()

    page.wait_for_url(re.compile(f"/audit/{said[2].pk}/"))
    assert Audit.objects.get().own_judgement.value == "wrong"


def test_models_tab_is_accessible_in_both_themes(page_of, bob, task):
    EvaluationRun.objects.update(held_reason="Set OPENAI_API_KEY.")
    page = page_of(bob)
    page.goto(f"/tasks/{task.pk}/models/")
    page.wait_for_selector("text=Set OPENAI_API_KEY")

    assert_accessible_in_both(page)


def test_audit_page_is_accessible_in_the_dark(page_of, rita, said, axe):
    page = page_of(rita, color_scheme="dark")
    page.goto(f"/audit/{said[0].pk}/")
    press(page, "o")

    axe(page)
