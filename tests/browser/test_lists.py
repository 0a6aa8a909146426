"""Lists of each shape in Chromium: searched, sorted, filtered, paged, their columns chosen, saved, downloaded.

All lists have the same script; a shape is what it works on. tests/end_to_end/test_lists.py reads every list.
"""

import csv
import os
import re

import pytest

from evalhub.accounts.models import SavedView
from evalhub.lists import registry
from evalhub.lists.declaration import List
from tests.chromium import PHONE, assert_accessible
from tests.lists.walks import walk_of

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PAGE_SIZE = 3


def shape(declared):
    """What of a list a reader's hands meet: the page that it stands in, its parts, and the kinds of its filters."""
    yield declared.template
    yield from (part for part in ("summary", "top", "filter_template", "presets") if getattr(declared, part))
    yield from (part for part in ("bulk", "is_live") if getattr(declared, part) is not getattr(List, part))
    yield f"search: {bool(declared.search_label)}"
    yield f"order: {any(column.sort for column in declared.columns)}"
    yield from (f"{each.schema.get('type')} {'enum' in each.schema} {each.many}" for each in declared.filters)


def of_each_shape():
    """The fewest lists, chosen one by one, that have all of it."""
    left, shapes = set().union(*map(shape, registry.values())), {key: set(shape(registry[key])) for key in registry}
    while left:
        key = max(shapes, key=lambda key: len(shapes[key] & left))
        left -= shapes[key]
        yield key


@pytest.fixture(params=of_each_shape())
def declared(request, monkeypatch):
    monkeypatch.setattr(registry[request.param], "page_size", PAGE_SIZE)
    return registry[request.param]


@pytest.fixture
def walk(declared, acme, bob, monkeypatch):
    walk = walk_of(declared.key, acme, bob)
    if walk.columns:
        monkeypatch.setattr(declared, "columns", walk.columns)
    return walk


@pytest.fixture
def page(page_of, bob, walk):
    page = page_of(bob)
    page.goto(walk.path)
    return page


def rows(page):
    return page.locator("#list tr[data-row]")


def address_has(page, words):
    page.wait_for_url(lambda address: words in address)


def menu(page, label):
    page.locator("#list details.menu > summary", has_text=label).click()
    return page.locator("#list details.menu[open] .list-form")


def test_list_is_read_used_and_taken_away(page, declared, walk):
    """One journey for each list: its rows are made once."""
    assert rows(page).count() == PAGE_SIZE
    _look(page, declared)
    _download(page, declared)
    _sort(page, declared)
    _turn_pages(page)
    if walk.search:
        _search(page, walk)
    if walk.filter:
        _filter(page, declared, walk)
    if page.locator("#bulk").count():
        _select(page)
    _walk_by_keys(page)
    page.goto(walk.path)
    _choose_columns(page, declared)
    _save(page, declared)


def _look(page, declared):
    """Accessible, and no wider than a phone: dark on a desk, light on a phone. The sweeps look the other way round."""
    desktop, folder = page.viewport_size, os.environ.get("LIST_PICTURES")
    page.emulate_media(color_scheme="dark")
    assert_accessible(page)
    if folder:
        page.screenshot(path=f"{folder}/{declared.key}-dark.png")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE)
    if folder:
        page.screenshot(path=f"{folder}/{declared.key}-phone.png", full_page=True)
    menu(page, "Columns")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.keyboard.press("Escape")
    page.set_viewport_size(desktop)


def _download(page, declared):
    with page.expect_download() as download:
        page.locator("#list").get_by_role("link", name="Download CSV").click()
    with open(download.value.path(), newline="") as file:
        head, *lines = csv.reader(file)
    assert head == [column.key for column in declared.columns if column.default and column.in_file]
    assert len(lines) > PAGE_SIZE


def _sort(page, declared):
    for key in (column.key for column in declared.columns if column.sort):
        head = page.locator(f"#sort-{key}")
        if head.count():
            order = re.search(r"sort=(-?\w+)", head.get_attribute("href"))[1]
            head.click()
            page.wait_for_url(lambda address, order=order: f"sort={order}" in address)
            page.locator(f"th[aria-sort={'descending' if order[0] == '-' else 'ascending'}] #sort-{key}").wait_for()
            assert rows(page).count() == PAGE_SIZE


