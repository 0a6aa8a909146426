"""The list of prompts that the router has sent, with what their shadows found and cost."""

import pytest
from django.urls import reverse

from reviews.models import RoutedPrompt
from reviews.quality.actions import shadows
from tests.lists.walks import Walk, shown, spread
from tests.reviews.costs_world import make_answered
from tests.reviews.gradings_world import make_observation, make_routed_prompt
from tests.reviews.machine import failing, play
from tests.reviews.routed_world import BASELINE, PICK, ask, saying, set_policy, work

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
    client = client_of(bob)
    page = read(client)
    assert "No routed prompts yet" in page and reverse("reviews:quality") in page
    set_policy(bob, preferred=PICK)
    ask(bob)

    page = read(client)

    assert "The baseline model itself answered." in page and "Waiting" in page and "0 with a shadow" in page


def prompts(member, **query):
    return [line.row.text for line in shown("routed_prompts", member, query).lines]


def test_searched_and_narrowed_with_its_figures(bob, mallory, api_of):
    make_routed_prompt(bob, prompt="Name a river.", shadow="failed")
    make_routed_prompt(bob, prompt="Name a lake.", task_type="code")
    api = api_of(bob)

    assert prompts(bob, q="RIVER") == ["Name a river."] and prompts(mallory) == []
    assert prompts(bob, shadow="none") == ["Name a lake."] == prompts(bob, task_type="code")
    assert prompts(bob, state="done,failed") == [] and len(prompts(bob, model="simulated-hasty")) == 2
    assert [shown("routed_prompts", bob, query).summary.n for query in ({}, {"shadow": "failed"})] == [2, 1]
    assert len(api.get("/v1/quality/prompts?shadow=failed&model=simulated-hasty").json()["prompts"]) == 1
    assert api.get("/v1/quality/prompts?shadow=lost").status_code == 400


def test_shadow_of_an_answer_that_is_awaited_is_left_alone(bob):
    make_routed_prompt(bob, shadow="drawn")

    assert shadows.SHADOWS.round().done == 0 and RoutedPrompt.objects.get().shadow == "drawn"


def walk(organization, member):
    for number in range(7):
        make_routed_prompt(member, prompt=f"Name lake {number}.", task_type="code" if number % 2 else "support")
    make_answered(organization)
    spread(
        RoutedPrompt.objects.order_by("pk"),
        shadow_run_id=list(RoutedPrompt.objects.order_by("-pk").values_list("run", flat=True)),
        observation_id=[make_observation(member, quality_score=score).pk for score in (0.5, 0.25)] + [None] * 5,
    )
    return Walk(URL, search="lake 3", filter="task_type", value="code")
