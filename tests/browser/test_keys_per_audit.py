"""What an audit of four questions costs in keys, counted in a browser and held against the table in docs/.

With `-s` it prints how long the product itself takes for an item: from the first key to the next item on screen.
"""

import re

import pytest

from annotations.models import AnnotationTask
from reviews.models import Audit, AuditSample
from tests import factories
from tests.browser.workbench import laid_by, press
from tests.reviews.listing import list_all
from tests.source_tree import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FORM = {"fields": [{"key": key, "type": "rating", "scale": {"min": 1, "max": 5}} for key in ("a", "b", "c", "d")]}
SAID = dict.fromkeys("abcd", 4)
CASES = {
    "All right": (["Enter"], {"accept": 4}),
    "All right, one quote not found": (["Enter", "m", "Enter"], {"accept": 4}),
    "One override": (["3", "1", "Enter"], {"accept": 3, "override": 1}),
    "Blind, all equal": (["4", "4", "4", "4", "Enter", "Enter"], {"accept": 4}),
    "Blind, one different": (["2", "4", "4", "4", "Enter", "1", "Enter"], {"accept": 3, "override": 1}),
}


@pytest.fixture
def said(acme):
    """What a model answered to the first of two items."""
    version = factories.make_version(factories.make_dataset(acme), rows=2)
    task = factories.make_task(version, schema=FORM)
    machine = factories.make_llm_annotator(acme, name="Kestrel judge")
    made = [factories.make_annotation(item, machine, SAID) for item in task.items.order_by("position")]
    list_all()
    return made[0]


def prepare(said, name):
    if "quote" in name:
        first = said.judgements.get(question__key="c")
        factories.make_evidence(first, "Nobody wrote this.", match="missing", start=None, end=None, score=None)
    if name.startswith("Blind"):
        AuditSample.objects.create(task=said.task, annotation=said, inclusion_probability=0.1)
        AnnotationTask.objects.update(audit_sample_mode="blind_first")


def documented():
    rows = re.findall(r"^\| (.+?) \| (\d+) \|", (ROOT / "docs/keys-per-audit.md").read_text(), re.MULTILINE)
    return {name: int(keys) for name, keys in rows}


def test_the_document_has_every_case():
    assert documented() == {name: len(keys) for name, (keys, _) in CASES.items()}


@pytest.mark.parametrize("name", CASES)
def test_an_audit_takes_as_many_keys_as_the_document_says(page_of, rita, said, name):
    keys, verdicts = CASES[name]
    prepare(said, name)
    page = page_of(rita)
    page.goto(f"/audit/{said.pk}/")
    laid_by(page)

    begun = page.evaluate("performance.now()")
    for key in keys:
        press(page, key)
        if key == "Enter" and page.locator("#answer").count():
            page.wait_for_selector("#review")

    page.wait_for_selector("#item-heading:text('Item 2')")
    print(f"{name}: {len(keys)} keys, {page.evaluate('performance.now()') - begun:.0f} ms")
    found = list(Audit.objects.values_list("verdict", flat=True))
    assert {verdict: found.count(verdict) for verdict in found} == verdicts
