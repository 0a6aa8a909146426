"""The page of a part of a method: the text in use, readable and as source, and its versions."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviews.jobs.methods import MethodReviewerRegistry
from tests.reviews.jobs.methods.cases import YAML
from tests.reviews.methods_world import BROKEN, OTHER, draft, published, url
from tests.statements import at_most


@pytest.fixture
def client(vera, client_of):
    return client_of(vera)


def test_shipped_prompt_is_read_in_parts(client):
    response = client.get(url())

    page = response.content.decode()
    shown = [template.pieces[0][0] for template in response.context["outline"].templates]
    prompt = MethodReviewerRegistry.create("experiment").prompt()
    assert all(text.strip().startswith(piece) for text, piece in zip((prompt.system, prompt.user), shown, strict=True))
    assert "<mark>{{ artifact }}</mark>" in page and "effect_size_plausibility" in page
    assert "As shipped" in page and "Create draft" not in page


def test_source_is_the_text_itself(client, bob):
    published(bob)

    response = client.get(f"{url()}?view=source")

    assert response.context["text"] == YAML and "system: |" in response.content.decode()


def test_knowledge_is_rendered_and_never_trusted(client, bob):
    published(bob, "# Counts\n\n<script>alert(1)</script>\n\n- **First**", part="knowledge")

    page = client.get(url(part="knowledge")).content.decode()

    assert "<strong>First</strong>" in page and ">Counts</h3>" in page and "<script>alert" not in page


def test_versions_tell_who_when_and_why(client, bob):
    published(bob, note="Closer to the field")
    published(bob, OTHER)
    draft(bob, BROKEN)

    page = client.get(url()).content.decode()

    assert "Closer to the field" in page and f"by {bob.user.display_name}" in page
    assert page.index("Version 3") < page.index("Version 1</a>") < page.index("As shipped</a>")
    assert page.count("In use") == 2  # beside the title and in the list


@pytest.mark.parametrize("key, words", [("1", "You review trials."), ("shipped", "You are a methodologist")])
def test_any_version_can_be_read(client, bob, key, words):
    published(bob)
    published(bob, OTHER)

    page = client.get(f"{url()}?version={key}").content.decode()

    assert words in page and "You review field trials." not in page


def test_broken_draft_is_shown_with_its_problem(client, bob):
    draft(bob, BROKEN)

    page = client.get(f"{url()}?version=1").content.decode()

    assert "not a valid prompt" in page and "does not show the artifact" in page


def test_what_there_is_not_is_not_found(client):
    cases = [
        url(model_type="astrology"),
        url(part="recipe"),
        f"{url()}?version=7",
        f"{url()}?version=x",
        url("preview", model_type="Experiment"),
        url("diff", part="PROMPT"),
    ]
    for path in cases:
        assert client.get(path).status_code == 404


@pytest.mark.parametrize("page", ["detail", "diff", "preview", "dry_run"])
def test_versions_of_another_organization_do_not_exist(client, mallory, page):
    published(mallory)
    key = {"diff": "to"}.get(page, "version")

    assert client.get(f"{url(page)}?{key}=1").status_code == 404


def test_page_takes_as_many_statements_with_many_versions(client, bob):
    published(bob)
    client.get(url())
    with CaptureQueriesContext(connection) as few:
        client.get(url())
    for _ in range(6):
        published(bob)

    with at_most(len(few)):
        client.get(url())
