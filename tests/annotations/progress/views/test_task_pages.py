"""The list of tasks and the pages of one: what they say."""

import pytest
from django.urls import reverse

from tests import factories

TABS = ["task_detail", "task_items", "task_questions", "task_guideline", "task_agreement"]


@pytest.fixture
def version(acme):
    return factories.make_version(factories.make_dataset(acme), rows=3)


@pytest.fixture
def task(version):
    return factories.make_task(version, name="Round 1")


def address(name, task):
    return reverse(f"annotations:{name}", args=[task.pk])


def test_states_are_changed_and_refusals_are_said(task, bob, client_of):
    client = client_of(bob)

    paused = client.post(address("task_status", task), {"status": "PAUSED"}, follow=True)
    refused = client.post(address("task_status", task), {"status": "DRAFT"}, follow=True)

    assert "Round 1 is paused." in paused.content.decode()
    assert "cannot become DRAFT" in refused.content.decode()


def test_item_shows_every_answer_beside_the_text(task, bob, alice, acme, client_of):
    item = task.items.first()
    factories.make_annotation(item, factories.make_annotator(alice), {"verdict": "partly"})
    machine = factories.make_llm_annotator(acme)
    factories.make_annotation(item, machine, {"verdict": None}, justification="Too little to go by.")

    text = client_of(bob).get(reverse("annotations:task_item", args=[task.pk, item.pk])).content.decode()

    assert "Partly correct" in text and "Abstained" in text and "Too little to go by." in text
    assert "Simulated" in text


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
