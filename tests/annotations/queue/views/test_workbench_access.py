"""Who may open the annotator's pages, what they never show, and what they cost."""

import pytest
from django.urls import reverse

from annotations.queue.actions import claims
from tests import factories
from tests.statements import at_most

SECRET = "zebra-crossing-42"


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=3), required=2)


def pages_of(task):
    item_id = task.items.first().pk
    one = [("annotate", "get"), ("item_claim", "post"), ("answer_undo", "post")]
    two = [
        ("item_pane", "get"),
        ("answer_submit", "post"),
        ("item_skip", "post"),
        ("item_flag", "post"),
        ("draft_save", "post"),
        ("draft_exit", "post"),
        ("lease_extend", "post"),
    ]
    return [(reverse(f"annotations:{name}", args=[task.pk]), method) for name, method in one] + [
        (reverse(f"annotations:{name}", args=[task.pk, item_id]), method) for name, method in two
    ]


def test_another_organization_finds_nothing(task, mallory, client_of):
    client = client_of(mallory)

    assert {getattr(client, method)(url).status_code for url, method in pages_of(task)} == {404}


def test_viewer_may_not_annotate(task, vera, client_of):
    client = client_of(vera)

    assert {getattr(client, method)(url).status_code for url, method in pages_of(task)} == {403}


def test_stranger_is_asked_to_sign_in_and_fragments_get_401(task, client):
    for url, method in pages_of(task):
        assert getattr(client, method)(url).status_code == 302
        assert getattr(client, method)(url, headers={"HX-Request": "true"}).status_code == 401


def test_items_never_held_are_not_shown(task, alice, client_of):
    item_id = task.items.first().pk

    answer = client_of(alice).get(reverse("annotations:item_pane", args=[task.pk, item_id]))

    assert answer.status_code == 404


def test_page_holds_nothing_of_what_others_or_machines_said(task, alice, acme, client_of):
    """Asserted on the bytes of every page an annotator of a blind task can get."""
    machine = factories.make_llm_annotator(acme, name=SECRET, model=f"openai/{SECRET}")
    peer = factories.make_annotator(factories.make_member(acme, "peer-zebra"))
    for item in task.items.all():
        factories.make_annotation(item, machine, {"verdict": "wrong"}, justification=SECRET, evidence=SECRET)
        factories.make_annotation(item, peer, {"verdict": "wrong"}, justification=SECRET)
    client = client_of(alice)
    url = reverse("annotations:annotate", args=[task.pk])
    bodies = [client.post(reverse("annotations:item_claim", args=[task.pk]), follow=True).content]
    bodies += [client.get(url, {"view": view}).content for view in ("rendered", "source")]
    bodies.append(client.get(reverse("annotations:my_work")).content)
    item_id = claims.open_lease(task=task, annotator=factories.make_annotator(alice)).item_id

    submit = reverse("annotations:answer_submit", args=[task.pk, item_id])
    bodies.append(client.post(submit, {"q-verdict": "correct"}, headers={"HX-Request": "true"}).content)

    assert all(SECRET.encode() not in body and b"peer-zebra" not in body for body in bodies)
    assert all(b"simulated" not in body.lower() for body in bodies)
    mine = task.annotations.get(annotator=factories.make_annotator(alice))
    assert mine.exposure == "blind"


def test_expected_output_is_not_shown(acme, alice, client_of):
    rows = [{"expected_output": SECRET}]
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows))

    page = client_of(alice).post(reverse("annotations:item_claim", args=[task.pk]), follow=True)

    assert SECRET.encode() not in page.content


def test_submit_and_next_cost_at_most_13_statements(task, alice, client_of):
    client, annotator = client_of(alice), factories.make_annotator(alice)
    client.post(reverse("annotations:item_claim", args=[task.pk]))

    for most in (30, 13):  # the first one fills what a process remembers
        item_id = claims.open_lease(task=task, annotator=annotator).item_id
        url = reverse("annotations:answer_submit", args=[task.pk, item_id])
        with at_most(most):
            client.post(url, {"q-verdict": "correct"}, headers={"HX-Request": "true"})
