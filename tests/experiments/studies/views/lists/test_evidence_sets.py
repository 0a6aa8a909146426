"""The list of evidence sets: search, filters on the page and over the API."""

import pytest
from django.urls import reverse

from tests.experiments.studies_world import make_window
from tests.lists.walks import Walk

PATH = reverse("experiments:window_list")


@pytest.fixture
def sets(bob):
    make_window(bob, name="Spring", country="Freedonia", texts=2, start_date="2025-03-01")
    make_window(bob, name="Autumn", concept="rule of law", texts=0)


def names(client, **query):
    return [line.row.name for line in client.get(PATH, query).context["list"].lines]


def test_searched_filtered_and_sorted_on_the_page_and_over_the_api(client_of, api_of, bob, sets):
    client = client_of(bob)

    assert names(client) == ["Autumn", "Spring"] == names(client, sort="name")
    assert names(client, q="rule of") == ["Autumn"]
    assert names(client, country="freedon") == ["Spring"]
    page = client.get(PATH).content.decode()
    assert "1 Mar 2025" in page and "rule of law" in page
    found = api_of(bob).get("/v1/evidence-sets?country=freedon").json()["evidence_sets"]
    assert [each["name"] for each in found] == ["Spring"]


def walk(organization, member):
    for number in range(7):
        country = "Norway" if number % 2 else "Freedonia"
        make_window(member, name=f"Reports {number}", texts=1, country=country, start_date="2025-03-01")
    return Walk(PATH, search="reports 3", filter="country", value="Norway")
