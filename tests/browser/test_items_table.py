"""The items of a task in Chromium by keyboard: filter, save a view, select rows, preview, apply, undo."""

import pytest

from annotations.agreement.actions import snapshots
from annotations.models import Comment, TaskItem
from evalhub.accounts.models import SavedView
from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

HOSTILE = "<script>document.title = 'stolen'</script> שלום " + "longword" * 20


@pytest.fixture
def task(acme, alice, rita):
    """Six items: one answered by two people who differ and by a machine, one flagged, one held, three untouched."""
    rows = [{"external_id": f"case-{number}"} for number in range(5)] + [
        {"external_id": "longid" * 30, "input": {"question": HOSTILE}}
    ]
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows), name="Round 1")
    first, second = factories.make_annotator(alice), factories.make_annotator(rita)
    one, other, third, *_rest, last = task.items.order_by("position")
    factories.make_annotation(one, first, {"verdict": "correct"})
    factories.make_annotation(one, second, {"verdict": "wrong"})
    factories.make_annotation(one, factories.make_llm_annotator(acme))
    factories.make_annotation(other, first, flagged=True, flag_reason="Cut off")
    factories.make_lease(third, second)
    Comment.objects.create(organization=acme, task=task, item=last, author=alice.user, text="Why?")
    snapshots.compute(task=task)
    return task


def press(page, role, name, key="Enter"):
    page.get_by_role(role, name=name, exact=True).press(key)


def test_filter_save_choose_preview_apply_and_undo_by_keyboard(page_of, bob, task):
    page = page_of(bob)
    page.goto(f"/tasks/{task.pk}/items/")

    page.locator("summary", has_text="Filter").press("Enter")
    press(page, "checkbox", "Open", "Space")
    press(page, "button", "Apply filters")
    page.wait_for_url("**state=open**")
    page.locator("summary", has_text="Save view").press("Enter")
    page.get_by_label("Name", exact=True).fill("Untouched")
    page.get_by_label("Name", exact=True).press("Enter")
    page.get_by_text("View Untouched saved.").wait_for()
    page.wait_for_load_state()
    assert page.get_by_role("link", name="Untouched").get_attribute("aria-current") == "page"

    press(page, "checkbox", "Select all rows on this page", "Space")
    page.keyboard.press("k")
    for key in "jjx":
        page.keyboard.press(key)
    assert page.locator("[data-selected]").inner_text() == "2 rows selected"
    page.locator("summary", has_text="More actions").press("Enter")
    press(page, "button", "Withdraw items")
    page.get_by_text("2 of 2 items are changed.").wait_for()
    page.get_by_label("Reason").fill("Wrong source")
    press(page, "button", "Withdraw items (2)")

    page.get_by_text("2 items withdrawn").wait_for()
    assert TaskItem.objects.filter(closed_reason="Wrong source").count() == 2
    press(page, "button", "Undo operation")
    page.get_by_text("2 of 2 items undone").wait_for()
    assert not TaskItem.objects.exclude(closed_reason="").exists()
    assert SavedView.objects.get().query == "state=open"
