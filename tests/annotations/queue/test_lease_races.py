"""What happens to a lease between being read and being written."""

import pytest
from django.db import connection

from annotations.models import Assignment
from annotations.queue.actions import claims
from evalhub.lib.errors import Conflict
from tests import factories


def test_lease_that_another_page_takes_over_meanwhile_is_not_extended(acme, alice):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))
    annotator = factories.make_annotator(alice)
    lease = claims.claim(task=task, annotator=annotator)
    taken = []

    def take_over_first(execute, sql, *more):
        if sql.startswith("UPDATE") and not taken:
            taken.append(None)  # before the call, which writes too
            taken[0] = claims.take_over(task=task, annotator=annotator, item_id=lease.item_id)
        return execute(sql, *more)

    with connection.execute_wrapper(take_over_first), pytest.raises(Conflict) as refused:
        claims.heartbeat(task=task, annotator=annotator, item_id=lease.item_id, token=lease.token)

    assert refused.value.code == "lease_ended"
    assert Assignment.objects.get().lease_until == taken[0].lease_until
