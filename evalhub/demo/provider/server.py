"""The HTTP server of the simulated provider."""

import contextlib
import json
import select
import time
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

from evalhub.demo.provider import faults
from evalhub.demo.provider.batches.routes import respond, route
from evalhub.demo.provider.batches.store import Batches
from evalhub.demo.provider.embeddings import Embeddings
from evalhub.demo.provider.replies import reply_to
from evalhub.demo.provider.wires import WIRES, BadRequest

LARGEST_BODY = 16_000_000
LARGEST_BATCH = 300_000_000
BATCH_SECONDS = 2.0
LONGEST_HANG_SECONDS = 3600.0
EMBEDDINGS = Embeddings()


class SimulatedServer(ThreadingHTTPServer):
    """Listens on `(host, port)`; port 0 takes a free one, found in `server_address`."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address, seed=0, batch_seconds=BATCH_SECONDS):
        super().__init__(address, _Handler)
        self.seed = seed
        self.batches = Batches(self.answer_row, batch_seconds)
        self.faults = faults.FaultList()
        self.scenario = faults.Scenario(seed)
        self.log = faults.Log()

    def answer_row(self, path, body, *, wrong_case=False):
        """(status, answer) of one request of a batch, as the direct call would have it."""
        for wire in WIRES:
            found = wire.path.fullmatch(path)
            if found:
                try:
                    ask = wire.read(body, found)
                except (BadRequest, ValueError, AttributeError, TypeError) as error:
                    return 400, wire.error(400, f"The request cannot be read: {error}")
                shared = self.scenario.strike_row(body, f"{ask.system}{ask.user}{ask.later}")
                fault = faults.by_model(ask.model) or shared or faults.NONE
                if fault.status or fault.close:
                    status = fault.status or 500
                    return status, wire.error(status, "Simulated fault, as asked for.")
                fault = replace(fault, wrong_case=fault.wrong_case or wrong_case)
                return 200, _spoiled(wire.write(ask, reply_to(ask, fault, self.seed)), fault)
        return 404, {"error": {"message": f"Nothing at {path}."}}


def _spoiled(answer, fault):
    return answer if fault.usage is None else faults.with_usage(answer, fault.usage)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "EvalHubSimulated/1"
    timeout = 75
    # One buffered write per response and no waiting for an acknowledgement: else each answer takes 40 ms more.
    wbufsize = 1 << 16
    disable_nagle_algorithm = True
    _drip_seconds = 0.0

    def do_GET(self):
        path = urlsplit(self.path).path
        if path == "/healthz":
            self._send(200, {"status": "ok", "simulated": True})
        elif path == "/control/log" and self._may_control():
            self._send(200, self.server.log.summary())
        elif not self._is_batch(path, b""):
            self._send(404, {"error": {"message": f"Nothing at {path}."}})

    def do_POST(self):
        path = unquote(urlsplit(self.path).path)
        raw = self._body(LARGEST_BATCH if "batch" in path or "/files" in path or "/upload/" in path else LARGEST_BODY)
        if raw is None or self._is_batch(path, raw):
            return
        body = raw.decode("utf-8", "replace")
        if path == "/control" and self._may_control():
            self._control(body)
            return
        for wire in (*WIRES, EMBEDDINGS):
            found = wire.path.fullmatch(path)
            if found:
                self._answer(wire, found, path, body)
                return
        self._send(404, {"error": {"message": f"Nothing at {path}."}})

    def _is_batch(self, path, body):
        """Whether the request concerned a batch or a file, and was answered."""
        routed = route(self.command, path)
        if routed is None:
            return False
        fault = self.server.faults.strike("", path) or faults.NONE
        time.sleep(fault.slow_ms / 1000)
        if fault.close or fault.status:
            self._fail(path, "", fault, {"error": {"message": "Simulated fault, as asked for."}})
            return True
        answer = respond(routed, self.server.batches, self.headers, body)
        self._log(path, "", answer.status or "closed")
        if answer.content is None:
            self.close_connection = True
        else:
            self._send(answer.status, answer.content, answer.headers)
        return True

    def _answer(self, wire, found, path, body):
        try:
            ask = wire.read(json.loads(body), found)
        except (BadRequest, ValueError, AttributeError, TypeError) as error:
            self._log(path, "", 400)
            self._send(400, wire.error(400, f"The request cannot be read: {error}"))
            return
        fault = (
            faults.by_model(ask.model)
            or self.server.faults.strike(body, path)
            or self.server.scenario.strike(body, path)
            or faults.NONE
        )
        if fault.slow_ms:
            time.sleep(fault.slow_ms / 1000)
        if fault.hang:
            self._log(path, ask.model, "hanging")
            self.close_connection = True
            self._wait_for_hangup(LONGEST_HANG_SECONDS)
            return
        if fault.close or fault.status:
            self._fail(path, ask.model, fault, wire.error(fault.status or 500, "Simulated fault, as asked for."))
            return
        self._log(path, ask.model, 200)
        reply = fault if wire is EMBEDDINGS else reply_to(ask, fault, self.server.seed)
        self._drip_seconds = fault.drip_ms / 1000
        self._send(200, _spoiled(wire.write(ask, reply), fault))

    def _fail(self, path, model, fault, answer):
        self._log(path, model, "closed" if fault.close else fault.status)
        if fault.close:
            self.close_connection = True
        else:
            headers = {} if fault.retry_after is None else {"retry-after": f"{fault.retry_after:g}"}
            self._send(fault.status, answer, headers)

    def _control(self, body):
        """Replace the faults and the scenario, and forget the counts with `"reset_log": true`."""
        try:
            data = json.loads(body)
            wanted = faults.read_faults(data.get("faults", []))
            share, shared = faults.read_scenario(data.get("scenario"))
            self.server.batches.set_faults(data.get("batches", []))
        except (ValueError, AttributeError) as error:
            self._send(400, {"error": {"message": str(error)}})
            return
        self.server.faults.replace(wanted)
        self.server.scenario.replace(share, shared)
        if data.get("reset_log") is True:
            self.server.log.clear()
        self._send(200, {"faults": len(wanted)})

    def _may_control(self):
        return self.client_address[0] in {"127.0.0.1", "::1"}

    def _body(self, largest):
        """The request's bytes, or None after an error was sent."""
        length = self.headers.get("content-length", "")
        if not length.isdigit() or int(length) > largest:
            self.close_connection = True
            words = f"Send at most {largest // 1_000_000} MB, with its length."
            self._send(413 if length.isdigit() else 411, {"error": {"message": words}})
            return None
        return self.rfile.read(int(length))

    def _log(self, path, model, status):
        self.server.log.add(path=path, model=model, status=status)

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
        if self._drip_seconds:
            self._drip(content)
        else:
            self.wfile.write(content)

    def _drip(self, content):
        """One byte after the other, until the client has had enough."""
        self.close_connection = True
        with contextlib.suppress(OSError):
            for byte in content:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                if self._wait_for_hangup(self._drip_seconds):
                    return

    def _wait_for_hangup(self, seconds):
        """Whether the client hung up in this time; it has nothing else to say before it has its answer."""
        return bool(select.select([self.connection], [], [], seconds)[0])

    def log_message(self, format, *args):
        """Nothing per request: prompts are nobody's business, and the log counts them."""
