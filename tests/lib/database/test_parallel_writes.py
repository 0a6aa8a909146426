"""Two writers at once: whose connection a step has, when it runs, and whose error is raised."""

import pytest
from django.db import connection

from evalhub.accounts.models import Organization
from evalhub.lib.database.parallel_writes import beside


def backend():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]


def test_step_has_a_connection_of_its_own_and_sees_what_was_stored(transactional_db, acme):
    found = []

    with beside(lambda: found.append((backend(), Organization.objects.count()))):
        here = backend()

    ((there, count),) = found
    assert there != here and count == Organization.objects.count()


def test_inside_a_transaction_it_runs_first_on_the_same_connection(acme):
    found = []

    with beside(lambda: found.append((backend(), Organization.objects.count()))):
        assert found == [(backend(), Organization.objects.count())]


def test_second_one_of_a_process_waits_for_no_connection(transactional_db):
    found = []

    with beside(backend), beside(lambda: found.append(backend())):
        assert found == [backend()]


def test_errors_of_either_reach_the_caller(transactional_db):
    done = []

    with pytest.raises(ZeroDivisionError), beside(lambda: 1 / 0):
        done.append("block")
    with pytest.raises(KeyError), beside(lambda: done.append("step")):
        raise KeyError

    assert done == ["block", "step"]