def _turn_pages(page):
    first = rows(page).all_inner_texts()
    page.get_by_role("link", name="Next page").click()
    address_has(page, "after=")
    page.get_by_role("link", name="Previous page").click()
    address_has(page, "before=")
    assert rows(page).all_inner_texts() == first


def _search(page, walk):
    page.keyboard.press("/")
    page.keyboard.type(walk.search)
    page.keyboard.press("Enter")
    address_has(page, "q=")
    page.get_by_role("link", name="Clear").wait_for()
    assert rows(page).count() >= 1
    page.get_by_role("link", name="Clear").click()
    page.wait_for_url(lambda address: "q=" not in address)


def _filter(page, declared, walk):
    chosen = next(each for each in declared.filters if each.name == walk.filter)
    form = menu(page, "Filter")
    box = form.locator(f"[name={walk.filter}]")
    if chosen.many:
        form.locator(f"[name={walk.filter}][value='{walk.value}']").check()
    elif box.evaluate("field => field.tagName") == "SELECT":
        box.select_option(walk.value)
    else:
        box.fill(walk.value)
    form.get_by_role("button", name="Apply filters").click()
    address_has(page, f"{walk.filter}=")
    assert rows(page).count() >= 1
    page.locator(".list-chip a").click()
    page.wait_for_url(lambda address: f"{walk.filter}=" not in address)


def _select(page):
    bar, boxes = page.locator("#bulk"), page.locator("#list [name=row]")
    selected, first_action = bar.locator("[data-selected]"), bar.locator("[name=verb]").first
    assert not bar.is_visible()
    place = rows(page).first.bounding_box()["y"]

    page.keyboard.press("j")
    page.keyboard.press("x")
    assert (selected.inner_text(), boxes.first.is_checked()) == ("1 row selected", True)
    page.locator("[data-pick-all]").check()
    assert selected.inner_text() == f"{PAGE_SIZE} rows selected"
    page.keyboard.press("Escape")
    assert (bar.is_visible(), boxes.first.is_checked()) == (False, False)
    boxes.first.check()
    bar.locator("[name=all]").check()
    boxes.first.uncheck()
    assert (selected.inner_text(), bar.locator("[name=all]").is_checked()) == (f"{PAGE_SIZE - 1} rows selected", False)
    assert rows(page).first.bounding_box()["y"] == place

    shown = page.url
    bar.get_by_role("button", name="Clear selection").click()
    assert page.locator("[data-pick-all]").evaluate("box => box === document.activeElement") and not bar.is_visible()
    boxes.first.check()
    bar.locator("[name=all]").check()
    first_action.click()
    page.wait_for_url(lambda address: "all=1" in address)
    page.goto(shown)


def _walk_by_keys(page):
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    assert page.locator("#list tr[data-focus]").evaluate("row => row.rowIndex") == 1
    if rows(page).first.locator("a.row-link").count():
        where = rows(page).first.locator("a.row-link").evaluate("link => link.href")
        with page.expect_request(where):
            page.keyboard.press("Enter")


def _choose_columns(page, declared):
    choice = declared.columns[-1]
    form = menu(page, "Columns")
    form.locator(f"[type=checkbox][value={choice.key}]").set_checked(not choice.default)
    form.get_by_role("button", name="Show columns").click()
    address_has(page, "columns=")
    shown = page.locator("#list thead th").count()
    assert shown == sum(column.default for column in declared.columns) + (-1 if choice.default else 1)


def _save(page, declared):
    form = menu(page, "Save view")
    form.get_by_label("Name", exact=True).fill("Chosen columns")
    form.get_by_role("button", name="Save view").click()
    address_has(page, "view=")
    page.locator(".list-views [aria-current=page]", has_text="Chosen columns").wait_for()
    view = SavedView.objects.get()
    assert view.list_key == declared.key and "columns=" in view.query
