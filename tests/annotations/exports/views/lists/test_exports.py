"""The list of exports: filters, states that are shown, what it costs."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotations.models import ExportJob
from tests import factories
from tests.lists.walks import Walk
from tests.statements import at_most

DONE = {"state": "done", "sha256": "0" * 64, "stored_path": "a/file"}


def make_exports(organization, count=1, **fields):
    task = factories.make_task(factories.make_version(factories.make_dataset(organization)), name="Round 1")
    for number in range(count):
        values = {"kind": ["annotations", "ground_truth"][number % 2], "format": ["CSV", "JSON"][number % 2]}
        ExportJob.objects.create(organization=organization, task=task, **values | fields)
    return task


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


def lines(client, query=""):
    return client.get(f"/exports/{query}").context["list"].lines


def test_filters_narrow_and_strangers_see_none(client, client_of, acme, mallory):
    first, second = make_exports(acme, 2), make_exports(acme)

    assert [line.row.task for line in lines(client, f"?task={first.pk}")] == [first, first]
    assert [line.row.kind for line in lines(client, "?kind=ground_truth")] == ["ground_truth"]
    assert len(lines(client, f"?file_format=CSV&task={second.pk}")) == 1
    assert len(lines(client, "?q=round")) == 3
    assert lines(client_of(mallory)) == []


def test_expired_is_a_state_of_its_own(client, acme):
    now = timezone.now()
    make_exports(acme, expires_at=now + timedelta(days=1), **DONE)
    make_exports(acme, expires_at=now - timedelta(days=1), **DONE)
    make_exports(acme)

    def states(query):
        return sorted(line.row.shown_state for line in lines(client, f"?state={query}"))

    assert states("done") == ["done"]
    assert states("expired") == ["expired"]
    assert states("waiting,expired") == ["expired", "waiting"]


def test_rows_are_read_again_while_one_is_written(client, acme):
    make_exports(acme, state="cancelled")
    assert not client.get("/exports/").context["list"].is_live

    make_exports(acme)
    assert client.get("/exports/").context["list"].is_live


def test_costs_the_same_for_one_and_for_twenty(client, acme):
    for count in (1, 19):
        make_exports(acme, count, state="cancelled")
        with at_most(10):
            page = client.get("/exports/")

    assert len(page.context["list"].lines) == 20


def walk(organization, member):
    make_exports(organization, 7, created_by=member.user, state="cancelled")
    return Walk("/exports/", search="round", filter="kind", value="ground_truth")
