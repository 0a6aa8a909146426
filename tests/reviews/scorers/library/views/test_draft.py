"""The draft of a prompt or of knowledge in the browser: saved even when broken, discarded, published as it was read."""

import pytest

from reviews.models import Prompt
from tests.reviews.jobs.methods.cases import YAML
from tests.reviews.methods_world import BROKEN, OTHER, draft, in_use, published, url

DRAFT, PUBLISH, DISCARD = url("draft"), url("publish"), url("discard")


@pytest.fixture
def client(bob, client_of):
    return client_of(bob)


def stands(number):
    return Prompt.objects.get(version=number, kind="method_prompt")


def save(client, content=YAML, seen="", **more):
    return client.post(DRAFT, {"content": content, "seen": seen} | more)


def test_editor_begins_with_what_is_in_use_or_an_older_text(client, bob):
    published(bob)
    published(bob, OTHER)

    response, first, shipped = (client.get(f"{DRAFT}{query}") for query in ("", "?from=1", "?from=shipped"))

    assert response.context["form"]["content"].value() == OTHER
    assert "Based on: Version 2" in response.content.decode()
    assert first.context["form"]["content"].value() == YAML
    assert "You are a methodologist" in shipped.context["form"]["content"].value()


def test_draft_is_saved_and_used_by_nothing(client, bob):
    response = save(client, YAML.replace("\n", "\r\n"), note=" Ours ")

    assert response.status_code == 302 and response.url == DRAFT
    assert (stands(1).content, stands(1).note, stands(1).status) == (YAML, "Ours", "draft")
    assert in_use(bob).is_shipped and "can be published" in client.get(DRAFT).content.decode()


def test_broken_draft_is_kept_with_its_problem_and_line(client):
    seen = ""
    for content, line, words in [
        (BROKEN, 6, "does not show the artifact"),
        (YAML.replace("[balance, precision]", "[balance, balance]"), 3, "named twice"),
        ("name: x\ndimensions: [a\nuser: y\n", 3, "not YAML"),
        (YAML.replace("units: {{ sample_size }}", "units:\n  {% if %}"), 8, "cannot be filled in"),
        (YAML + "extra: 1\n", 9, "unknown field"),
        ("just words", None, "YAML of type str"),
    ]:
        assert save(client, content, seen=seen).status_code == 302, words

        response = client.get(DRAFT)

        problem, seen = response.context["problem"], stands(1).content_sha256
        assert stands(1).content == content and words in problem.message
        assert (problem.line, problem.excerpt) == (line, content.splitlines()[line - 1] if line else "")
        assert "Publish…" not in response.content.decode()


def test_text_that_cannot_be_stored_is_refused(client):
    for content, more in [("", {}), ("  \n", {}), (YAML, {"note": "x" * 501}), ("x" * 64_001, {})]:
        response = save(client, content, **more)

        assert response.status_code == 422 and not Prompt.objects.exists()
        assert "Not saved yet" in response.content.decode()


def test_draft_of_somebody_else_is_not_written_over_unseen(client, rita, bob):
    seen = draft(bob).content_sha256
    theirs = draft(rita, OTHER)

    response = save(client, "name: mine\n", seen=seen)

    form = response.context["form"]
    assert response.status_code == 409 and stands(1).content == OTHER
    assert (form["content"].value(), form["seen"].value()) == ("name: mine\n", theirs.content_sha256)


def test_text_written_while_its_draft_was_published_is_not_lost(client, bob):
    seen = published(bob).content_sha256

    response = save(client, OTHER, seen=seen)

    assert response.status_code == 409 and response.context["form"]["content"].value() == OTHER
    assert "The draft was published or discarded." in response.content.decode()
    assert save(client, OTHER, seen=response.context["form"]["seen"].value()).status_code == 302
    assert (stands(1).content, stands(2).content) == (YAML, OTHER)


def test_discarded_draft_is_gone(client, bob):
    draft(bob)

    assert client.post(DISCARD).status_code == 302
    assert not Prompt.objects.exists()
    assert client.post(DISCARD).status_code == 404


def test_draft_is_published_as_it_was_read_and_in_use_from_the_next_review_on(client, bob):
    document = draft(bob, note="Ours")

    page = client.get(PUBLISH).content.decode()
    refused = [client.post(PUBLISH, {"sha256": sha256}) for sha256 in ("", "0" * 64)]

    assert "New runs and reviews use it instead of “As shipped”" in page
    assert "Existing runs and reviews keep their version" in page and "cannot be changed" in page
    assert "use another form" in page and '<code class="anywhere" translate="no">balance</code>' in page
    for response in refused:
        assert response.status_code == 409 and "the draft has changed" in response.content.decode()
    assert stands(1).status == "draft"
    response = client.post(PUBLISH, {"sha256": document.content_sha256}, follow=True)
    assert (stands(1).status, stands(1).published_by) == ("published", bob.user)
    assert in_use(bob).ref.startswith("experiment p1.2 v1 ")
    assert "Version 1 is in use from now on." in response.content.decode()


def test_broken_draft_is_not_published(client, bob):
    document = draft(bob, BROKEN)

    response = client.post(PUBLISH, {"sha256": document.content_sha256})

    assert response.status_code == 422 and stands(1).status == "draft"
    assert "cannot be published yet" in response.content.decode()


def test_without_a_draft_of_ones_own_there_is_nothing_to_publish(client, mallory):
    draft(mallory)

    assert client.get(PUBLISH).status_code == client.post(PUBLISH).status_code == 404
    assert client.post(DISCARD).status_code == 404
    assert client.get(DRAFT).context["draft"] is None
