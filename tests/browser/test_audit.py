"""A reviewer audits what a model said in Chromium: by keyboard alone, without scripts, and what happens meanwhile."""

import re

import pytest

from annotations.models import Annotation, AnnotationTask
from reviews.audits.actions import leases
from reviews.models import Audit, AuditOpening, AuditSample
from tests import factories
from tests.browser.audited import current, make_judged_task, said_by_model
from tests.browser.both_themes import assert_accessible_in_both
from tests.browser.workbench import press
from tests.chromium import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TABLET = {"width": 1024, "height": 768}
VERDICTS = {"w": "evidence_wrong", "c": "cannot_judge", "g": "guideline_gap", "a": "accept"}


@pytest.fixture
def task(acme, alice):
    return make_judged_task(acme, alice)


@pytest.fixture
def said(task):
    return said_by_model(task)


@pytest.fixture
def open_page(page_of, rita):
    def make(annotation, **options):
        page = page_of(rita, **options)
        page.clock.install()
        page.goto(f"/audit/{annotation.pk}/")
        return page

    return make


def a_minute_later(page):
    """The clock of the page is moved, not waited for: it tells that it is still open, as it does every minute."""
    page.clock.run_for(61_000)


def verdict(page, place=0):
    return page.locator("fieldset[data-question]:not(.override *)").nth(place).locator("[data-verdict]:checked")


def test_audit_by_keyboard_alone(page_of, rita, said):
    page = page_of(rita)
    page.goto("/audit/")
    page.get_by_role("link", name="Start auditing").focus()
    press(page, "Enter")
    page.wait_for_url(re.compile(f"/audit/{said[0].pk}/"))
    assert "Audit item 1" in page.title()
    for key, value in VERDICTS.items():
        press(page, key, "k")
        assert verdict(page).get_attribute("value") == value
    press(page, "n")
    assert page.evaluate("document.activeElement.tagName") == "MARK"
    press(page, "?")
    assert page.get_by_role("dialog").get_by_text("Guideline gap").is_visible()
    press(page, "Escape", "j")
    assert "How helpful is it?" in current(page)
    press(page, "2", "2")  # the value, then the second reason
    assert "Is the answer correct?" in current(page)  # the missing quote is what is left
    press(page, "Enter")
    assert page.get_by_role("button", name="Confirm the value").is_visible()
    press(page, "m", "Enter")

    page.wait_for_url(re.compile(f"/audit/{said[1].pk}/"))
    accepted, overridden = Audit.objects.order_by("judgement__question__position")
    assert (accepted.verdict, overridden.verdict) == ("accept", "override")
    assert (overridden.own_judgement.value, overridden.reason_code) == (2, "misread_source")
    assert Annotation.objects.get(origin="audit").annotator.user == rita.user


def test_own_value_is_shown_without_what_it_means(open_page, said):
    page = open_page(said[1])

    press(page, "k", "2")

    assert page.locator("#card-verdict [data-me]").inner_text() == "Wrong"


def test_source_and_lines_are_side_by_side_on_a_tablet(open_page, said):
    page = open_page(said[1], viewport=TABLET)

    source, lines = page.locator("#item").bounding_box(), page.locator("#review").bounding_box()

    assert source["x"] + source["width"] <= lines["x"] + 1
    assert page.locator("#card-verdict .line-body").is_visible()


def test_letters_in_a_field_are_no_keys_mistakes_keep_what_was_chosen_and_keys_are_switched_off(open_page, said):
    page = open_page(said[1])
    press(page, "w", "k", "r")
    page.keyboard.type("a cow")
    assert verdict(page).get_attribute("value") == "evidence_wrong"
    press(page, "Escape", "c", "j", "5", "Control+Enter")

    assert "How helpful is it?" in current(page)
    assert page.get_by_role("button", name="Choose a reason").is_visible()
    page.reload()
    assert page.get_by_role("button", name="Choose a reason").is_visible()
    assert verdict(page, 0).get_attribute("value") == "cannot_judge"
    assert verdict(page, 1).get_attribute("value") == "override"
    assert page.locator("#card-helpful .override :checked").first.get_attribute("value") == "5"
    assert page.get_by_label("Note").first.input_value() == "a cow"

    press(page, "?")
    with page.expect_response(re.compile("/desk/audit/keys/")) as stored:
        page.get_by_label("Single-key shortcuts").uncheck()
    assert stored.value.status == 200
    page.goto(f"/audit/{said[2].pk}/")
    press(page, "c")
    assert verdict(page).count() == 0 and not page.locator(".verdicts kbd").first.is_visible()


