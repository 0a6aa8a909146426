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


def test_versions_can_be_read_and_knowledge_is_never_trusted(client, bob):
    published(bob, note="Closer to the field")
    client.get(url())
    with CaptureQueriesContext(connection) as few:
        source = client.get(f"{url()}?view=source")
    published(bob, OTHER)
    draft(bob, BROKEN)
    with at_most(len(few)):
        page = client.get(url()).content.decode()
    assert source.context["text"] == YAML and "system: |" in source.content.decode()
    assert "Closer to the field" in page and f"by {bob.user.display_name}" in page
    assert page.index("Version 3") < page.index("Version 1</a>") < page.index("As shipped</a>")
    assert page.count("In use") == 2  # beside the title and in the list
    for key, words in [("1", "You review trials."), ("shipped", "You are a methodologist")]:
        page = client.get(f"{url()}?version={key}").content.decode()
        assert words in page and "You review field trials." not in page, key
    broken = client.get(f"{url()}?version=3").content.decode()
    assert "not a valid prompt" in broken and "does not show the artifact" in broken

    published(bob, "# Counts\n\n<script>alert(1)</script>\n\n- **First**", part="knowledge")
    page = client.get(url(part="knowledge")).content.decode()
    assert "<strong>First</strong>" in page and ">Counts</h3>" in page and "<script>alert" not in page


def test_what_there_is_not_or_others_have_is_not_found(client, mallory):
    published(mallory)
    for path in (
        url(model_type="astrology"),
        url(part="recipe"),
        f"{url()}?version=7",
        f"{url()}?version=x",
        url("preview", model_type="Experiment"),
        url("diff", part="PROMPT"),
        f"{url()}?version=1",
        f"{url('diff')}?to=1",
        f"{url('preview')}?version=1",
        f"{url('dry_run')}?version=1",
    ):
        assert client.get(path).status_code == 404, path
