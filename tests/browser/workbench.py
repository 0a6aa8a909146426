"""The annotator's page in the hands of a test: a task, its first item, keys pressed, and what the page says."""

from annotations.models import Assignment
from tests import factories
from tests.live import until

VERDICT = factories.VERDICT["fields"][0]
NOTE = {"key": "note", "type": "text", "title": "Remark", "required": False}
SHIFT, CONTROL = 8, 2  # as Chromium numbers modifiers


def make_task(organization, *fields, rows=3, **options):
    """A task that asks these questions once about each row."""
    version = factories.make_version(factories.make_dataset(organization), rows=rows)
    return factories.make_task(version, schema={"fields": list(fields)}, required=1, **options)


def keep_order(task):
    """Show the answers of each item in the order in which they are stored."""
    for item in task.items.all():
        item.outputs = list(item.test_case.outputs.order_by("id").values_list("pk", flat=True))
        item.save(update_fields=["outputs"])


def take_first(page, task, *, view=""):
    """Open the task, in a view of its items if one is named, and take the first item by keyboard."""
    page.goto(f"/annotate/{task.pk}/{f'?view={view}' if view else ''}")
    page.wait_for_selector("#work button:focus")
    page.keyboard.press("Enter")
    page.wait_for_selector("#answer", state="attached")  # on a phone it waits behind the item


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def strike(page, key, code, modifiers=0):
    """Press the key at `code` of a layout that has `key` there."""
    event = {"key": key, "code": code, "modifiers": modifiers}
    text = "" if modifiers == CONTROL or key in ("Dead", "Process") else key
    devtools = page.context.new_cdp_session(page)
    devtools.send("Input.dispatchKeyEvent", event | {"type": "keyDown", "text": text})
    devtools.send("Input.dispatchKeyEvent", event | {"type": "keyUp"})
    devtools.detach()


def saved(page):
    """Wait until the server has all that was answered."""
    page.wait_for_selector('#save[data-state="saved"]')


def submitted(page):
    """Wait until the server has taken the answers; each submission is told once."""
    page.wait_for_selector("#work[data-announce*='submitted.']")
    page.evaluate("document.getElementById('work').dataset.announce = ''")


def told(page, words):
    """Wait until the page says so above the answers."""
    page.wait_for_selector(f"#alerts >> text={words}")


def checked(page):
    """The values that are chosen, in the order of the page."""
    return page.locator("#answer :checked").evaluate_all("found => found.map(one => one.value)")


def laid_by(page):
    """Wait until the next item is held for this page."""
    page.wait_for_selector("#next-item[data-stamp]", state="attached")


def goes_back():
    """Wait until no item is laid by any more: the message is sent while the page goes."""
    until(lambda: not Assignment.objects.filter(state="prefetched").exists(), "return of the item laid by")


def look_again(page):
    """Let the page ask how far the work is: its clock is moved on, not waited for."""
    page.clock.run_for(5_100)
