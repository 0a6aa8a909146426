"""Faults of the simulated provider that strike a share of all requests."""

from collections import Counter

from evalhub.demo.provider.faults import Fault, FaultList
from tests.demo.provider.provider import openai_body, prompt, running

CHAT = "/v1/chat/completions"
TEXTS = [f"text {number}" for number in range(2000)]
KINDS = (Fault(status=500, share=0.05, times=None), Fault(garbage=True, share=0.05, times=None))


def faults(*kinds, seed=0):
    made = FaultList(seed)
    made.replace(kinds or KINDS)
    return made


def test_share_of_the_requests_is_struck_by_every_kind():
    made = faults()

    struck = [fault for text in TEXTS if (fault := made.strike(text))]

    assert 150 < len(struck) < 250
    assert set(struck) == set(KINDS)


def test_same_requests_meet_the_same_faults_in_any_order():
    first, second, other = faults(), faults(), faults(seed=1)

    there = {text: first.strike(text) for text in TEXTS}
    back = {text: second.strike(text) for text in reversed(TEXTS)}

    assert there == back != {text: other.strike(text) for text in TEXTS}


def test_retry_has_a_chance_of_its_own():
    made = faults(Fault(status=500, share=0.5, times=None))

    struck = [made.strike("the same") is not None for _ in range(40)]

    assert 8 < sum(struck) < 32


def test_rows_of_batches_meet_only_faults_with_a_share():
    made = faults(Fault(status=429), Fault(status=500, share=0.5, times=None))

    struck = {made.strike(text, shared_only=True) for text in TEXTS[:40]}

    assert struck == {None, Fault(status=500, share=0.5, times=None)}


def test_faults_for_one_text_leave_the_others_alone():
    made = faults(Fault(status=500, match="bad", times=None))

    assert made.strike("good") is None
    assert made.strike("bad").status == 500


def test_posted_share_strikes_until_it_is_replaced():
    bodies = [openai_body(messages=[{"role": "user", "content": prompt(f"In {number} days.")}]) for number in range(40)]
    with running() as provider:
        provider.fail(*({"status": status, "share": 0.3, "times": None} for status in (500, 503)))
        statuses = Counter(provider.post(CHAT, body).status for body in bodies)
        provider.fail()
        after = {provider.post(CHAT, body).status for body in bodies}

    assert 10 <= statuses[200] <= 30 and statuses[500] and statuses[503]
    assert after == {200}
