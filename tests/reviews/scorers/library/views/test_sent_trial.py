"""The page of trials: the estimate before, and the answers below."""

import pytest

from reviews.models import EvaluationRun
from tests import factories
from tests.reviews.library_world import draft

pytestmark = pytest.mark.django_db
URL = "/prompts/judge/questions/trial/"


@pytest.fixture
def items(bob):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=4))
    return list(task.items.order_by("pk").values_list("pk", flat=True))


@pytest.fixture
def client(bob, client_of):
    return client_of(bob)


def test_trial_of_a_draft_is_priced_started_and_shown(client, bob, items):
    draft(bob)
    form = client.get(URL).context["form"]
    assert form["version"].value() == "1" and form["items"].value() == items[:3]
    assert form["model"].value().startswith("simulated-")

    fields = {"version": "shipped", "model": "simulated-careful", "items": items[:2]}
    page = client.get(URL, fields | {"estimate": "1"}).content.decode()
    assert "2 calls" in page and "$0 (simulated)" in page and not EvaluationRun.objects.exists()

    page = client.post(URL, fields, follow=True).content.decode()
    assert "Trial of questions, shipped" in page and page.count("Waiting for the answer") == 2
    assert "Trial of questions" in client.get("/runs/").content.decode()
    part = client.get(URL, headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<div id="trials"') and "every 3s" in part


def test_wrong_choices_are_told_beside_their_fields(client, items):
    cases = [
        ({"items": items}, "items"),
        ({"items": []}, "items"),
        ({"items": [0]}, "items"),
        ({"version": "9"}, "version"),
        ({"model": "openai/gpt-4o-mini"}, "model"),
    ]
    for change, field in cases:
        fields = {"version": "shipped", "model": "simulated-careful", "items": items[:1]} | change

        response = client.post(URL, fields)

        assert response.status_code == 422 and field in response.context["form"].errors, change
