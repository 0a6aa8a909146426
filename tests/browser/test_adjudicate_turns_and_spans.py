"""Turns and passages settled part by part in Chromium: by keyboard, by mouse, on a phone, and without scripts."""

import re

import pytest
from playwright.sync_api import expect

from annotations.models import GroundTruth
from tests.annotations.disputed import item_of
from tests.annotations.disputed_parts import FAMILY, HEBREW, TEXT, make_disputed_parts, span, spans
from tests.browser.both_themes import assert_accessible_in_both
from tests.browser.workbench import press

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OTHER = f"{FAMILY} family"


@pytest.fixture
def task(acme):
    return make_disputed_parts(acme)


@pytest.fixture
def opened(page_of, rita, task):
    """opened(**options) is rita's page of the one item."""

    def begin(**options):
        page = page_of(rita, **options)
        page.goto(f"/tasks/{task.pk}/adjudication/{item_of(task).pk}/")
        return page

    return begin


def truths(task):
    found = GroundTruth.objects.filter(item=item_of(task), is_current=True, source="adjudicated")
    return dict(found.values_list("question__key", "value"))


def turn(page, number):
    return page.locator(f"#part-helps-{number}")


def choice(part, words):
    return part.locator("label", has_text=words).first.locator("input")


def passage(page, words, label):
    """The part of exactly this passage."""
    exact = page.locator("q", has_text=re.compile(f"^{words}$"))
    return page.locator("#card-errors .part").filter(has=exact).filter(has=page.get_by_text(label, exact=True))


def published(page):
    page.wait_for_url("**/adjudication/")


def test_everything_by_keyboard_alone(opened, task):
    page = opened()
    expect(turn(page, 4)).to_have_attribute("data-current", "")
    expect(turn(page, 4)).to_contain_text("differs, 2 values")
    press(page, "5")
    expect(turn(page, 6)).to_be_focused()
    press(page, "3")
    expect(page.locator("#card-helps .decide")).to_be_focused()
    press(page, "1")
    expect(page.locator("#note-helps")).to_be_focused()
    page.keyboard.type("Neither.")
    press(page, "Escape", "k")
    expect(page.locator("#card-helps .taken-over > summary")).to_be_focused()

    press(page, "j", "j")
    for number in range(page.locator("#card-errors .part.differs").count()):
        part = page.locator("#card-errors .part.differs").nth(number)
        expect(part).to_be_focused()
        press(page, "1" if HEBREW in part.inner_text() else "2")
    press(page, "2", "Control+Enter")

    published(page)
    assert truths(task) == {"helps": {"2": 4, "4": 5, "6": 3}, "errors": spans(("Monday", "fact"), (HEBREW, "style"))}


def test_all_of_a_rater_is_taken_and_another_passage_marked(opened, task):
    page = opened()
    for key in ("helps", "errors"):
        card = page.locator(f"#card-{key}")
        card.locator("[data-head]").click()
        card.locator(".group", has=page.get_by_text("B", exact=True)).get_by_role("button").click()
        press(page, "1")
    card = page.locator("#card-errors")
    card.locator("[data-head]").click()
    marked = [part for part in card.locator(".part.differs").all() if "Marked by B" in part.inner_text()]
    assert len(marked) in (1, 2)
    for part in marked:
        expect(choice(part, "Keep")).to_be_checked()
    expect(card.locator(".differs [value=leave]:checked")).to_have_count(4 - len(marked))

    press(page, "e")
    expect(page.locator("#card-errors [data-selecting]")).to_be_focused()
    press(page, "ArrowRight", "ArrowRight", "1", "Escape")
    expect(page.locator("#own-errors [data-list] q")).to_have_text([FAMILY])
    expect(page.locator("#own-errors [data-list] [data-title]")).to_be_visible()
    page.locator("#note-errors").fill("It is not theirs.")
    press(page, "Control+Enter")

    published(page)
    found, item = truths(task), item_of(task)
    said = [dict(each.judgements.values_list("question__key", "value")) for each in item.annotations.all()]
    assert span(FAMILY, "fact") in found["errors"]
    assert any(
        each["helps"] == found["helps"] and all(span in found["errors"] for span in each["errors"]) for each in said
    )


def test_overlaps_are_drawn_and_undecided_parts_are_named_and_focused(opened):
    page = opened()
    page.locator("#card-errors [data-head]").click()
    alone, fact = passage(page, FAMILY, "Bad style"), passage(page, OTHER, "Wrong fact")
    expect(alone).to_have_count(1)
    number = fact.locator(".part-number").inner_text()
    expect(alone).to_contain_text(f"Overlaps {number}")
    expect(fact).to_contain_text("Same passage as")

    text = page.locator("#card-errors .overlaid")
    assert text.evaluate("one => one.textContent") == TEXT
    both = text.locator("mark", has_text=FAMILY)
    expect(both).to_have_class("laned lane-1 lane-2 lane-3 disputed")
    expect(both).to_have_attribute("data-begins", "1 2 3")
    expect(text.locator("mark", has_text="Monday")).to_have_attribute("data-begins", "✓")

    press(page, "Control+Enter")
    expect(turn(page, 4)).to_be_focused()
    press(page, "5", "Control+Enter")
    expect(turn(page, 6)).to_be_focused()
    expect(page.locator("#submit")).to_contain_text("Decide 2 more")
    assert_accessible_in_both(page)


def test_parts_are_settled_without_scripts(opened, task):
    page = opened(java_script_enabled=False)
    expect(page.get_by_role("button", name="Use these values")).to_have_count(0)
    choice(turn(page, 4), "5").check(force=True)
    choice(turn(page, 6), "1").check(force=True)
    for key in ("helps", "errors"):
        page.locator(f"#card-{key}").get_by_role("radio", name="Edge case").check(force=True)
    for part in page.locator("#card-errors .part.differs").all():
        choice(part, "Exclude").check()
    page.locator("#card-errors .adds > summary").click()
    page.locator("#own-errors-typed").fill("twice")
    page.locator("#note-errors").fill("It was said once.")
    page.get_by_role("button", name="Publish and next").click()

    published(page)
    assert truths(task) == {"helps": {"2": 4, "4": 5, "6": 1}, "errors": spans(("Monday", "fact"), ("twice", "fact"))}


def test_answers_that_are_compared_have_the_room(page_of, acme, rita):
    words = {"outputs": {"a": "Because of the light. " * 40, "b": "It is not. " * 60}}
    question = {"key": "better", "type": "pairwise", "title": "Which is better?"}
    task = make_disputed_parts(
        acme, fields=[question], case=words, said=[{"better": each} for each in ("first", "second", "tie")]
    )
    page = page_of(rita)
    page.goto(f"/tasks/{task.pk}/adjudication/{item_of(task).pk}/")

    pane, pair = page.locator("#item").bounding_box(), page.locator("#item .pair > .source").all()
    assert len(pair) == 2 and all(each.bounding_box()["width"] > 340 for each in pair)
    assert pane["width"] > page.locator("#decide").bounding_box()["width"]
    expect(page.locator("#card-better .group")).to_have_count(3)
