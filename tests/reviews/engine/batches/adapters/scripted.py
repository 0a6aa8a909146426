"""A provider that answers what a test wrote down, over real HTTP: `with scripted() as provider`."""

import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Answer:
    """`content` is sent as it is when it is bytes, as JSON otherwise."""

    content: object = b""
    status: int = 200
    headers: dict = field(default_factory=dict)


class Scripted(ThreadingHTTPServer):
    """`answers` is {part of an address: an Answer or its content}; the first part that fits an address answers it.

    `asked` are the addresses that came.
    """

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers, self.asked = {}, []

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def answer(self, path):
        self.asked.append(path)
        found = next((answer for part, answer in self.answers.items() if part in path), Answer(status=404))
        return found if isinstance(found, Answer) else Answer(found)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 1 << 16

    def do_GET(self):
        self.rfile.read(int(self.headers.get("content-length", 0)))
        answer = self.server.answer(self.path)
        content = answer.content if isinstance(answer.content, bytes) else json.dumps(answer.content).encode()
        self.send_response(answer.status)
        for name, value in {"content-length": str(len(content)), **answer.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    do_POST = do_GET

    def log_message(self, *words):
        pass


@contextmanager
def scripted():
    with Scripted() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
