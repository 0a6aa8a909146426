"""The list of tasks and the pages of one: what they say."""

import pytest
from django.urls import reverse

from annotations.models import GroundTruth
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


def test_item_shows_its_ground_truth_with_its_history_and_the_next_item(task, bob, vera, client_of):
    first, second, *_rest = task.items.order_by("position")
    fields = {"item": second, "question": task.schema_version.questions.get()}
    old = GroundTruth.objects.create(
        **fields, value="partly", source="consensus", people=3, share=2 / 3, is_current=False
    )
    GroundTruth.objects.create(
        **fields,
        value="wrong",
        source="adjudicated",
        version=2,
        supersedes=old,
        decided_by=bob.user,
        people=1,
        details={"cause": "edge_case", "note": "The date is wrong."},
    )
    path = reverse("annotations:task_item", args=[task.pk, second.pk])

    page, seen_by_viewer = (client_of(member).get(path).content.decode() for member in (bob, vera))

    truth = page[page.index('aria-labelledby="truth"') :]
    texts = (
        "Wrong",
        "Adjudicated",
        "Bob",
        "Edge case",
        "The date is wrong.",
        "1 earlier value",
        "67 % of the votes (people: 3",
    )
    assert [words for words in texts if words not in truth] == []
    assert f'rel="prev" href="/tasks/{task.pk}/items/{first.pk}/"' in page and 'rel="next"' in page
    assert f'href="/tasks/{task.pk}/" dir="auto">{task.name}</a>' in page
    assert "The date is wrong." not in seen_by_viewer


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
