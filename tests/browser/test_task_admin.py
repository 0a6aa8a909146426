"""An admin looks after a task in Chromium: a lease handed over without scripts, comments and the bell."""

import pytest

from annotations.actions import agreement
from annotations.models import Assignment, Comment, TaskItem
from tests import factories
from tests.browser.workbench import press

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def task(acme, alice, rita):
    """Four items: answered by two people who differ once, and by a machine; the third is held, the fourth untouched."""
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=4), name="Round 1")
    first, second = factories.make_annotator(alice), factories.make_annotator(rita)
    one, other, third, _fourth = task.items.order_by("position")
    for item, verdict in ((one, "correct"), (other, "wrong")):
        factories.make_annotation(item, first, {"verdict": "correct"})
        factories.make_annotation(item, second, {"verdict": verdict})
        factories.make_annotation(item, factories.make_llm_annotator(acme))
    factories.make_lease(third, first)
    agreement.compute(task=task)
    return task


@pytest.fixture
def item(task):
    return TaskItem.objects.select_related("task").filter(task=task).order_by("position").first()


def test_hand_an_item_to_somebody_without_scripts(page_of, acme, bob, task):
    factories.make_annotator(factories.make_member(acme, "carol"))
    page = page_of(bob, java_script_enabled=False)
    page.goto(f"/tasks/{task.pk}/leases/")
    page.get_by_role("link", name="Release or hand over item 3, Alice").click()
    page.get_by_label("To", exact=True).select_option("Carol")
    page.get_by_label("Note").fill("Please, today.")
    page.get_by_role("button", name="Hand over").click()

    page.get_by_text("Item 3 comes next for Carol.").wait_for()
    page.wait_for_load_state()
    assert page.get_by_role("row", name="Carol").get_by_text("Returned").count() == 1
    assert Assignment.objects.get(annotator__name="Alice", item__position=2).state == "released"


def test_comment_reply_and_read_the_bell_by_keyboard(page_of, bob, rita, task, item):
    page = page_of(bob)
    page.goto(f"/tasks/{task.pk}/items/{item.pk}/")
    page.get_by_label("Comment", exact=True).fill("Is this right, @rita?")
    press(page, "Tab", "Enter")
    page.get_by_text("Told: Rita.").wait_for()

    hers = page_of(rita)
    hers.goto("/notifications/")
    hers.get_by_role("button", name="Bob mentioned you in a comment").press("Enter")
    hers.wait_for_url(f"**/tasks/{task.pk}/items/{item.pk}/comments/#comments")
    hers.locator("summary", has_text="Reply").press("Enter")
    hers.get_by_label("Your reply").fill("It is.")
    press(hers, "Tab", "Enter")
    hers.locator("article .quote", has_text="It is.").wait_for()

    page.reload()
    page.get_by_role("button", name="Resolve").press("Enter")
    page.get_by_text("1 resolved thread").wait_for()
    assert Comment.objects.get(answers=None).resolved_at is not None
