"""An agreement metric is one file: docs/adding-a-figure.md, walked to the page, its CSV, the API and the command."""

import io
import json

import pytest
from django.core.management import call_command

from annotations.agreement.actions import snapshots
from annotations.models import AgreementSnapshot
from tests import factories
from tests.extensions.documents import followed

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def unanimous(tmp_path):
    with followed("adding-a-figure.md", "unanimous", tmp_path) as files:
        yield files


@pytest.fixture
def task(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=4))
    people = [factories.make_annotator(factories.make_member(acme)) for _ in range(2)]
    for item, values in zip(task.items.order_by("position"), ("cc", "ww", "cw", "cc"), strict=True):
        for annotator, value in zip(people, values, strict=True):
            factories.make_annotation(item, annotator, {"verdict": {"c": "correct", "w": "wrong"}[value]})
    snapshots.compute(task=task)
    return task


def test_it_takes_one_file(unanimous):
    assert list(unanimous) == ["annotations/agreement/metrics/unanimous.py"]


def test_it_is_computed_in_each_scope_and_page_and_its_csv_show_it(task, bob, client_of):
    found = AgreementSnapshot.objects.filter(task=task, metric="unanimous")
    assert dict(found.values_list("scope", "value")) == {"people": 0.75, "machines": None, "everyone": 0.75}

    client = client_of(bob)
    page = client.get(f"/tasks/{task.pk}/agreement/").content.decode()
    lines = client.get(f"/tasks/{task.pk}/agreement/figures.csv").content.decode()
    assert "Unanimous items 0.75" in page
    assert "verdict,unanimous,people,,,0.75" in lines


def test_api_answers_with_it(task, bob, api_of):
    metrics = api_of(bob).get(f"/v1/annotations/tasks/{task.pk}/progress").json()["agreement_metrics"]

    assert metrics["questions"]["verdict"]["people"]["unanimous"]["value"] == 0.75


def test_command_prints_it(tmp_path):
    labels, out = tmp_path / "labels.csv", io.StringIO()
    labels.write_text("item,annotator,value\n1,a,x\n1,b,x\n2,a,x\n2,b,y\n", encoding="utf-8")

    call_command("agreement", str(labels), stdout=out)

    assert json.loads(out.getvalue())["unanimous"] == 0.5
