"""Items of every kind in Chromium: what is exact, what folds, what scrolls, and that all of it is accessible."""

import pytest

from annotations.models import TaskItem
from tests import factories
from tests.annotations.rendering.items import CONVERSATION
from tests.browser.both_themes import assert_readable_on_desk_and_phone
from tests.chromium import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MARKDOWN = (
    "## Refunds\n\nA *short* text with [a link](https://example.org) and $x_1*y_2*z$.\n\n"
    f"```python\n{'return order ' * 30}\n```\n\n"
    f"| {'Wide column | ' * 12}\n|{'---|' * 12}\n| {'some words here | ' * 12}\n\n"
    "שלום עולם, mixed.\n\n- one\n- two\n\n<script>window.hacked = 1</script> <img src=x onerror='window.hacked = 1'>"
)
HIDDEN = "pay \u202eeno\n\n\tzero\u200bwidth  two  blanks \n<b>&amp;</b>\n"
INPUT = {
    "help_article": MARKDOWN,
    "conversation": [*CONVERSATION, {"role": "user", "content": "line\n" * 14}, {"role": "user", "content": "שלום"}],
    "record": {"order": {"id": 7, "items": [{"sku": "A", "tags": ["x"]}]}, "list": list(range(150))},
    "code": "def f():\n    return " + "1 + " * 100 + "1\n",
    "hidden": HIDDEN,
    "long": "Some words.\n\n" * 4_000,
}
ANSWERS = {"secret-model-a": "Boil it **once** and wait.", "secret-model-b": "Boil it twice and wait."}


@pytest.fixture
def item(acme, alice):
    rows = [{"input": INPUT, "outputs": ANSWERS}]
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows))
    item = task.items.first()
    outputs = list(item.test_case.outputs.order_by("pk").values_list("pk", flat=True))
    TaskItem.objects.filter(pk=item.pk).update(outputs=outputs)
    factories.make_lease(item, factories.make_annotator(alice), display_seed=1)
    return item


@pytest.fixture
def open_item(item, alice, page_of):
    """open_item(view, **options) is alice's page with the item in hand."""

    def show(view="rendered", **options):
        page = page_of(alice, **options)
        page.goto(f"/annotate/{item.task_id}/?view={view}")
        page.wait_for_selector("#item")
        return page

    return show


def text_of(page, field):
    return page.evaluate("field => document.querySelector(`.exact[data-field='${field}']`).textContent", field)


def test_source_is_the_stored_text_and_numbers_are_not_in_it(open_item):
    page = open_item("source")

    page.check("text=Line numbers")

    assert text_of(page, "input.hidden") == HIDDEN
    assert text_of(page, "output.1") == ANSWERS["secret-model-a"]
    numbers = page.evaluate("getComputedStyle(document.querySelector('.exact .line'), '::before').content")
    assert "counter" in numbers
    page.reload()
    assert page.is_checked("text=Line numbers")


def test_source_wraps_and_shows_what_is_hidden(open_item):
    page = open_item("source", viewport=PHONE)

    names = page.evaluate("[...document.querySelectorAll('.hidden-character')].map(e => e.dataset.name)")

    assert names == ["U+202E", "U+200B"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_hostile_text_does_nothing_and_models_have_no_names(open_item):
    page = open_item()

    assert page.evaluate("window.hacked") is None
    assert "secret-model" not in page.content()


def test_right_to_left_is_found_per_paragraph(open_item):
    page = open_item()

    found = page.evaluate(
        "[...document.querySelectorAll('[data-field=\"input.help_article\"] .text > p')]"
        ".map(p => getComputedStyle(p).direction)"
    )

    assert found == ["ltr", "rtl", "ltr"]


def test_wide_parts_scroll_by_themselves_and_take_the_focus(open_item):
    page = open_item(viewport=PHONE)

    wide = page.evaluate(
        "[...document.querySelectorAll('.item-part pre, .item-part table')].filter(e => e.scrollWidth > e.clientWidth)"
        ".map(e => [e.tagName, e.tabIndex])"
    )

    assert sorted(wide) == [["PRE", 0], ["PRE", 0], ["TABLE", 0]]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_folds_work_by_keyboard_and_stay_as_they_were_left(open_item):
    page = open_item()
    fold = page.locator("#turn-7 > details")
    assert fold.get_attribute("open") is None

    fold.locator("summary").press("Enter")
    page.click("#item nav >> text=Source")
    page.wait_for_selector(".exact")
    page.click("#item nav >> text=Rendered")
    page.wait_for_selector("#turn-7")

    assert page.locator("#turn-7 > details").get_attribute("open") is not None


def test_a_link_to_a_turn_opens_it(open_item):
    page = open_item()

    page.evaluate("location.hash = '#turn-7'")
    page.wait_for_selector("#turn-7 > details[open]")

    assert page.evaluate("document.activeElement.id") == "turn-7"


def test_the_rest_of_a_text_and_of_a_list_comes_on_demand(open_item):
    page = open_item()
    part = page.locator('[data-field="input.long"]')
    before = len(part.inner_text())

    part.get_by_text("Show the rest").click()
    part.get_by_text("39,988 of 52,000 characters are shown.").wait_for()
    assert len(part.inner_text()) > before * 1.5
    record = page.locator('[data-field="input.record"]')
    record.locator("summary", has_text="list").click()
    record.get_by_text("Show 50 more").click()
    record.get_by_text("149", exact=True).first.wait_for()

    assert record.locator(".item-rest").count() == 0


def test_differences_on_demand(open_item):
    page = open_item()

    page.click("text=Differences in one text")
    page.wait_for_selector("#answers .diff")
    assert page.locator("#answers del").all_inner_texts()[1:] == ["**once**"]
    assert page.locator("#answers ins").all_inner_texts()[1:] == ["twice"]
    page.click("#answers >> text=Side by side")
    page.wait_for_selector("#answers .pair .diff")
    assert page.evaluate("getComputedStyle(document.querySelector('.diff del')).textDecorationLine") == "line-through"
    page.click("#answers nav >> text=Answers")
    page.wait_for_selector("#answers strong")


def test_everything_is_in_reach_without_scripts(open_item):
    page = open_item(java_script_enabled=False)

    page.click("#item nav >> text=Source")
    page.locator(".exact").nth(7).wait_for()
    page.click("#item nav >> text=Rendered")
    page.click("text=Side by side")
    page.locator(".pair .diff").nth(1).wait_for()
    page.click("text=Back to the item")
    page.locator('[data-field="input.long"] >> text=Show the rest').click()
    page.get_by_text("39,988 of 52,000 characters are shown.").wait_for()


def test_items_are_accessible(open_item):
    page = open_item(viewport=PHONE)
    page.evaluate("document.querySelectorAll('#item details').forEach(fold => { fold.open = true; })")

    assert_readable_on_desk_and_phone(page)
    page.click("text=Differences in one text")
    page.wait_for_selector("#answers .diff")
    assert_readable_on_desk_and_phone(page)
    page.goto(page.url.replace("view=rendered", "view=source"))
    page.check("text=Line numbers")
    assert_readable_on_desk_and_phone(page)
