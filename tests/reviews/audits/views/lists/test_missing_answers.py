"""The list of items that a model has not answered: searched, filtered by state, sorted."""

import pytest
from django.urls import reverse

from tests import factories
from tests.lists.walks import Walk, shown

PATH = reverse("reviews:audit_waiting")


def make_requests(organization, states):
    task = factories.make_task(factories.make_version(factories.make_dataset(organization), rows=len(states)))
    run = factories.make_run(task, factories.make_llm_annotator(organization, name="Kestrel judge"))
    return [factories.make_request(run, item, **state) for item, state in zip(task.items.all(), states, strict=True)]


def listed(member, **query):
    return [line.row.pk for line in shown("missing_answers", member, query).lines]


@pytest.fixture
def requests(acme):
    unreadable, failed = ({"state": "failed", "error_class": error} for error in ("invalid_shape", "timeout"))
    return make_requests(acme, [{"state": "waiting"}, unreadable, failed, {"state": "running", "lease_owner": "w"}])


def test_filtered_by_what_became_of_the_request_and_filtered_by_task_and_model_and_searched(
    requests, rita, mallory, acme
):
    waiting, unreadable, failed, running = [request.pk for request in requests]
    found = {state: listed(rita, state=state) for state in ("queued", "unreadable", "failed", "running")}
    assert found == {"queued": [waiting], "unreadable": [unreadable], "failed": [failed], "running": [running]}
    assert listed(rita)[0] == failed and listed(rita, sort="-state")[0] == unreadable

    (other,) = make_requests(acme, [{"state": "waiting"}])
    mine = sorted(request.pk for request in requests)
    assert sorted(listed(rita, task=str(requests[0].run.task_id))) == mine
    assert sorted(listed(rita, model=requests[0].run.annotator.model)) == [*mine, other.pk]
    assert listed(rita, model="simulated-nobody") == [] == listed(mallory)
    assert other.pk in listed(rita, q="plus") and listed(rita, q="zebra") == []


def walk(organization, member):
    failed = {"state": "failed", "error_class": "timeout"}
    make_requests(organization, [failed, failed, *[{"state": "waiting"}] * 5])
    return Walk(PATH, search="3", filter="state", value="failed")
