"""A reviewer audits what a model said in Chromium: by keyboard alone, blind first, on a phone, without scripts."""

import re

import pytest

from annotations.models import Annotation, AnnotationTask
from reviews.models import Audit, EvaluationRun
from tests import factories
from tests.reviews.listing import list_all

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FORM = {
    "fields": [
        {"key": "verdict", "type": "single_choice", "title": "Is the answer correct?",
         "options": [{"value": "correct", "label": "Correct"}, {"value": "wrong", "label": "Wrong"}]},
        {"key": "helpful", "type": "rating", "title": "How helpful is it?", "scale": {"min": 1, "max": 5}},
        {"key": "note", "type": "text", "title": "Remark", "required": False},
    ]
}
PHONE = {"width": 390, "height": 844}
HOSTILE = "<script>document.title = 'stolen'</script> שלום " + "longword" * 60


@pytest.fixture
def task(acme, alice):
    """Three items, each judged by a model; the first by a person too, and with a quote that nobody wrote."""
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=3), schema=FORM)
    machine = factories.make_llm_annotator(acme, name="Kestrel judge")
    EvaluationRun.objects.create(organization=acme, task=task, annotator=machine)
    items = list(task.items.order_by("position"))
    factories.make_annotation(items[0], factories.make_annotator(alice), {"verdict": "wrong", "helpful": 2})
    for item in items:
        labels = {"verdict": "correct", "helpful": 4}
        said = factories.make_annotation(item, machine, labels, justification=HOSTILE, confidence=0.7)
        for judgement in said.judgements.order_by("pk"):
            factories.make_evidence(judgement, f"It is {2 * item.position}.")
    first = items[0].annotations.get(annotator=machine).judgements.get(question__key="verdict")
    factories.make_evidence(first, "Nobody wrote this.", match="missing", start=None, end=None, score=None)
    list_all()
    return task


@pytest.fixture
def said(task):
    return list(Annotation.objects.filter(annotator__kind="llm").order_by("pk"))


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def current(page):
    return page.locator("fieldset[data-current] > legend").inner_text()


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
    assert page.locator("#review").bounding_box()["y"] < PHONE["height"] / 2
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


def test_models_tab_is_accessible_in_both_themes(page_of, bob, task, axe):
    EvaluationRun.objects.update(held_reason="Set OPENAI_API_KEY.")
    for color_scheme in ("light", "dark"):
        page = page_of(bob, color_scheme=color_scheme)
        page.goto(f"/tasks/{task.pk}/models/")
        page.wait_for_selector("text=Set OPENAI_API_KEY")
        axe(page)


def test_audit_page_is_accessible_in_the_dark(page_of, rita, said, axe):
    page = page_of(rita, color_scheme="dark")
    page.goto(f"/audit/{said[0].pk}/")
    press(page, "o")

    axe(page)
