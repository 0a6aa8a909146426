"""Server of the simulated provider."""

import http.client
import json
import socket
import time
from urllib.parse import urlsplit

import pytest

from evalhub.demo.provider import server
from tests.demo.provider.provider import CONTEXT, openai_answer, openai_body, prompt, running

CHAT = "/v1/chat/completions"


@pytest.fixture(scope="module")
def provider():
    with running() as started:
        yield started


@pytest.fixture(autouse=True)
def _no_faults(provider):
    provider.fail()


def test_healthz_says_that_it_is_simulated(provider):
    answer = provider.get("/healthz")

    assert answer.body == {"status": "ok", "simulated": True}
    assert answer.headers["x-evalhub-simulated"] == "1"


def test_webhooks_of_the_demo_are_taken(provider):
    assert provider.post("/webhooks", {"type": "webhook.test"}).body == {"received": True}


def test_every_answer_is_marked_simulated(provider):
    answer = provider.post(CHAT, openai_body(model="gpt-4o"))

    assert answer.body["system_fingerprint"] == "evalhub-simulated"
    assert answer.body["model"] == "gpt-4o-simulated"
    assert answer.headers["x-evalhub-simulated"] == "1"


def test_the_same_request_gets_the_same_bytes(provider):
    first = provider.post(CHAT, openai_body())

    assert provider.post(CHAT, openai_body()).body == first.body


def test_seed_model_and_text_change_the_answer():
    with running(seed=1) as one, running(seed=2) as two:
        answers = [
            one.post(CHAT, openai_body()),
            two.post(CHAT, openai_body()),
            one.post(CHAT, openai_body(model="simulated-harsh")),
            one.post(CHAT, openai_body(messages=[{"role": "user", "content": prompt("No idea.")}])),
        ]

    assert len({json.dumps(openai_answer(answer)) for answer in answers}) == 4


def test_a_good_answer_is_called_correct_and_an_empty_one_is_not(provider):
    good = openai_answer(provider.post(CHAT, openai_body()))
    bad = openai_answer(provider.post(CHAT, openai_body(messages=[{"role": "user", "content": prompt("Bananas!")}])))

    assert good["q1_right_value"] == "correct"
    assert bad["q1_right_value"] == "incorrect"
    assert good["case_ref"] == "77fe01"
    assert any(quote in CONTEXT or quote in prompt() for quote in good["q1_right_quotes"])


def test_a_connection_is_kept_and_answered_without_delay():
    """With Nagle's algorithm an answer waits for an acknowledgement that is delayed by 40 ms."""
    with running() as provider:
        connection = http.client.HTTPConnection(urlsplit(provider.url).netloc, timeout=60)
        for _ in range(20):
            connection.request("POST", CHAT, json.dumps(openai_body()).encode(), {"content-type": "application/json"})
            connection.getresponse().read()
        (kept,) = provider.connections
        waits_for_nobody = kept.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        connection.close()

    assert waits_for_nobody


def test_posted_faults_strike_in_order_and_are_used_up(provider):
    provider.fail({"status": 429, "retry_after": 1, "times": 2}, {"status": 500})

    answers = [provider.post(CHAT, openai_body()) for _ in range(4)]

    assert [answer.status for answer in answers] == [429, 429, 500, 200]
    assert answers[0].headers["retry-after"] == "1"
    assert provider.log()["by_status"] == {"429": 2, "500": 1, "200": 1}


def test_a_fault_may_wait_for_a_text(provider):
    provider.fail({"status": 500, "match": "Bananas", "times": None})

    plain = provider.post(CHAT, openai_body())
    matching = provider.post(CHAT, openai_body(messages=[{"role": "user", "content": prompt("Bananas!")}]))

    assert (plain.status, matching.status) == (200, 500)


@pytest.mark.parametrize(
    ("fault", "finish", "text"),
    [("truncate", "length", '{"case_ref"'), ("garbage", "stop", "Certainly!"), ("fenced", "stop", "```json")],
)
def test_answers_can_be_spoiled_by_model_name(provider, fault, finish, text):
    choice = provider.post(CHAT, openai_body(model=f"simulated-fault-{fault}")).body["choices"][0]

    assert choice["finish_reason"] == finish
    assert text in choice["message"]["content"]


def test_a_model_name_can_ask_for_a_status_and_a_refusal(provider):
    failed = provider.post(CHAT, openai_body(model="simulated-fault-503"))
    refused = provider.post(CHAT, openai_body(model="simulated-fault-refuse"))

    assert failed.status == 503
    assert refused.body["choices"][0]["finish_reason"] == "content_filter"


