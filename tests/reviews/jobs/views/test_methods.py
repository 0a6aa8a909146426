"""The list of methods: what each is asked with, and how much it has reviewed."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from reviews.jobs.methods import MethodReviewerRegistry
from reviews.models import Prompt
from tests.reviews.jobs_world import make_job, make_score_job
from tests.reviews.methods_world import draft, published
from tests.statements import at_most

URL = reverse("reviews:method_list")


@pytest.fixture
def client(vera, client_of):
    return client_of(vera)


def test_every_method_is_there_as_shipped(client):
    response = client.get(URL)

    page = response.content.decode()
    assert {card.line.reviewer.name for card in response.context["cards"]} == set(MethodReviewerRegistry.available())
    assert "0.85 to 1" in page and "Randomization integrity, Specification adequacy" in page and "none yet" in page
    assert page.count("As shipped") == 2 * len(MethodReviewerRegistry.available())


def test_own_versions_drafts_and_reviewed_jobs_are_told(client, bob, mallory):
    published(mallory)
    make_job(mallory)
    with CaptureQueriesContext(connection) as few:
        page = client.get(URL).content.decode()
    assert "Version 1" not in page and "1 job<" not in page
    published(bob)
    published(bob, "First.", part="knowledge")
    published(bob, "Second.", part="knowledge")
    draft(bob)
    for state in ("reviewed", "signed_off", "reviewing", "failed"):
        make_job(bob, state=state)
    make_score_job(bob)

    with at_most(len(few)):
        answer = client.get(URL)

    card = next(each for each in answer.context["cards"] if each.line.reviewer.name == "experiment")
    assert [(part.label, part.has_draft) for part in card.parts] == [("Version 1", True), ("Version 2", False)]
    assert card.line.dimensions == ("balance", "precision") and card.line.jobs_reviewed == 2
    assert f"by {bob.user.display_name}" in answer.content.decode()


def test_published_prompt_that_no_longer_holds_is_told(client, bob):
    Prompt.objects.create(
        organization=bob.organization,
        kind="method_prompt",
        name="experiment",
        version=1,
        content="dimensions: []",
        status="published",
        published_at=timezone.now(),
    )

    page = client.get(URL).content.decode()

    assert "the current prompt is not valid" in page
