"""How many SQL statements one annotation costs over the API."""

import pytest

from tests import factories
from tests.statements import at_most


@pytest.mark.django_db(transaction=True)  # who somebody is as an annotator is remembered once that is committed
def test_submit_and_next_take_at_most_8_statements(acme, alice, api_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=5))
    api, address = api_of(alice), f"/v1/annotations/tasks/{task.pk}"
    taken = work(api, address, api.post(f"{address}/next").json())  # fills what a process remembers

    # Caller and task, the answer with the item after it; caller and task, the claim, what remains. Where the way of the
    # annotator comes to the end of the list, the item after it and the claim are looked for from its start too.
    with at_most(8):
        taken = work(api, address, taken)

    assert taken["item_id"]


def work(api, address, taken):
    """Answer the item in hand and take the next one."""
    body = {"labels": {"verdict": "correct"}, "lease_token": taken["lease_token"]}
    assert api.post(f"{address}/items/{taken['item_id']}", body).status_code == 200
    return api.post(f"{address}/next").json()
