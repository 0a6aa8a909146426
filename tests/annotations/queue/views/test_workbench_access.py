"""What the annotator's pages never show, and what they cost."""

import pytest
from django.test import Client
from django.urls import reverse

from annotations.models import Assignment
from annotations.queue.actions import claims
from tests import factories
from tests.statements import at_most

SECRET = "zebra-crossing-42"


@pytest.fixture
def task(acme):
    rows = [{"expected_output": SECRET}] * 3
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows), required=2)


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

    never_held = task.items.exclude(pk__in=Assignment.objects.values("item")).get().pk
    pane = reverse("annotations:item_pane", args=[task.pk, never_held])
    fragment = Client().get(url, headers={"HX-Request": "true"})

    assert client.get(pane).status_code == 404 and fragment.status_code == 401
    assert all(SECRET.encode() not in body and b"peer-zebra" not in body for body in bodies)
    assert all(b"simulated" not in body.lower() for body in bodies)
    mine = task.annotations.get(annotator=factories.make_annotator(alice))
    assert mine.exposure == "blind"


def test_submit_and_next_cost_at_most_13_statements(task, alice, client_of):
    client, annotator = client_of(alice), factories.make_annotator(alice)
    claims.claim(task=task, annotator=annotator)

    for most in (30, 13):  # the first one fills what a process remembers
        item_id = claims.open_lease(task=task, annotator=annotator).item_id
        url = reverse("annotations:answer_submit", args=[task.pk, item_id])
        with at_most(most):
            client.post(url, {"q-verdict": "correct"}, headers={"HX-Request": "true"})
