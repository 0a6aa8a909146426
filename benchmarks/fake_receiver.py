"""A receiver of webhooks that takes whatever comes.

python -m benchmarks.fake_receiver     prints its port and serves until it is killed
"""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 1 << 16

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *words):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 512  # connections that come at once


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Receiver)
    print(server.server_port, flush=True)
    server.serve_forever()
