"""Comparing, ranking, grids and turns in Chromium: by keys, by buttons, by dragging, and on a phone."""

import pytest
from playwright.sync_api import expect

from annotations.models import Annotation
from tests.browser.every_label import make_labels_task
from tests.browser.workbench import press, strike
from tests.chromium import DESKTOP, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def task(acme):
    return make_labels_task(acme)


def stored(page):
    press(page, "Control+Enter")
    page.wait_for_selector("#answer", state="detached")
    return dict(Annotation.objects.get().judgements.values_list("question__key", "value"))


def answers_but_ranking(page):
    page.check("input[name='q-better'][value='second']")
    for name, value in (("scores.tone", 3), ("scores.facts", 1)):
        page.check(f"input[name='q-{name}'][value='{value}']")
    for turn, value in ((2, 1), (5, 2)):
        page.click(f"#answer [data-turn-row][href='#turn-{turn}']")
        page.check(f"input[name='q-each.{turn}'][value='{value}']")


def ranks(page):
    return page.locator(".ranked .rank").evaluate_all("all => all.map(one => [one.name.split('.')[1], one.value])")


def test_all_by_keys(start):
    page = start()
    press(page, "1")
    first = page.locator("#q-better :checked").get_attribute("value")
    strike(page, "é", "Digit2")  # AZERTY: into the field, where é is not typed
    press(page, "2", "3", "1", "Tab", "Escape")  # ranks of Speed, Cost, Care
    assert ranks(page) == [["care", "1"], ["speed", "2"], ["cost", "3"]]
    page.locator("#q-scores-0-0").focus()
    press(page, "3", "1", "1", "2")

    assert stored(page) == {
        "better": first,
        "order": [["care"], ["speed"], ["cost"]],
        "scores": {"tone": 3, "facts": 1},
        "each": {"2": 1, "5": 2},
    }
    assert first in ("first_much", "second_much")


def test_one_column_on_a_phone_and_ranking_by_buttons_and_by_dragging(start):
    page = start(viewport=PHONE)
    cells = page.locator(".rubric-cell").evaluate_all("all => all.map(one => one.getBoundingClientRect().x)")
    assert len(set(cells)) == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.set_viewport_size(DESKTOP)
    answers_but_ranking(page)

    page.click("[aria-label='Move Care up']")
    press(page, "Enter")
    assert ranks(page) == [["care", "1"], ["speed", "2"], ["cost", "3"]]
    assert page.evaluate("document.activeElement.ariaLabel") == "Move Care up"

    page.drag_and_drop(
        ".ranked:nth-child(1)",
        ".ranked:nth-child(3)",
        source_position={"x": 80, "y": 20},
        target_position={"x": 80, "y": 40},
    )
    expect(page.locator("[name='q-order.care']")).to_have_value("3")  # numbered when the browser ends the drag
    assert ranks(page) == [["speed", "1"], ["cost", "2"], ["care", "3"]]
    assert stored(page)["order"] == [["speed"], ["cost"], ["care"]]
