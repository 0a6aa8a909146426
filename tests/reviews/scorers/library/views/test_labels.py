"""Labels of a prompt on its page, who used a version, and the way from a stored version to its text."""

import pytest

from tests.reviews import machine
from tests.reviews.library_world import OURS, draft, published, shelf

pytestmark = pytest.mark.django_db
JUDGE = "/prompts/judge/questions/"


@pytest.fixture
def client(bob, client_of):
    return client_of(bob)


def test_production_moves_and_stays_where_it_names_a_version(client, bob):
    published(bob)
    client.post(f"{JUDGE}label/", {"label": "production", "version": "shipped"})
    assert shelf(bob).in_use.key == "shipped"
    client.post(f"{JUDGE}label/", {"label": "production", "remove": "1"})
    assert shelf(bob).in_use.key == "1"

    client.post(f"{JUDGE}label/", {"label": "production", "version": "shipped"})
    saved = draft(bob)
    confirmation = client.get(f"{JUDGE}publish/").content.decode()
    done = client.post(f"{JUDGE}publish/", {"sha256": saved.content_sha256}, follow=True).content.decode()
    assert "stays in use: it has the label production" in confirmation and "stays in use" in done
    assert shelf(bob).in_use.key == "shipped"


def test_pages_lead_to_who_used_a_version(client, bob):
    published(bob)
    run = machine.make_run(bob)
    published(bob, ours="Another sentence.")
    before, now = (client.get(f"{JUDGE}?version={key}") for key in ("1", "2"))
    page = client.get(f"/tasks/{run.task_id}/models/").content.decode()
    assert (before.context["usage"].annotator_count, before.context["usage"].run_count) == (1, 1)
    assert "No annotator or run used this version." in now.content.decode()
    assert 'href="/prompts/find/?version=questions%401"' in page

    published(bob)
    published(bob, ours="Another sentence.")
    page = client.get("/prompts/find/?version=questions@1", follow=True)
    assert page.context["version"].key == "1" and OURS in page.content.decode()
    assert client.get("/prompts/find/?version=gone.v1").status_code == 404


def test_addresses_of_methods_lead_here(client):
    moved = client.get("/methods/experiment/prompt/diff/?from=shipped-1&to=shipped")

    assert moved.status_code == 301
    assert moved.url == "/prompts/method_prompt/experiment/diff/?from=shipped-1&to=shipped"
    assert client.get("/methods/experiment/picture/").status_code == 404
