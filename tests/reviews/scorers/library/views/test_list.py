"""The list of the library: every prompt by kind, found by its words, and the version in use."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.reviews.library_world import draft, published
from tests.statements import at_most

pytestmark = pytest.mark.django_db
URL = "/prompts/"


@pytest.fixture
def client(vera, client_of):
    return client_of(vera)


def test_every_kind_has_its_prompts(client, bob):
    published(bob)
    draft(bob, "score_critic")

    page = client.get(URL).content.decode()

    assert all(f">{title}</h2>" in page for title in ("Judges", "Critics", "Rubrics", "Evidence views", "Gradings"))
    assert "Version 1" in page and "Experiment: knowledge" in page


def test_judges_come_first(client):
    groups = [group.key for group in client.get(URL).context["groups"]]

    assert groups[:2] == ["judge", "critic"] and len(groups) == 7


def test_words_and_kind_narrow_it(client):
    found = client.get(f"{URL}?q=expert&kind=critic").context["groups"]

    assert [[row.line.name for row in group.rows] for group in found] == [["score_critic"]]
    assert "No prompts found" in client.get(f"{URL}?q=nothing+like+it").content.decode()


def test_list_takes_as_many_statements_with_many_versions(client, bob):
    client.get(URL)
    with CaptureQueriesContext(connection) as few:
        client.get(URL)
    for _ in range(3):
        published(bob)
        published(bob, "score_critic")

    with at_most(len(few)):
        client.get(URL)
