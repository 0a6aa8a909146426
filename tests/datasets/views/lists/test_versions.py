"""The versions of a dataset: filters on the page and over the API."""

import pytest

from tests import factories
from tests.lists.walks import Walk


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
    assert [version["version_number"] for version in answer["versions"]] == [2]


def walk(organization, member):
    dataset = factories.make_dataset(organization)
    for number in range(7):
        state = {"status": "DRAFT" if number % 2 else "PUBLISHED"}
        factories.make_version(dataset, rows=1, file_name=f"answers-{number}.csv", description="More rows", **state)
    return Walk(f"/datasets/{dataset.pk}/", search="answers-3", filter="status", value="DRAFT")
