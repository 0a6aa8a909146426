"""A reviewer audits what a model said in Chromium: by keyboard alone and without scripts."""

import re

import pytest

from annotations.models import Annotation
from reviews.models import Audit
from tests.browser.audited import current, make_judged_task, said_by_model
from tests.browser.workbench import press

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def task(acme, alice):
    return make_judged_task(acme, alice)


@pytest.fixture
def said(task):
    return said_by_model(task)


def test_audit_by_keyboard_alone(page_of, rita, said):
    page = page_of(rita)
    page.goto("/audit/")
    page.get_by_role("link", name="Item 1").focus()
    press(page, "Enter")
    page.wait_for_url(re.compile(f"/audit/{said[0].pk}/"))
    assert page.title().startswith("Audit item 1")

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
