"""The versions of a dataset: filters on the page and over the API, and what the list costs."""

import pytest

from tests import factories
from tests.lists.walks import Walk
from tests.statements import at_most


@pytest.fixture
def dataset(acme):
    return factories.make_dataset(acme)


def test_page_and_api_narrow_alike(client_of, api_of, bob, dataset):
    factories.make_version(dataset, rows=0)
    factories.make_version(dataset, rows=0, status="DRAFT")
    path = f"/datasets/{dataset.pk}/"

    page = client_of(bob).get(f"{path}?status=DRAFT").context["list"]
    answer = api_of(bob).get(f"/v1/datasets/{dataset.pk}/versions?status=DRAFT").json()

    assert [line.row.version_number for line in page.lines] == [2]
    assert "Validating" not in client_of(bob).get(path).content.decode()
    assert [version["version_number"] for version in answer["versions"]] == [2]
    assert api_of(bob).get(f"/v1/datasets/{dataset.pk}/versions?status=x").status_code == 400


def test_costs_the_same_for_one_and_for_twenty(client_of, dataset, bob):
    client = client_of(bob)
    for count in (1, 19):
        for _ in range(count):
            factories.make_version(dataset, rows=0, created_by=bob.user)
        with at_most(8):
            page = client.get(f"/datasets/{dataset.pk}/")

    assert len(page.context["list"].lines) == 20


def walk(organization, member):
    dataset = factories.make_dataset(organization)
    for number in range(7):
        state = {"status": "DRAFT" if number % 2 else "PUBLISHED"}
        factories.make_version(dataset, rows=1, file_name=f"answers-{number}.csv", description="More rows", **state)
    return Walk(f"/datasets/{dataset.pk}/", search="answers-3", filter="status", value="DRAFT")
