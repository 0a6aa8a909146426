"""The list of imports: whose, which content, and what it costs."""

import pytest

from annotations.models import ImportJob
from tests import factories
from tests.lists.walks import Walk
from tests.statements import at_most


def make_imports(organization, count=1, **fields):
    task = factories.make_task(factories.make_version(factories.make_dataset(organization)), name="Round 1")
    for number in range(count):
        values = {"kind": ["annotations", "prelabels"][number % 2], "format": "CSV", "file_name": f"a-{number}.csv"}
        ImportJob.objects.create(organization=organization, task=task, mapping={"item": "id"}, **values | fields)


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


def test_shows_own_imports_by_content(client, client_of, acme, mallory):
    make_imports(acme, 2)

    def names(query=""):
        return [line.row.file_name for line in client.get(f"/imports/{query}").context["list"].lines]

    assert names("?sort=file_name") == ["a-0.csv", "a-1.csv"]
    assert names("?kind=prelabels") == ["a-1.csv"]
    assert names("?q=round") == names()
    assert client_of(mallory).get("/imports/").context["list"].lines == []


def test_costs_the_same_for_one_and_for_twenty(client, acme):
    for count in (1, 19):
        make_imports(acme, count)
        with at_most(8):
            page = client.get("/imports/")

    assert len(page.context["list"].lines) == 20


def walk(organization, member):
    make_imports(organization, 7, created_by=member.user)
    return Walk("/imports/", search="a-3", filter="kind", value="prelabels")
