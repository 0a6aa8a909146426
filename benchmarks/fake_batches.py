"""OpenAI's batches as cheap as they can be had: each batch has ended at the first look, each row is `fake_provider`'s.

python -m benchmarks.fake_batches     prints its port and serves until it is killed
"""

import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from benchmarks.fake_provider import completion

NAME = re.compile(rb'"custom_id": *"([^"]+)"')
ROW = b'{"custom_id": "%s", "response": {"status_code": 200, "body": %s}, "error": null}\n'


class Provider(BaseHTTPRequestHandler):
    """Keeps the rows of the last upload only, and their results once they were asked for."""

    protocol_version = "HTTP/1.1"
    rows, results = [], b""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.path == "/v1/files":
            kept = [line for line in body.split(b"\n") if line.startswith(b'{"custom_id"')]
            Provider.rows, Provider.results = kept, b""
            self._say({"id": "file-1"})
        else:
            self._say({"id": f"batch_{NAME.search(self.rows[0]).group(1).decode()}"})

    def do_GET(self):
        if self.path.endswith("/content"):
            self._send(Provider.results)
            return
        Provider.results = self.results or b"".join(map(answered, self.rows))
        count = len(self.rows)
        self._say(
            {
                "id": self.path.rpartition("/")[2],
                "status": "completed",
                "output_file_id": "file-2",
                "request_counts": {"total": count, "completed": count, "failed": 0},
            }
        )

    def log_message(self, format, *args):
        """Nothing per request."""

    def _say(self, answer):
        self._send(json.dumps(answer).encode())

    def _send(self, content):
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def answered(row):
    return ROW % (NAME.search(row).group(1), completion(row))


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    print(server.server_address[1], flush=True)
    server.serve_forever()
