"""Comments beside the item in hand: opened, answered and written by keyboard, while the draft stays as it was."""

import pytest

from annotations.models import Annotation, Comment, Draft, TaskItem
from annotations.queue.actions import comments
from tests import factories
from tests.browser.workbench import press, saved, take_first

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def item(acme):
    version = factories.make_version(factories.make_dataset(acme), rows=1)
    task = factories.make_task(version, blind_mode=False)
    return TaskItem.objects.select_related("task").get(task=task)


def write(page, field, text):
    page.focus(field)
    page.keyboard.type(text)
    press(page, "Control+Enter")


def test_comments_are_answered_by_keyboard_and_the_draft_stays(item, alice, bob, page_of):
    comments.say(item=item, text="Which zero is meant? " * 12, by=bob)
    page = page_of(alice)
    take_first(page, item.task)
    press(page, "1")
    saved(page)

    page.focus("#discussion > summary")
    press(page, "Enter")
    page.wait_for_selector("#comments")
    page.focus("#comments article summary")
    press(page, "Enter")
    write(page, "#comments article textarea", "The first one: 2 s f u.")
    page.wait_for_selector("#comments article .quote")
    landed = page.evaluate("document.activeElement.textContent")
    write(page, "#comment-text", "And a thread of my own.")
    page.wait_for_selector("#comments article:nth-of-type(2)")

    assert "The first one: 2 s f u." in landed
    said = [(row.author.name, row.answers is not None) for row in Comment.objects.order_by("pk")]
    assert said == [("Bob", False), ("Alice", True), ("Alice", False)]
    assert page.is_checked("#answer [data-key='1']") and Draft.objects.get().answers == {"verdict": "correct"}
    assert not Annotation.objects.exists() and page.locator("dialog[open]").count() == 0

    page.focus("#comment-text")
    press(page, "Escape")
    assert page.evaluate("document.activeElement.matches('#discussion > summary')")
    press(page, "Control+Enter")
    page.wait_for_selector("#work[data-state='all_done']")
    assert Annotation.objects.get().exposure == "saw_people"

    bobs = page_of(bob)
    bobs.goto("/notifications/")
    bobs.get_by_text(", 1 new").first.wait_for(state="attached")  # the bell fetches its count
