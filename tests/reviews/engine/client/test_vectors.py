"""Embedding calls over real HTTP: one batch of texts, its vectors and its bill, and what comes of failures."""

import json
import threading
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from evalhub.demo.provider.wires.embeddings import vector
from reviews.engine.client import completion, event_loop, vectors
from reviews.engine.client.exchange import BLOCKED, FATAL, OK, RETRYABLE, LLMCall

MODEL = "openai/text-embedding-3-small"


@pytest.fixture
def paid(monkeypatch):
    """An OpenAI-like server on loopback: `answer` is what it says, `asked` what it was sent."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            self.server.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            status, body = self.server.answer
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *words):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.asked, server.answer = [], (200, answer([1.0, 0.0], [0.0, 1.0]))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    monkeypatch.setenv("OPENAI_API_BASE", f"http://127.0.0.1:{server.server_address[1]}")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret-words")
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def answer(*found, tokens=12):
    rows = [{"object": "embedding", "index": index, "embedding": each} for index, each in enumerate(found)]
    usage = {"usage": {"prompt_tokens": tokens, "total_tokens": tokens}} if tokens else {}
    return {"object": "list", "data": rows[::-1], "model": "text-embedding-3-small", **usage}


def embed(*texts, model=MODEL):
    """The Outcome, by the loop that all calls of a process share."""
    messages = tuple({"role": "user", "content": text} for text in texts)
    call = LLMCall(model, messages, embeds=True, max_tokens=0)
    return event_loop.start(completion.acomplete(call)).result(60)


def test_batches_come_back_in_order_at_a_known_or_unknown_cost(paid):
    found = embed("first", "second")
    assert found.status == OK and vectors.found_in(found.raw) == ((1.0, 0.0), (0.0, 1.0))
    assert (found.usage.prompt_tokens, found.usage.completion_tokens) == (12, 0)
    assert (found.cost_usd, found.cost_status, found.simulated) == (Decimal("0.0000002400"), "priced", False)
    assert found.price.model == MODEL and found.price.rates["input_cost_per_token"] == 2e-08
    (asked,) = paid.asked
    assert (asked["input"], asked["model"]) == (["first", "second"], "text-embedding-3-small")

    assert embed("a", "b", model="openai/unheard-of").cost_status == "unpriced"
    paid.answer = (200, answer([1.0], [1.0], tokens=0))
    found = embed("a", "b")
    assert (found.cost_usd, found.cost_status) == (None, "unknown")


@pytest.mark.parametrize(
    "status, wanted, error_class",
    [
        (401, BLOCKED, "key_refused"),
        (429, RETRYABLE, "rate_limited"),
        (400, FATAL, "bad_request"),
        (500, RETRYABLE, "server_error"),
    ],
)
def test_failure_is_told_once_and_without_the_key(paid, status, wanted, error_class):
    paid.answer = (status, {"error": {"message": "No: sk-very-secret-words", "type": "x", "code": "x"}})

    found = embed("a", "b")

    assert (found.status, found.error_class) == (wanted, error_class)
    assert "secret" not in str(found.error_message) and len(paid.asked) == 1


def test_answer_without_vectors_is_no_answer(paid):
    for rows in ([], [[10**400], [1.0]]):
        paid.answer = (200, answer(*rows))

        found = embed("a", "b")

        assert found.status == RETRYABLE and not vectors.found_in(found.raw), rows


def test_model_without_a_key_is_not_asked(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_API_BASE", "EVALHUB_SIMULATED_URL"):
        monkeypatch.delenv(name, raising=False)

    assert embed("a").error_class == "not_configured"


def test_simulated_vectors_cost_nothing_and_say_so(environment, provider):
    found = embed("Refunds are paid.", "Refunds are paid.", model="simulated-embedding")

    assert found.status == OK and found.simulated and found.cost_status == "unpriced"
    assert vectors.found_in(found.raw)[0] == pytest.approx(vector("Refunds are paid."), abs=1e-6)


def test_real_name_that_leads_to_the_simulation_is_found_out(environment, provider):
    found = embed("a")

    assert found.simulated and found.model_returned == "text-embedding-3-small-simulated"
    assert provider.log()["by_path"] == {"/v1/embeddings": 1}
