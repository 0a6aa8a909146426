"""Prompts that go to whichever model the router takes, over the API."""

import pytest

from reviews.models import RoutedPrompt
from tests.reviews.machine import play
from tests.reviews.routed_world import BASELINE, PICK, ask, saying, set_policy, work
from tests.statements import at_most

pytestmark = pytest.mark.usefixtures("no_broker")
URL = "/v1/quality/prompts"


def body(**fields):
    return {"task_type": "summary", "prompt": "What is 2 plus 2?"} | fields


def test_prompt_is_sent_now_and_its_answer_read_later(bob, api_of, monkeypatch):
    play(monkeypatch, lambda call: saying("Four."))
    set_policy(bob)
    api = api_of(bob)

    sent = api.post(URL, body(temperature=0.2, max_tokens=50))

    told = sent.json()
    assert (sent.status_code, told["state"], told["model"], told["how"]) == (202, "waiting", PICK, "cheapest")
    assert told["answer"] is None and told["grader_id"] == "exact_match" and "floor" in told["why"]
    assert (told["shadow"]["state"], told["shadow"]["model"], told["shadow"]["rate"]) == ("drawn", BASELINE, 1.0)
    work(RoutedPrompt.objects.get())
    read = api.get(f"{URL}/{told['prompt_id']}").json()
    assert (read["state"], read["answer"], read["cost_usd"]) == ("done", "Four.", 0.001)
    found = [read["shadow"][name] for name in ("state", "quality_score", "cost_usd", "note")]
    assert found == ["graded", 1.0, 0.001, None]


def test_bad_body_is_refused_and_without_a_policy_there_is_no_route(bob, api_of):
    api = api_of(bob)
    answer = api.post(URL, body())
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_routing_policy")
    set_policy(bob)
    for fields in (
        {"prompt": ""},
        {"prompt": " "},
        {"prompt": 3},
        {"temperature": 3},
        {"max_tokens": 0},
        {"max_tokens": "9"},
        {"model": "openai/gpt-4o"},
    ):
        assert api.post(URL, body(**fields)).status_code == 400, fields
    assert RoutedPrompt.objects.count() == 0


def test_list_is_narrowed_to_ones_own_and_costs_the_same_for_many(bob, mallory, api_of):
    set_policy(bob)
    for _ in range(8):
        ask(bob)
    api = api_of(bob)
    api.get(URL)

    with at_most(6):
        told = api.get(f"{URL}?limit=20&task_type=summary").json()

    assert (len(told["prompts"]), told["total"], "answer" in told["prompts"][0]) == (8, 8, False)
    assert api.get(f"{URL}?task_type=code").json()["total"] == 0
    assert api_of(mallory).get(URL).json()["total"] == 0
