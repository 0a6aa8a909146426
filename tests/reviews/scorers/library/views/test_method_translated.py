"""The pages of methods in all their states go through gettext: shipped, published, drafted, broken, tried."""

import pytest
from django.urls import reverse

from tests import pseudo_language
from tests.reviews.jobs_world import make_job
from tests.reviews.methods_world import BROKEN, OTHER, draft, published, url
from tests.source_tree import complain


@pytest.fixture(autouse=True)
def pseudo():
    with pseudo_language.spoken():
        yield


@pytest.fixture
def client(client_of, bob):
    return client_of(bob, headers={"accept-language": pseudo_language.CODE})


def read(client, *paths):
    """Complain of what no translation can reach; every answer must be a page."""
    found = [(path, client.get(path).content.decode()) for path in paths]
    assert all(pseudo_language.OPEN in page for _, page in found)
    complain(
        [f"{path}: {text}" for path, page in found for text in pseudo_language.untranslated(page)],
        "No translation can reach these words:",
    )


def test_pages_of_shipped_texts(client):
    read(
        client,
        reverse("reviews:method_list"),
        url(),
        url(part="knowledge"),
        url("draft"),
        url("diff"),
        url("preview"),
        url("dry_run"),
        f"{url()}?view=source",
    )


def test_pages_of_own_versions_and_broken_drafts(client, bob):
    published(bob, note="Ours")
    published(bob, "First words.", part="knowledge")
    draft(bob, OTHER, note="Better")
    make_job(bob)
    read(
        client,
        reverse("reviews:method_list"),
        url(),
        f"{url()}?version=2",
        url("draft"),
        url("publish"),
        url("diff"),
        url("preview"),
        url("dry_run"),
        url("diff", "knowledge"),
        url("preview", "knowledge"),
    )

    draft(bob, BROKEN)
    make_job(bob)
    read(client, f"{url()}?version=1", url("draft"), url("publish"), url("preview"), url("dry_run"))
    answer = client.post(url("draft"), {"content": "", "note": "x", "seen": ""})
    assert not list(pseudo_language.untranslated(answer.content.decode()))
