"""Faults of the simulated provider that strike a share of all requests."""

from collections import Counter

import pytest

from evalhub.demo.provider.faults import EVERY_KIND, Fault, Scenario, read_scenario
from tests.demo.provider.provider import openai_body, prompt, running

CHAT = "/v1/chat/completions"
TEXTS = [f"text {number}" for number in range(2000)]


def scenario(share=0.1, faults=EVERY_KIND, seed=0):
    made = Scenario(seed)
    made.replace(share, faults)
    return made


def test_share_of_the_requests_is_struck_by_every_kind():
    made = scenario()

    struck = [fault for text in TEXTS if (fault := made.strike(text))]

    assert 150 < len(struck) < 250
    assert set(struck) == set(EVERY_KIND)


def test_same_requests_meet_the_same_faults_in_any_order():
    first, second, other = scenario(), scenario(), scenario(seed=1)

    there = {text: first.strike(text) for text in TEXTS}
    back = {text: second.strike(text) for text in reversed(TEXTS)}

    assert there == back != {text: other.strike(text) for text in TEXTS}


def test_retry_has_a_chance_of_its_own():
    made = scenario(share=0.5)

    struck = [made.strike("the same") is not None for _ in range(40)]

    assert 8 < sum(struck) < 32


def test_row_of_a_batch_is_struck_the_same_way_whenever_it_is_asked_again():
    made, rows = scenario(share=0.5), [{"body": "same"} for _ in range(40)]

    first = [made.strike_row(row, "same") for row in rows]

    assert [made.strike_row(row, "same") for row in rows] == first
    assert None in first and set(first) != {None}


def test_faults_for_one_text_leave_the_others_alone():
    made = scenario(share=1.0, faults=(Fault(status=500, match="bad"),))

    assert made.strike("good") is None
    assert made.strike("bad") == Fault(status=500, match="bad")


def test_nothing_is_struck_without_a_scenario():
    assert read_scenario(None) == (0.0, ())
    assert not any(map(Scenario(0).strike, TEXTS))


def test_posted_scenario_strikes_until_it_is_replaced():
    bodies = [openai_body(messages=[{"role": "user", "content": prompt(f"In {number} days.")}]) for number in range(40)]
    with running() as provider:
        provider.post("/control", {"scenario": {"fraction": 0.5, "faults": [{"status": 500}, {"status": 503}]}})
        statuses = Counter(provider.post(CHAT, body).status for body in bodies)
        provider.post("/control", {})
        after = {provider.post(CHAT, body).status for body in bodies}

    assert 10 <= statuses[200] <= 30 and statuses[500] and statuses[503]
    assert after == {200}


def test_scripted_faults_come_first():
    with running() as provider:
        always = {"fraction": 1, "faults": [{"status": 500}]}
        provider.post("/control", {"faults": [{"status": 429}], "scenario": always})

        assert [provider.post(CHAT, openai_body()).status for _ in range(2)] == [429, 500]


def test_unreadable_scenarios_are_refused():
    for posted, reason in [
        ({"fraction": 1.5}, "fraction is 1.5. Valid: a number from 0 to 1"),
        ({"fraction": True}, "fraction is True"),
        ({"share": 0.1}, "an object with fraction and faults"),
        ([0.1], "an object with fraction and faults"),
        ({"fraction": 0.1, "faults": [{"explode": True}]}, "Unknown fault field"),
    ]:
        with pytest.raises(ValueError, match=reason):
            read_scenario(posted)
