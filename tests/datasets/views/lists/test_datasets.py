"""The list of datasets: search and filters on the page and over the API."""

import pytest

from tests import factories
from tests.lists.walks import Walk


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


@pytest.fixture
def datasets(acme):
    factories.make_dataset(acme, name="Support answers", tags=["german", "support"])
    factories.make_dataset(acme, name="Sums", description="Support of counting", type="BENCHMARK")


def names(client, **query):
    return [line.row.name for line in client.get("/datasets/", query).context["list"].lines]


def test_searched_and_filtered(client, datasets):
    assert names(client) == ["Sums", "Support answers"]
    assert names(client, q="support", type="BENCHMARK") == ["Sums"]
    assert names(client, tag="german") == ["Support answers"]


def test_api_narrows_as_the_page_does(api_of, bob, datasets):
    def found(query):
        return [each["name"] for each in api_of(bob).get(f"/v1/datasets?{query}").json()["datasets"]]

    assert found("type=BENCHMARK,GOLDEN_SET") == ["Sums"]
    assert found("tag=german") == ["Support answers"]


def walk(organization, member):
    for number in range(7):
        kind = "BENCHMARK" if number % 2 else "EVALUATION"
        fields = {"type": kind, "created_by": member.user, "tags": ["german"] * (number % 3)}
        dataset = factories.make_dataset(organization, name=f"Support {number}", description="billing", **fields)
        if number:
            factories.make_version(dataset, rows=number % 3 + 1)
    return Walk("/datasets/", search="support 3", filter="type", value="BENCHMARK")
