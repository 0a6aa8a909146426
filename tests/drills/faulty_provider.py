"""A provider of three wires that spoils the first answer about each case, and counts what it was asked."""

import json
import re
import threading
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

from evalhub.demo.provider.server import SimulatedServer

HEALTHY = "healthy"
# A refusal comes every time; all others strike once, so that another try has its answer.
FAULTS = ("drip", "hang", "usage", "limited", "cut_off", "page", "refusal", "redirect", "reset", "bytes")
_REFERENCE = re.compile(rb"Case reference: (\w+)")
_REFUSALS = {
    "messages": {"content": [], "stop_reason": "refusal", "model": "simulated",
                 "stop_details": {"explanation": "I will not judge this."}},
    "generateContent": {"promptFeedback": {"blockReason": "SAFETY", "blockReasonMessage": "I will not judge this."}},
    "completions": {"model": "simulated", "choices": [
        {"index": 0, "finish_reason": "stop", "message": {"content": None, "refusal": "I will not judge this."}},
    ]},
}  # fmt: skip


class FaultyProvider(ThreadingHTTPServer):
    """`asked` counts the requests by case, `faults` says which of FAULTS a case has, or HEALTHY."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = SimulatedServer(("127.0.0.1", 0))
        self.asked, self.faults, self.lock, self.ended = Counter(), {}, threading.Lock(), threading.Event()

    def handle_error(self, request, client_address):
        """Nothing: callers hang up on what is hanging."""

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def fault_of(self, case):
        """Every second case is healthy; the others have the faults by turns."""
        with self.lock:
            number = len(self.faults)
            fault = HEALTHY if number % 2 else FAULTS[number // 2 % len(FAULTS)]
            fault = self.faults.setdefault(case, fault)
            self.asked[case] += 1
            return fault if self.asked[case] == 1 or fault == "refusal" else HEALTHY


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 1 << 16

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        path = unquote(self.path)
        fault = self.server.fault_of(_REFERENCE.search(body).group(1))
        _, answer = self.server.answers.answer_row(path, json.loads(body))
        getattr(self, fault)(answer, path)

    def healthy(self, answer, path):
        self.send(200, json.dumps(answer).encode())

    def usage(self, answer, path):
        counted = re.sub(rb'("\w*[tT]okens?\w*": )\d+', rb"\g<1>1000000000000000", json.dumps(answer).encode())
        self.send(200, re.sub(rb'("\w+TokenCount": )\d+', rb"\g<1>1000000000000000", counted))

    def limited(self, answer, path):
        self.send(429, b'{"error": {"message": "Slow down."}}', retry_after="0.01")

    def page(self, answer, path):
        self.send(200, b"<html><body>Sign in</body></html>", content_type="text/html")

    def bytes(self, answer, path):
        self.send(200, b'{"\xff": 1}')

    def refusal(self, answer, path):
        self.send(200, json.dumps(next(said for part, said in _REFUSALS.items() if part in path)).encode())

    def redirect(self, answer, path):
        self.send(302, b"", location=f"{self.server.url}{path}")

    def reset(self, answer, path):
        self.close_connection = True

    def cut_off(self, answer, path):
        content = json.dumps(answer).encode()
        self.send(200, content[:-20], content_length=str(len(content)))
        self.close_connection = True

    def hang(self, answer, path):
        self.close_connection = True
        self.server.ended.wait(60)

    def drip(self, answer, path):
        self.close_connection = True
        self.send(200, b"", content_length="100000")
        try:
            while not self.server.ended.wait(0.05):
                self.wfile.write(b" ")
                self.wfile.flush()
        except OSError:
            return

    def send(self, status, content, **headers):
        self.send_response(status)
        for name, value in {"content_type": "application/json", "content_length": str(len(content)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(content)
        self.wfile.flush()

    def log_message(self, *words):
        pass


@contextmanager
def faulty():
    with FaultyProvider() as provider:
        thread = threading.Thread(target=provider.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield provider
        finally:
            provider.ended.set()
            provider.shutdown()
            provider.answers.server_close()
            thread.join()
