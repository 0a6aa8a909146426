"""A consensus method is one file: docs/adding-a-figure.md, walked to ground truth, its page and its export."""

import json
import re

import pytest
from django.conf import settings

from annotations.agreement.actions import snapshots
from annotations.exports.actions import jobs as exports
from annotations.labels.types import registry as label_types
from annotations.models import GroundTruth
from tests import factories
from tests.extensions.documents import followed

pytestmark = pytest.mark.django_db(transaction=True)
SCORE = {"key": "score", "type": "rating", "title": "How good?", "scale": {"min": 1, "max": 5}}


@pytest.fixture(autouse=True)
def lowest(tmp_path, monkeypatch):
    with followed("adding-a-figure.md", "lowest", tmp_path) as files:
        monkeypatch.setattr(label_types["rating"], "consensus", "lowest")
        yield files


@pytest.fixture
def task(acme):
    version = factories.make_version(factories.make_dataset(acme), rows=2)
    task = factories.make_task(version, schema={"fields": [SCORE]}, required=3, consensus_threshold=0.3)
    people = [factories.make_annotator(factories.make_member(acme)) for _ in range(3)]
    for item, scores in zip(task.items.order_by("position"), ((2, 5, 5), (4, 4, 4)), strict=True):
        for annotator, score in zip(people, scores, strict=True):
            factories.make_annotation(item, annotator, {"score": score})
    snapshots.compute(task=task)
    return task


def test_it_takes_one_file(lowest):
    assert list(lowest) == ["annotations/consensus/methods/lowest.py"]


def test_ground_truth_and_its_export_hold_what_it_decides_and_page_of_items_shows_it(task, bob, client_of):
    job = exports.request(task=task, by=None, kind="ground_truth", format="JSON", policy=["consensus"])
    exports.run_next()
    job.refresh_from_db()
    stored = GroundTruth.objects.filter(is_current=True).order_by("item__position")
    rows = json.loads((settings.FILES / job.stored_path).read_text(encoding="utf-8"))
    assert [(row.value, round(row.share, 2), row.details["method"]) for row in stored] == [
        (2, 0.33, "lowest"),
        (4, 1.0, "lowest"),
    ]
    assert [row["value"]["score"] for row in rows] == [2, 4]

    page = client_of(bob).get(f"/tasks/{task.pk}/items/").content.decode()
    assert re.findall(r'title="How good\?" dir="auto">(\d)', page) == ["2", "4"]