def test_an_answer_is_cut_off_at_max_tokens(provider):
    answer = provider.post(CHAT, openai_body(max_tokens=20))

    assert answer.body["choices"][0]["finish_reason"] == "length"
    assert answer.body["usage"]["completion_tokens"] == 20


def test_slow_means_slow(provider):
    provider.fail({"slow_ms": 150})
    started = time.monotonic()

    provider.post(CHAT, openai_body())

    assert time.monotonic() - started >= 0.15


@pytest.mark.parametrize(
    ("faults", "reason"),
    [
        ([{"status": 200}], "Valid: 400 to 599"),
        ([{"explode": True}], "Unknown fault field"),
        ([{"status": "429"}], "'status' is '429'"),
        ({"status": 429}, "must be a list"),
    ],
)
def test_unreadable_faults_are_refused(provider, faults, reason):
    answer = provider.post("/control", {"faults": faults})

    assert answer.status == 400
    assert reason in answer.body["error"]["message"]


@pytest.mark.parametrize("body", [b"{", b"[]", b"{}", b'{"model": "x", "messages": []}', b'{"model": 3}'])
def test_unreadable_requests_are_a_400_of_the_wire(provider, body):
    for path in (CHAT, "/v1/messages", "/v1beta/models/x:generateContent"):
        answer = provider.post(path, body)

        assert answer.status == 400
        assert "cannot be read" in answer.body["error"]["message"]


def test_other_paths_are_not_there(provider):
    assert provider.get("/v1/models").status == 404
    assert provider.post("/v1/moderations", {}).status == 404


def test_dripping_answer_comes_byte_by_byte(provider):
    whole = provider.post(CHAT, openai_body()).body
    provider.fail({"drip_ms": 1})

    with raw_post(provider, CHAT, openai_body()) as connection:
        head, _, first = read_until(connection, b"\r\n\r\n")
        rest = b"".join(iter(lambda: connection.recv(1), b""))

    assert b"200" in head.splitlines()[0] and len(first) <= 1
    assert json.loads(first + rest) == whole


def test_hanging_request_is_over_when_the_client_hangs_up(provider):
    provider.fail({"hang": True, "times": 1})

    with raw_post(provider, CHAT, openai_body()) as connection:
        connection.shutdown(socket.SHUT_WR)
        found = connection.recv(1)

    assert found == b""
    assert provider.log()["by_status"] == {"hanging": 1}


@pytest.mark.parametrize(
    ("path", "body", "counts"),
    [
        (CHAT, openai_body(), "usage"),
        (
            "/v1beta/models/simulated-careful:generateContent",
            {"contents": [{"role": "user", "parts": [{"text": prompt()}]}]},
            "usageMetadata",
        ),
    ],
)
def test_usage_may_be_absurd(provider, path, body, counts):
    provider.fail({"usage": -7, "times": 1})

    found = provider.post(path, body).body[counts]

    flat = [value for value in found.values() if not isinstance(value, dict)]
    assert set(flat) == {-7}


def raw_post(provider, path, body):
    """A socket on which this request was sent."""
    address, content = urlsplit(provider.url), json.dumps(body).encode()
    connection = socket.create_connection((address.hostname, address.port), timeout=60)
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(content)}\r\n\r\n"
    connection.sendall(head.encode() + content)
    return connection


def read_until(connection, mark):
    received = b""
    while mark not in received:
        received += connection.recv(1)
    return received.partition(mark)


def posted(provider, path, length=None, body=b""):
    connection = http.client.HTTPConnection(urlsplit(provider.url).netloc, timeout=60)
    connection.putrequest("POST", path)
    if length is not None:
        connection.putheader("content-length", str(length))
    connection.endheaders(body)
    status = connection.getresponse().status
    connection.close()
    return status


def test_bodies_are_bounded(provider):
    assert [posted(provider, CHAT, 16_000_001), posted(provider, "/v1/files", 300_000_001), posted(provider, CHAT)] == [
        413,
        413,
        411,
    ]


def test_only_programs_on_this_machine_change_faults(provider, monkeypatch):
    monkeypatch.setattr(server._Handler, "_may_control", lambda handler: handler.client_address[0] == "192.0.2.1")

    assert posted(provider, "/control", 14, b'{"faults": []}') == 404
