"""The list of prompts that the router has sent, with what their shadows found and cost."""

import pytest
from django.urls import reverse

from reviews.models import RoutedPrompt
from reviews.quality.actions import shadows
from tests import factories
from tests.lists.walks import Walk
from tests.reviews.gradings_world import make_routed_prompt
from tests.reviews.machine import failing, play
from tests.reviews.routed_world import BASELINE, PICK, ask, saying, set_policy, work
from tests.statements import at_most
from tests.undoing import undone

pytestmark = pytest.mark.usefixtures("no_broker")
URL = reverse("reviews:routed_prompt_list")


def read(client):
    return client.get(URL).content.decode()


def test_shadow_stands_beside_the_answer_with_what_it_costs(bob, client_of, monkeypatch):
    play(monkeypatch, lambda call: saying("Four."))
    set_policy(bob)
    work(ask(bob))

    page = read(client_of(bob))

    for words in (
        "What is 2 plus 2?",
        PICK,
        BASELINE,
        "Compared",
        "1.00",
        "1 with a shadow",
        "Shadow requests cost $0.001.",
        "Only scores of Exact match were compared.",
    ):
        assert words in page


def test_shadow_that_failed_says_why(bob, client_of, monkeypatch):
    play(monkeypatch, lambda call: saying("Four.") if call.model == PICK else failing("fatal", "no", "Not I.")(call))
    set_policy(bob)
    work(ask(bob))

    page = read(client_of(bob))

    assert f"{BASELINE}: Not I." in page and "1 of them failed" in page
    assert "The cost of shadow requests is unknown." in page


def test_prompt_without_a_shadow_says_why(bob, client_of):
    set_policy(bob, preferred=PICK)
    ask(bob)

    page = read(client_of(bob))

    assert "The baseline model itself answered." in page and "Waiting" in page and "0 with a shadow" in page


def test_no_prompt_yet_leads_to_the_router(bob, client_of):
    page = read(client_of(bob))

    assert "No routed prompts yet" in page and reverse("reviews:quality") in page


def test_list_costs_the_same_for_twenty(bob, client_of):
    make_routed_prompt(bob)
    client = client_of(bob)
    client.get(URL)
    for _ in range(19):
        make_routed_prompt(bob)

    with at_most(9):
        assert len(client.get(URL).context["list"].lines) == 20


def test_roles(bob, client_of):
    cases = [("admin", 200), ("viewer", 200), ("annotator", 403)]
    for role, status in cases:
        with undone():
            assert client_of(factories.make_member(bob.organization, role=role)).get(URL).status_code == status


def test_other_organizations_are_apart(bob, mallory, client_of):
    make_routed_prompt(bob, shadow="drawn")

    assert "What is 2 plus 2?" not in read(client_of(mallory))
    assert shadows.sweep() == 0 and RoutedPrompt.objects.get().shadow == "drawn"


def prompts(client, **query):
    return [line.row.text for line in client.get(URL, query).context["list"].lines]


def test_searched_and_narrowed_with_its_figures(bob, client_of):
    make_routed_prompt(bob, prompt="Name a river.", shadow="failed")
    make_routed_prompt(bob, prompt="Name a lake.", task_type="code")
    client = client_of(bob)

    assert prompts(client, q="RIVER") == ["Name a river."]
    assert prompts(client, shadow="none") == ["Name a lake."] == prompts(client, task_type="code")
    assert prompts(client, state="done,failed") == [] and len(prompts(client, model="simulated-hasty")) == 2
    assert [client.get(URL, query).context["list"].summary.n for query in ({}, {"shadow": "failed"})] == [2, 1]


def test_api_narrows_as_the_page_does(bob, api_of):
    make_routed_prompt(bob, shadow="failed")
    make_routed_prompt(bob)
    api = api_of(bob)

    assert len(api.get("/v1/quality/prompts?shadow=failed&model=simulated-hasty").json()["prompts"]) == 1
    assert api.get("/v1/quality/prompts?shadow=lost").status_code == 400


def walk(organization, member):
    for number in range(7):
        make_routed_prompt(member, prompt=f"Name lake {number}.", task_type="code" if number % 2 else "support")
    return Walk(URL, search="lake 3", filter="task_type", value="code")
