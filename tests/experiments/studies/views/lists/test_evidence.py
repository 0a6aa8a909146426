"""The texts of an evidence set: in their order, searched and filtered, over the API too."""

import pytest
from django.urls import reverse

from experiments.models import EvidenceView
from tests.experiments.studies_world import make_window
from tests.lists.walks import Walk


@pytest.fixture
def window(bob):
    return make_window(bob, texts=4)


def page_of(window):
    return reverse("experiments:window_detail", args=[window.pk])


def positions(client, window, **query):
    return [line.row.position for line in client.get(page_of(window), query).context["list"].lines]


def change(window, position, **fields):
    """The text is another one: rows are never changed once stored, but for tests."""
    window.evidence.filter(position=position).update(**fields)
    return window.evidence.get(position=position)


def test_pages_keep_the_order_of_the_set(bob, client_of):
    window, client = make_window(bob, texts=60), client_of(bob)

    first = client.get(page_of(window)).context["list"]
    second = client.get(page_of(window) + first.after_href)

    assert [line.row.position for line in first.lines] == list(range(1, 51))
    assert [line.row.position for line in second.context["list"].lines] == list(range(51, 61))


def test_searched_filtered_and_sorted(bob, client_of, api_of, window):
    EvidenceView.objects.create(evidence=change(window, 2, title="Press law"), view="cleaned", text="x")
    change(window, 3, raw_content="The editors were fined. " * 20)
    client = client_of(bob)

    assert positions(client, window, q="PRESS") == [2] == positions(client, window, title="law")
    assert positions(client, window, q="were fined") == [3]
    assert positions(client, window, views="cleaned,abstracted") == [2]
    assert positions(client, window, sort="-characters")[0] == 3
    page = client.get(page_of(window)).content.decode()
    assert "Cleaned</span>" in page and "The editors were fined." in page and "E2 Press law" in page
    for query in ({"title": "law"}, {"views": "cleaned"}, {"since": "2999-01-01"}):
        told = api_of(bob).get(f"/v1/evidence-sets/{window.pk}/evidence", query).json()["evidence"]
        assert [each["position"] for each in told] == positions(client, window, **query), query


def test_empty_set_says_what_to_do(bob, vera, client_of):
    window = make_window(bob, texts=0)

    assert "Import a file with one text" in client_of(bob).get(page_of(window)).content.decode()
    assert "once an admin adds them" in client_of(vera).get(page_of(window)).content.decode()


def test_refused_form_stands_without_the_list(bob, client_of, window):
    answer = client_of(bob).post(reverse("experiments:evidence_add", args=[window.pk]), {"raw_content": ""})

    assert answer.status_code == 422 and 'id="list"' not in answer.content.decode()
    assert answer.context["text_form"].errors


def walk(organization, member):
    window = make_window(member, texts=9)
    change(window, 4, title="About the press")
    EvidenceView.objects.create(evidence=window.evidence.get(position=2), view="cleaned", text="x")
    return Walk(page_of(window), search="the press", filter="views", value="cleaned")
