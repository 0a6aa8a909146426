"""The load generator: callers over kept-alive sockets, run as a process of its own that imports nothing of the product.

    python -m benchmarks.load < plan.json

The plan is {"port", "seconds", "scenario", "callers": [{…}]}; printed are the durations of each kind of request in
seconds, {"seconds", "durations": {kind: [...]}, "errors": [...]}. A request is sent by one write and with
TCP_NODELAY, so that no delayed acknowledgement is measured.
"""

import json
import random
import socket
import sys
import threading
import time
import uuid

ANSWERS = ("correct", "partly", "wrong")


class Caller:
    """One annotator on one connection."""

    def __init__(self, port, facts):
        self.facts = facts
        self.durations = {}
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = b""

    def call(self, kind, method, path, body=None):
        """The decoded answer of a request that took place; its duration is noted under `kind`."""
        data = b"" if body is None else json.dumps(body).encode()
        key = f"Authorization: Bearer {self.facts['key']}\r\n" if "key" in self.facts else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{key}Content-Type: application/json\r\n"
        begun = time.perf_counter()
        self._socket.sendall(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        status, answer = self._read()
        self.durations.setdefault(kind, []).append(time.perf_counter() - begun)
        if status >= 300:
            raise RuntimeError(f"{method} {path} answered {status}: {answer[:300]!r}")
        return json.loads(answer)

    def _read(self):
        received = self._rest
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self._more()
        head = received[:end].lower()
        mark = head.find(b"content-length:")
        length = int(head[mark + 15 :].split(b"\r\n", 1)[0])
        body = received[end + 4 :]
        while len(body) < length:
            body += self._more()
        self._rest = body[length:]
        return int(head[9:12]), body[:length]

    def _more(self):
        data = self._socket.recv(65536)
        if not data:
            raise RuntimeError("The server closed the connection.")
        return data


def pairs(caller, until):
    """Take an item, answer it, and so on without a pause."""
    task = f"/v1/annotations/tasks/{caller.facts['task']}"
    item = caller.call("next", "POST", f"{task}/next", {})
    while True:
        begun = time.perf_counter()
        body = {
            "labels": {"verdict": random.choice(ANSWERS)},
            "lease_token": item["lease_token"],
            "submission_id": str(uuid.uuid4()),
            "time_spent_seconds": 12.5,
        }
        caller.call("submit", "POST", f"{task}/items/{item['item_id']}", body)
        item = caller.call("next", "POST", f"{task}/next", {})
        caller.durations.setdefault("pair", []).append(time.perf_counter() - begun)
        if item["item_id"] is None:
            raise RuntimeError(f"The queue is empty: {item['reason']}.")
        if time.perf_counter() >= until:
            return


def drafts(caller, until):
    """Save the unfinished answer of a fresh item again and again."""
    task = f"/v1/annotations/tasks/{caller.facts['task']}"
    for kind in ("held", "fresh"):
        item = caller.call(kind, "POST", f"{task}/next", {})
        if kind == "held":
            caller.call("submit", "POST", f"{task}/items/{item['item_id']}", {"labels": {"verdict": ANSWERS[0]}})
    path = f"{task}/items/{item['item_id']}/draft"
    version = 0
    while True:
        body = {"version": version, "answers": {"verdict": ANSWERS[version % 3]}}
        version = caller.call("draft", "PUT", path, body)["version"]
        if time.perf_counter() >= until:
            return


def bare(caller, until):
    """The same pair against the yardstick."""
    root = f"/bare/{caller.facts['number']}"
    item = caller.call("next", "POST", f"{root}/next", {})
    while True:
        begun = time.perf_counter()
        caller.call("submit", "POST", f"{root}/{item['item_id']}", {"answer": random.choice(ANSWERS)})
        item = caller.call("next", "POST", f"{root}/next", {})
        caller.durations.setdefault("pair", []).append(time.perf_counter() - begun)
        if time.perf_counter() >= until:
            return


SCENARIOS = {"pairs": pairs, "drafts": drafts, "bare": bare}


def main():
    plan = json.load(sys.stdin)
    callers = [Caller(plan["port"], facts) for facts in plan["callers"]]
    errors = []
    begun = time.perf_counter()

    def run(caller):
        try:
            SCENARIOS[plan["scenario"]](caller, begun + plan["seconds"])
        except (RuntimeError, OSError, KeyError, ValueError) as error:
            errors.append(repr(error))

    threads = [threading.Thread(target=run, args=[caller]) for caller in callers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    durations = {}
    for caller in callers:
        for kind, found in caller.durations.items():
            durations.setdefault(kind, []).extend(found)
    seconds = time.perf_counter() - begun
    print(json.dumps({"seconds": seconds, "durations": durations, "errors": errors}))


if __name__ == "__main__":
    main()