def test_time_in_view_is_sent_and_a_taken_answer_keeps_what_was_typed(open_page, bob, said):
    page = open_page(said[1])
    with page.expect_response(re.compile("/seen/")):
        a_minute_later(page)
    assert AuditOpening.objects.get(annotation=said[1]).seconds_in_view is not None
    press(page, "c", "k", "r")
    page.keyboard.type("my words")
    leases.take_over(annotation=said[1], auditor=factories.make_annotator(bob))
    a_minute_later(page)
    page.wait_for_selector("text=Bob is auditing this answer. Nothing was saved")
    press(page, "Control+Enter")
    page.wait_for_selector("#submit:not([aria-busy])")
    assert_accessible_in_both(page)
    assert not Audit.objects.exists()

    page.click("#alerts [data-take-over]")
    page.clock.run_for(1_600)  # no other tab of this browser answers
    page.wait_for_selector("#work[data-announce*='Continuing here']")
    assert page.get_by_label("Note").first.input_value() == "my words"


def test_blind_sample_by_keyboard(open_page, said):
    AuditSample.objects.create(task=said[1].task, annotation=said[1], inclusion_probability=0.1)
    AnnotationTask.objects.update(audit_sample_mode="blind_first")
    page = open_page(said[1])
    assert "Kestrel" not in page.content() and page.get_by_text("Random sample").is_visible()

    press(page, "1", "4", "Enter")
    page.wait_for_selector("text=Kestrel judge")
    assert [verdict(page, place).get_attribute("value") for place in (0, 1)] == ["accept", "accept"]
    press(page, "Enter")
    page.wait_for_url(re.compile(f"/audit/(?!{said[1].pk}/)"))

    assert all(0 <= ms < 60_000 for ms in Audit.objects.values_list("ms_to_decide", flat=True))
    assert set(Audit.objects.values_list("mode", "blind", "inclusion_probability")) == {("blind_first", True, 0.1)}


def test_an_item_is_answered_blind_as_by_annotators(open_page, said):
    AuditSample.objects.create(task=said[1].task, annotation=said[1], inclusion_probability=0.1)
    AnnotationTask.objects.update(audit_sample_mode="blind_first")
    page = open_page(said[1])

    page.wait_for_selector("text=0 of 3 answered")
    press(page, "1")
    assert page.locator("#own-verdict .answer-line strong").inner_text() == "Correct"
    page.wait_for_selector("text=1 of 3 answered")
    assert page.locator("#answer [data-current]").get_attribute("data-question") == "helpful"


def test_a_phone_shows_one_question_at_a_time_and_accepts_none_that_was_never_open(open_page, said):
    page = open_page(said[2], viewport=PHONE, has_touch=True)
    shown = page.locator("#review .line:visible")
    assert shown.count() == 1 and page.get_by_text("Question 1 of 3").is_visible()

    page.tap("#submit")
    page.wait_for_selector("text=Question 2 of 3")
    assert shown.count() == 1 and not Audit.objects.exists()
    boxes = shown.locator(".override .choice, .override .scale-point").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(({ bottom, height }) => [bottom, height])"
    )
    bar = page.locator(".wb-bottom").bounding_box()["y"]
    assert all(bottom <= bar and height >= 44 for bottom, height in boxes) and boxes


def test_everything_works_without_scripts(page_of, rita, said):
    page = page_of(rita, java_script_enabled=False)
    page.goto(f"/audit/{said[1].pk}/")
    card = page.locator("#card-verdict")
    assert card.get_by_role("radio", name="Wrong value").is_hidden()

    card.get_by_role("radio", name="Override").check()
    card.get_by_role("radio", name="Wrong", exact=True).check()
    card.get_by_role("radio", name="Wrong value").check()
    page.get_by_role("button", name="Save audit and next").click()

    page.wait_for_url(re.compile(f"/audit/{said[2].pk}/"))
    assert Audit.objects.get().own_judgement.value == "wrong"
