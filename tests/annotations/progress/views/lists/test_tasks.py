"""The list of annotation tasks: progress and filters."""

import pytest

from annotations.models import AgreementSnapshot
from tests import factories
from tests.lists.walks import Walk, shown


@pytest.fixture
def version(acme):
    return factories.make_version(factories.make_dataset(acme))


def test_shows_progress_and_filters(version, bob, alice):
    task = factories.make_task(version, name="Round 1")
    factories.make_task(version, name="Other", status="PAUSED")
    item = task.items.first()
    for annotator in (factories.make_annotator(alice), factories.make_annotator(bob)):
        factories.make_annotation(item, annotator)

    def rows(**query):
        return [line.row for line in shown("tasks", bob, query).lines]

    assert [(row.name, row.counts.complete) for row in rows()] == [("Other", 0), ("Round 1", 1)]
    assert [row.name for row in rows(status="PAUSED")] == ["Other"]
    assert [row.name for row in rows(status="PAUSED,ACTIVE", sort="-name")] == ["Round 1", "Other"]


def test_empty_list_says_what_to_do(bob, vera, client_of):
    assert "New task" in client_of(bob).get("/tasks/").content.decode()
    assert "once an admin creates one" in client_of(vera).get("/tasks/").content.decode()


def walk(organization, member):
    version = factories.make_version(factories.make_dataset(organization))
    for number in range(7):
        status = "PAUSED" if number % 2 else "ACTIVE"
        task = factories.make_task(version, name=f"Round {number}", status=status, instructions="Read **the bill**.")
        task.items.filter(position__lt=number % 3).update(open_slots=0)
        if number < 3:
            alpha = {"metric": "krippendorff_alpha", "scope": "people", "value": number / 10}
            AgreementSnapshot.objects.create(task=task, question=task.schema_version.questions.first(), **alpha)
    return Walk("/tasks/", search="round 3", filter="status", value="PAUSED")
