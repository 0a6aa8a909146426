"""A proxy before the served site that loses, limits and delays requests as a test says: `with faulty(url) as proxy`."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

KILLED_BEFORE, KILLED_AFTER = "killed before", "killed after"
LIMITED, AWAY = 429, 503
ANSWER_SECONDS = 120
PASSED_ON = ("authorization", "content-type", "idempotency-key", "accept")
PASSED_BACK = ("content-type", "link", "idempotent-replayed")


class Proxy(ThreadingHTTPServer):
    """`faults` are what becomes of the next requests, one each, "" for none; afterwards all go through.

    KILLED_BEFORE closes the connection and passes nothing on, KILLED_AFTER after the site has answered. A status is
    answered in the site's place, with a Retry-After of `retry_after`. `asked` are (method, path, idempotency key).
    """

    daemon_threads = True

    def __init__(self, site):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.site, self.faults, self.asked, self.retry_after = site, [], [], None
        self.http = httpx.Client(base_url=site, timeout=ANSWER_SECONDS)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 1 << 16

    def do_GET(self):
        proxy, body = self.server, self.rfile.read(int(self.headers.get("content-length", 0)))
        proxy.asked.append((self.command, self.path, self.headers.get("idempotency-key")))
        fault = proxy.faults.pop(0) if proxy.faults else ""
        if isinstance(fault, int):
            waiting = {} if proxy.retry_after is None else {"Retry-After": str(proxy.retry_after)}
            self._answer(fault, b'{"error": {"code": "busy", "message": "Busy.", "details": {}}}', waiting)
            return
        if fault != KILLED_BEFORE:
            sent = {name: self.headers[name] for name in PASSED_ON if name in self.headers}
            answer = proxy.http.request(self.command, self.path, content=body, headers=sent)
        if fault in (KILLED_BEFORE, KILLED_AFTER):
            self.close_connection = True
            return
        kept = {name: answer.headers[name] for name in PASSED_BACK if name in answer.headers}
        self._answer(answer.status_code, answer.content, kept)

    do_POST = do_PATCH = do_PUT = do_DELETE = do_GET

    def _answer(self, status, content, headers):
        self.send_response(status)
        for name, value in {"content-length": str(len(content)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *words):
        pass


@contextmanager
def faulty(site):
    with Proxy(site) as proxy:
        thread = threading.Thread(target=proxy.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield proxy
        finally:
            proxy.shutdown()
            thread.join()
            proxy.http.close()
