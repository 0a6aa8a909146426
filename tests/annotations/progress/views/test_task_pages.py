"""The list of tasks and the pages of one: who may read them, what they say, what they cost."""

import pytest
from django.urls import reverse

from annotations.models import AnnotationTask
from tests import factories
from tests.statements import at_most

TABS = ["task_detail", "task_items", "task_questions", "task_guideline", "task_agreement"]


@pytest.fixture
def version(acme):
    return factories.make_version(factories.make_dataset(acme), rows=3)


@pytest.fixture
def task(version):
    return factories.make_task(version, name="Round 1")


def address(name, task):
    return reverse(f"annotations:{name}", args=[task.pk])


def test_who_may_read_a_task(task, bob, rita, vera, alice, mallory, client_of):
    for who, status in ((bob, 200), (rita, 200), (vera, 200), (alice, 403), (mallory, 404)):
        client = client_of(who)
        for name in TABS if who != rita else TABS[:1]:
            assert client.get(address(name, task)).status_code == status, (who.user.name, name)


def test_settings_and_states_are_for_admins(task, rita, mallory, client_of):
    for who, status in ((rita, 403), (mallory, 404)):
        client = client_of(who)
        assert client.get(address("task_edit", task)).status_code == status
        assert client.post(address("task_status", task), {"status": "PAUSED"}).status_code == status
    assert AnnotationTask.objects.get().status == "ACTIVE"


def test_states_are_changed_and_refusals_are_said(task, bob, client_of):
    client = client_of(bob)

    paused = client.post(address("task_status", task), {"status": "PAUSED"}, follow=True)
    refused = client.post(address("task_status", task), {"status": "DRAFT"}, follow=True)

    assert "Round 1 is paused." in paused.content.decode()
    assert "cannot become DRAFT" in refused.content.decode()


def test_items_show_who_answered_at_a_fixed_cost(task, bob, alice, acme, client_of):
    factories.make_annotation(task.items.first(), factories.make_annotator(alice))
    factories.make_annotation(task.items.first(), factories.make_llm_annotator(acme))
    client = client_of(bob)

    with at_most(12):
        lines = client.get(address("task_items", task)).context["list"].lines

    assert [(line.row.people, line.row.machines) for line in lines] == [(1, 1), (0, 0), (0, 0)]
    open_ones = client.get(address("task_items", task), {"state": "complete"}).context["list"].lines
    assert open_ones == []


def test_item_shows_every_answer_beside_the_text(task, bob, alice, acme, client_of):
    item = task.items.first()
    factories.make_annotation(item, factories.make_annotator(alice), {"verdict": "partly"})
    machine = factories.make_llm_annotator(acme)
    factories.make_annotation(item, machine, {"verdict": None}, justification="Too little to go by.")

    text = client_of(bob).get(reverse("annotations:task_item", args=[task.pk, item.pk])).content.decode()

    assert "Partly correct" in text and "Abstained" in text and "Too little to go by." in text
    assert "Simulated" in text


def test_item_of_another_task_does_not_exist(task, version, bob, client_of):
    other = factories.make_task(version)

    url = reverse("annotations:task_item", args=[task.pk, other.items.first().pk])

    assert client_of(bob).get(url).status_code == 404


def test_overview_counts_what_happened(task, bob, alice, client_of):
    annotator = factories.make_annotator(alice)
    factories.make_annotation(task.items.first(), annotator, {"verdict": "wrong"})

    page = client_of(bob).get(address("task_detail", task))

    assert (page.context["given"], page.context["needed"]) == (1, 6)
    assert "Needs 2 days of answers" in page.content.decode()
    assert "most often Wrong (100 %, n = 1)" in page.content.decode()


def test_name_and_guideline_of_strangers_stay_text(version, bob, client_of):
    task = factories.make_task(version, name="<b>x</b>", instructions="<script>alert(1)</script>")
    client = client_of(bob)

    for name in TABS:
        text = client.get(address(name, task)).content.decode()
        assert "<b>x</b>" not in text and "<script>alert" not in text
