"""A simulated provider for tests: `with running() as provider`."""

import json
import socket
import threading
import time
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import SimpleNamespace

from evalhub.demo.provider.server import SimulatedServer
from evalhub.demo.provider.wires import batch


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict
    body: dict


class Closing(SimulatedServer):
    """Its connections end with it: whoever keeps one open does not meet it again behind the next server's port."""

    def __init__(self, *words):
        super().__init__(*words)
        self.connections = []

    def get_request(self):
        connection, address = super().get_request()
        self.connections.append(connection)
        return connection, address

    def server_close(self):
        super().server_close()
        for connection in self.connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


@dataclass(frozen=True)
class Provider:
    """`connections` are the server's ends of those that were made to it."""

    url: str
    connections: list = field(default_factory=list)

    def get(self, path):
        return self._fetch(urllib.request.Request(self.url + path))

    def post(self, path, body):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self._fetch(urllib.request.Request(self.url + path, data, {"content-type": "application/json"}))

    def fail(self, *faults):
        """Set the faults of the next requests and forget what was counted."""
        answer = self.post("/control", {"faults": list(faults), "reset_log": True})
        if answer.status != 200:
            raise ValueError(answer.body["error"]["message"])

    def log(self):
        return self.get("/control/log").body

    def _fetch(self, request):
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return Answer(response.status, dict(response.headers), json.load(response))
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, dict(error.headers), json.load(error))


@contextmanager
def running(seed=0):
    with Closing(("127.0.0.1", 0), seed) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield Provider(f"http://127.0.0.1:{server.server_address[1]}", server.connections)
        finally:
            server.shutdown()
            thread.join()


def let_an_hour_pass(patch):
    """For the batches of every simulated provider of this process, until the MonkeyPatch undoes it."""
    patch.setattr(batch, "time", SimpleNamespace(time=lambda: time.time() + 3600))


SCHEMA = {
    "type": "object",
    "properties": {
        "case_ref": {"type": "string"},
        "q1_right_justification": {"type": "string"},
        "q1_right_quotes": {"type": "array", "items": {"type": "string"}},
        "q1_right_value": {"type": "string", "enum": ["correct", "partly", "incorrect"], "description": "Is it right?"},
        "q1_right_confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "q1_right_abstained": {"type": "boolean"},
    },
}

CONTEXT = "Refunds are paid within 14 days to the card that was used. Shipping costs are not refunded."


def prompt(answer="Refunds are paid within 14 days to your card. Shipping costs are not refunded."):
    fields = {"input.question": "When are refunds paid?", "context": CONTEXT, "output": answer}
    fenced = "\n".join(f"[[abcd1234 begin {name}]]\n{text}\n[[abcd1234 end {name}]]" for name, text in fields.items())
    return f"Case reference: 77fe01\n\n{fenced}\n"


def openai_body(model="simulated-careful", schema=SCHEMA, **overrides):
    wanted = {"type": "json_schema", "json_schema": {"name": "x", "schema": schema, "strict": True}}
    messages = [{"role": "system", "content": "Judge."}, {"role": "user", "content": prompt()}]
    return {"model": model, "messages": messages, "response_format": wanted, **overrides}


def openai_answer(answer):
    return json.loads(answer.body["choices"][0]["message"]["content"])
