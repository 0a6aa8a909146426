"""A task whose items a model has judged, as the tests of the audit page look at it."""

from annotations.models import Annotation
from tests import factories
from tests.reviews.listing import list_all

FORM = {
    "fields": [
        {
            "key": "verdict",
            "type": "single_choice",
            "title": "Is the answer correct?",
            "options": [
                {"value": "correct", "label": "Correct"},
                {"value": "wrong", "label": "Wrong", "description": "It misleads the reader."},
            ],
        },
        {"key": "helpful", "type": "rating", "title": "How helpful is it?", "scale": {"min": 1, "max": 5}},
        {"key": "note", "type": "text", "title": "Remark", "required": False},
    ]
}
HOSTILE = "<script>document.title = 'stolen'</script> שלום " + "longword" * 60


def make_judged_task(organization, member):
    """Three items, each judged by a model; the first by `member` too, and with a quote that nobody wrote."""
    version = factories.make_version(factories.make_dataset(organization), rows=3)
    task = factories.make_task(version, schema=FORM)
    machine = factories.make_llm_annotator(organization, name="Kestrel judge")
    factories.make_run(task, machine)
    items = list(task.items.order_by("position"))
    factories.make_annotation(items[0], factories.make_annotator(member), {"verdict": "wrong", "helpful": 2})
    for item in items:
        labels = {"verdict": "correct", "helpful": 4}
        said = factories.make_annotation(item, machine, labels, justification=HOSTILE, confidence=0.7)
        for judgement in said.judgements.order_by("pk"):
            factories.make_evidence(judgement, f"It is {2 * item.position}.")
    first = items[0].annotations.get(annotator=machine).judgements.get(question__key="verdict")
    factories.make_evidence(first, "Nobody wrote this.", match="missing", start=None, end=None, score=None)
    list_all()
    return task


def said_by_model(task):
    """What the model said about each item, in their order."""
    return list(Annotation.objects.filter(task=task, annotator__kind="llm").order_by("pk"))


def current(page):
    """The title of the question that keys go to."""
    return page.locator("fieldset[data-current] > legend").inner_text()
