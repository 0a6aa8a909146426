"""The statements of an export: which items are complete, and that no name is written where pseudonyms are wanted."""

import pytest

from annotations.exports.actions import query
from annotations.exports.actions.options import parse
from annotations.models import Judgement, TaskItem
from reviews.models import Audit
from tests import factories


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=2), required=1)


def test_item_in_somebodys_hands_is_not_complete(task, alice, rita):
    answered, held = task.items.order_by("position")
    factories.make_annotation(answered, factories.make_annotator(rita))
    factories.make_lease(held, factories.make_annotator(alice))

    counts = {items: query.counted(task, parse(items=items))[0] for items in ("complete", "incomplete")}

    assert set(TaskItem.objects.values_list("open_slots", flat=True)) == {0}
    assert counts == {"complete": 1, "incomplete": 1}


@pytest.mark.parametrize("name", ["export_annotations", "export_judgements"])
def test_auditors_have_pseudonyms_too(task, acme, rita, name):
    auditor = factories.make_annotator(rita)
    factories.make_annotation(task.items.first(), factories.make_llm_annotator(acme))
    Audit.objects.create(judgement=Judgement.objects.get(), auditor=auditor, verdict="accept")

    [row] = query.stream(name, task, parse(pseudonymise=True, include=["audits"]))

    assert query.pseudonym(task, auditor.pk, "human") in row
    assert auditor.name not in row
