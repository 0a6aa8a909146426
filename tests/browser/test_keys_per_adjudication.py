"""What an adjudication costs in keys and time, counted in a browser and held against docs/keys-per-item.md."""

import re

import pytest

from annotations.agreement.actions import snapshots
from annotations.models import GroundTruth
from tests import factories
from tests.browser.workbench import press
from tests.source_tree import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FORM = {"fields": [{"key": key, "type": "rating", "scale": {"min": 1, "max": 5}} for key in ("a", "b", "c", "d")]}
SAID = ({"a": 2, "b": 4, "c": 3, "d": 5}, {"a": 3, "b": 1, "c": 3, "d": 5}, {"a": 3, "b": 4, "c": 3, "d": 5})
CASES = {  # on an item with four questions, two of them disputed
    "Two disputed": ["3", "1", "4", "2", "Control+Enter"],
    "Two disputed, with confidence": ["3", "h", "1", "4", "l", "2", "Control+Enter"],
    "Two disputed, undone and published again": ["3", "1", "4", "2", "Control+Enter", "u", "Control+Enter"],
}


@pytest.fixture
def task(acme):
    task = factories.make_task(
        factories.make_version(factories.make_dataset(acme), rows=2), schema=FORM, required=3, consensus_threshold=0.7
    )
    people = [factories.make_annotator(factories.make_member(acme, name)) for name in ("abe", "aida", "ann")]
    for item in task.items.all():
        for person, labels in zip(people, SAID, strict=True):
            factories.make_annotation(item, person, labels)
    snapshots.compute(task=task)
    return task


def documented():
    text = (ROOT / "docs/keys-per-item.md").read_text(encoding="utf-8")
    return {name: int(keys) for name, keys in re.findall(r"^- \*\*(.+?)\*\*: (\d+) keys", text, re.MULTILINE)}


def test_the_document_has_every_case():
    assert documented() == {name: len(keys) for name, keys in CASES.items()}


@pytest.mark.parametrize("name", CASES)
def test_an_adjudication_takes_as_many_keys_as_the_document_says(page_of, rita, task, name, capsys):
    page, first = page_of(rita), task.items.get(position=0)
    page.goto(f"/tasks/{task.pk}/adjudication/{first.pk}/")
    page.evaluate("window.began = performance.now()")

    for key in CASES[name]:
        if key == "u":
            page.wait_for_selector("#item-heading:text('Item 2')")
        press(page, key)
        if key == "u":
            page.wait_for_selector("#item-heading:text('Item 1')")
    page.wait_for_selector("#item-heading:text('Item 2')")

    milliseconds = page.evaluate("performance.now() - window.began")
    with capsys.disabled():
        print(f"\n{name}: {len(CASES[name])} keys, {milliseconds:.0f} ms until the next item")
    values = dict(GroundTruth.objects.adjudicated().filter(item=first).values_list("question__key", "value"))
    assert values == {"a": 3, "b": 4, "c": 3, "d": 5}
