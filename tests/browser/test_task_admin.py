"""An admin looks after a task in Chromium: people, leases, comments and the bell, on a phone, dark, unscripted."""

import pytest

from annotations.actions import agreement, comments
from annotations.models import Assignment, Comment, TaskItem
from tests import factories
from tests.browser.both_themes import assert_readable_on_desk_and_phone
from tests.browser.workbench import press
from tests.chromium import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

HOSTILE = "<script>document.title = 'stolen'</script> שלום " + "longword" * 40


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


def test_every_page_is_accessible_and_fits(page_of, bob, task, item):
    comments.say(item=item, text=HOSTILE, by=bob)
    lease = Assignment.objects.get(state="leased")
    page = page_of(bob, viewport=PHONE)
    for path, words in (
        ("", "Answers by day"), ("people/", "Agrees with the others"), ("leases/", "Items that are held"),
        (f"leases/{lease.pk}/", "Release this item"), (f"items/{item.pk}/", "Comments"),
        (f"items/{item.pk}/comments/", "Comments on item 1"),
    ):
        page.goto(f"/tasks/{task.pk}/{path}")
        assert page.get_by_text(words).count() >= 1, path
        assert_readable_on_desk_and_phone(page)
    assert "stolen" not in page.title()


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


def test_comment_reply_and_read_the_bell_by_keyboard(page_of, bob, rita, task, item, axe):
    page = page_of(bob)
    page.goto(f"/tasks/{task.pk}/items/{item.pk}/")
    page.get_by_label("Comment", exact=True).fill("Is this right, @rita?")
    press(page, "Tab", "Enter")
    page.get_by_text("Told: Rita.").wait_for()
    axe(page)

    hers = page_of(rita)
    hers.goto("/notifications/")
    axe(hers)
    hers.get_by_role("button", name="Bob mentioned you in a comment").press("Enter")
    hers.wait_for_url(f"**/tasks/{task.pk}/items/{item.pk}/comments/#comments")
    hers.locator("summary", has_text="Reply").press("Enter")
    hers.get_by_label("Your reply").fill("It is.")
    press(hers, "Tab", "Enter")
    hers.locator("article .quote", has_text="It is.").wait_for()
    axe(hers)

    page.reload()
    page.get_by_role("button", name="Resolve").press("Enter")
    page.get_by_text("1 resolved thread").wait_for()
    assert Comment.objects.get(answers=None).resolved_at is not None
