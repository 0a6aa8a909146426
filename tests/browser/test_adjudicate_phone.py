"""The adjudicator's page on a phone: its panes lie under each other, and the tabs say which one is being read."""

import pytest

from tests.annotations.actions.disputed import item_of, make_disputed
from tests.chromium import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page(page_of, acme, rita):
    task = make_disputed(acme)
    page = page_of(rita, viewport=PHONE)
    page.goto(f"/tasks/{task.pk}/adjudication/{item_of(task).pk}/")
    return page


def current(page):
    return page.locator(".wb-jump > [aria-current]").all_inner_texts()


def test_the_tab_follows_the_pane_that_is_read(page, axe):
    assert current(page) == ["Item"]

    page.get_by_role("link", name="Answers", exact=True).click()
    page.locator(".wb-jump > [aria-current]", has_text="Answers").wait_for()
    assert current(page) == ["Answers"]
    axe(page)

    page.get_by_role("link", name="Item", exact=True).click()
    page.locator(".wb-jump > [aria-current]", has_text="Item").wait_for()
    assert current(page) == ["Item"]
