"""The HTTP server of the simulated provider."""

import contextlib
import json
import select
import time
from collections import Counter, deque
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

from evalhub.demo.provider import faults
from evalhub.demo.provider.wires import batch_route, wire_of
from evalhub.demo.provider.wires.batch import Batches, Call

LARGEST_BODY = 16_000_000
LARGEST_BATCH = 300_000_000
LONGEST_HANG_SECONDS = 3600.0
UNREADABLE = (ValueError, KeyError, AttributeError, TypeError)
AS_ASKED = "Simulated fault, as asked for."


class SimulatedServer(ThreadingHTTPServer):
    """Listens on `(host, port)`; port 0 takes a free one, found in `server_address`.

    `requests` are (path, model, status) of those that came; keys and texts are not kept.
    """

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address, seed=0, batch_seconds=2.0):
        super().__init__(address, _Handler)
        self.seed = seed
        self.batches = Batches(self.answer_row, batch_seconds)
        self.faults = faults.FaultList(seed)
        self.requests = deque(maxlen=100_000)

    def answer_row(self, path, body, *, wrong_case=False):
        """(status, answer) of one request of a batch, as the direct call would have it."""
        wire, found = wire_of(path)
        try:
            request = wire.read(body, found)
        except UNREADABLE as error:
            return 400, _error(f"The request cannot be read: {error}")
        shared = self.faults.strike(json.dumps(body), path, shared_only=True)
        fault = faults.by_model(request.model) or shared or faults.NONE
        if fault.status or fault.close:
            return fault.status or 500, wire.error(fault.status or 500, AS_ASKED)
        return 200, self.answer(wire, request, replace(fault, wrong_case=fault.wrong_case or wrong_case))

    def answer(self, wire, request, fault):
        return faults.with_usage(wire.answer(request, fault, self.seed), fault.usage)

    def log(self):
        by = [dict(Counter(column)) for column in zip(*list(self.requests), strict=True)] or [{}, {}, {}]
        return {"requests": len(self.requests), "by_path": by[0], "by_model": by[1], "by_status": by[2]}


def _error(message):
    return {"error": {"message": message}}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "EvalHubSimulated/1"
    timeout = 75
    # One buffered write per response and no waiting for an acknowledgement: else each answer takes 40 ms more.
    wbufsize = 1 << 16
    disable_nagle_algorithm = True
    _drip_seconds = 0.0

    def do_GET(self):
        self._respond(urlsplit(self.path).path, b"")

    def do_POST(self):
        path = unquote(urlsplit(self.path).path)
        body = self._body(LARGEST_BATCH if "batch" in path or "/files" in path or "/upload/" in path else LARGEST_BODY)
        if body is not None:
            self._respond(path, body)

    def _body(self, largest):
        """The bytes of the request, or None after an error was sent."""
        length = self.headers.get("content-length", "")
        if length.isdigit() and int(length) <= largest:
            return self.rfile.read(int(length))
        self.close_connection = True
        message = f"Send at most {largest // 1_000_000} MB, with its length."
        self._send(413 if length.isdigit() else 411, _error(message))
        return None

    def _may_control(self):
        """Only programs on this machine change faults or read the log."""
        return self.client_address[0] in {"127.0.0.1", "::1"}

    def _respond(self, path, body):
        wire, found = wire_of(path)
        handle, address = batch_route(self.command, path)
        if path == "/healthz":
            self._send(200, {"status": "ok", "simulated": True})
        elif path == "/webhooks" and self.command == "POST":
            self._send(200, {"received": True})
        elif path == "/control" and self._may_control():
            self._control(body)
        elif path == "/control/log" and self._may_control():
            self._send(200, self.server.log())
        elif handle:
            self._batch(handle, address, path, body)
        elif wire and self.command == "POST":
            self._answer(wire, found, path, body.decode("utf-8", "replace"))
        else:
            self._send(404, _error(f"Nothing at {path}."))

    def _control(self, body):
        """Replace the faults of calls and of batches; `"reset_log": true` forgets the requests."""
        try:
            data = json.loads(body)
            calls, batches = (faults.read_faults(data.get(name, [])) for name in ("faults", "batches"))
        except UNREADABLE as error:
            self._send(400, _error(str(error)))
            return
        self.server.faults.replace(calls)
        self.server.batches.faults.replace(batches)
        if data.get("reset_log") is True:
            self.server.requests.clear()
        self._send(200, {"faults": len(calls)})

    def _batch(self, handle, address, path, body):
        """Answer a request that concerns a batch or a file; the key is that of any wire."""
        fault = self.server.faults.strike("", path) or faults.NONE
        if self._failed(path, "", fault, _error(AS_ASKED)):
            return
        bearer = (self.headers.get("authorization") or "").removeprefix("Bearer ").strip()
        key = bearer or self.headers.get("x-api-key") or self.headers.get("x-goog-api-key") or ""
        try:
            answer = handle(Call(self.server.batches, key, address, self.headers, body))
        except UNREADABLE as error:
            self._send(400, _error(f"The request cannot be read: {error}"))
            return
        self._note(path, "", answer.status or "closed")
        if answer.content is None:
            self.close_connection = True
        else:
            self._send(answer.status, answer.content, answer.headers)

    def _answer(self, wire, found, path, body):
        try:
            request = wire.read(json.loads(body), found)
        except UNREADABLE as error:
            self._note(path, "", 400)
            self._send(400, wire.error(400, f"The request cannot be read: {error}"))
            return
        fault = faults.by_model(request.model) or self.server.faults.strike(body, path) or faults.NONE
        if not self._failed(path, request.model, fault, wire.error(fault.status or 500, AS_ASKED)):
            self._note(path, request.model, 200)
            self._drip_seconds = fault.drip_ms / 1000
            self._send(200, self.server.answer(wire, request, fault))

    def _failed(self, path, model, fault, answer):
        """Whether the Fault left the request without its answer."""
        time.sleep(fault.slow_ms / 1000)
        outcome = "hanging" if fault.hang else "closed" if fault.close else fault.status
        if outcome is None:
            return False
        self._note(path, model, outcome)
        if outcome == fault.status:
            self._send(outcome, answer, {"retry-after": f"{fault.retry_after:g}"} if fault.retry_after else {})
        else:
            self.close_connection = True
        if fault.hang:
            self._wait_for_hangup(LONGEST_HANG_SECONDS)
        return True

    def _note(self, *request):
        self.server.requests.append(tuple(map(str, request)))

    def _send(self, status, answer, headers=None):
        is_raw = isinstance(answer, bytes)
        content = answer if is_raw else json.dumps(answer, ensure_ascii=False).encode("utf-8", "replace")
        self.send_response(status)
        for name, value in {"content-type": "application/json", "x-evalhub-simulated": "1", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(content)))
        if self.close_connection:
            self.send_header("connection", "close")
        self.end_headers()
        if not self._drip_seconds:
            self.wfile.write(content)
            return
        self.close_connection = True
        with contextlib.suppress(OSError):
            for byte in content:  # one after the other, until the client has had enough
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                if self._wait_for_hangup(self._drip_seconds):
                    return

    def _wait_for_hangup(self, seconds):
        """Whether the client hung up in this time; it has nothing else to say before it has its answer."""
        return bool(select.select([self.connection], [], [], seconds)[0])

    def log_message(self, format, *args):
        """Nothing per request: prompts are nobody's business."""
