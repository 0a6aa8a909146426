"""What an audit of four questions costs in keys, counted in a browser and held against the table in docs/.

With `-s` it prints how long the product itself takes for an item: from the first key to the next item on screen.
"""

import re

import pytest

from annotations.models import AnnotationTask, Judgement
from reviews.models import Audit, AuditSample
from tests import factories
from tests.browser.workbench import laid_by, press
from tests.reviews.listing import list_all
from tests.source_tree import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RATINGS = [{"key": key, "type": "rating", "scale": {"min": 1, "max": 5}} for key in ("a", "b", "c", "d")]
FAULTS = {
    "key": "faults",
    "type": "multiple_choice",
    "min_selected": 0,
    "options": [{"value": value} for value in ("tone", "facts", "length")],
}
SAID = dict.fromkeys("abcd", 4)
CASES = {
    "All right": (["Enter"], {"accept": 4}),
    "All right, one quote not found": (["Enter", "m", "Enter"], {"accept": 4}),
    "One override": (["3", "1", "Enter"], {"accept": 3, "override": 1}),
    "Blind, all equal": (["4", "4", "4", "4", "Enter", "Enter"], {"accept": 4}),
    "Blind, one different": (["2", "4", "4", "4", "Enter", "1", "Enter"], {"accept": 3, "override": 1}),
    "One override of two ticks": (["1", "3", "Enter", "1", "Enter"], {"accept": 3, "override": 1}),
    "One override by None": (["0", "1", "Enter"], {"accept": 3, "override": 1}),
    "Blind, one None, all equal": (["0", "4", "4", "4", "Enter", "Enter"], {"accept": 4}),
    "Blind, one None, it alone different": (["0", "4", "4", "4", "Enter", "1", "Enter"], {"accept": 3, "override": 1}),
}
OWN = {"One override of two ticks": ["tone", "length"], "One override by None": [], "Blind, one None, all equal": []}


def said_by_model(acme, name):
    """What a model answered to the first of two items."""
    version = factories.make_version(factories.make_dataset(acme), rows=2)
    fields, said = RATINGS, SAID
    if "None" in name or "ticks" in name:
        fields, said = [FAULTS, *RATINGS[1:]], {"faults": [] if "equal" in name else ["facts"], "b": 4, "c": 4, "d": 4}
    task = factories.make_task(version, schema={"fields": fields})
    machine = factories.make_llm_annotator(acme, name="Kestrel judge")
    made = [factories.make_annotation(item, machine, said) for item in task.items.order_by("position")]
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
    text = (ROOT / "docs/keys-per-item.md").read_text(encoding="utf-8").partition("\n## Audit\n")[2]
    rows = re.findall(r"^\| (.+?) \| (\d+) \|", text, re.MULTILINE)
    return {name: int(keys) for name, keys in rows}


def test_the_document_has_every_case():
    assert documented() == {name: len(keys) for name, (keys, _) in CASES.items()}


@pytest.mark.parametrize("name", CASES)
def test_an_audit_takes_as_many_keys_as_the_document_says(page_of, acme, rita, name):
    keys, verdicts = CASES[name]
    said = said_by_model(acme, name)
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
    own = Judgement.objects.filter(annotation__origin="audit", question__key="faults")
    assert name not in OWN or own.get().value == OWN[name]
