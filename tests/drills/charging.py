"""A provider that charges: the simulated one without its marks, so that calls are priced, and with a bill."""

import json
import math
import re
import threading
from collections import Counter
from contextlib import contextmanager
from dataclasses import replace

from evalhub.demo.provider.faults import read_faults
from evalhub.demo.provider.server import SimulatedServer, _Handler
from evalhub.demo.provider.wires.batch import Batches
from evalhub.demo.provider.wires.openai import FINGERPRINT

REFERENCE = re.compile(r"Case reference: (\w+)")
LONGEST_WAIT_SECONDS = 60  # of a call whose drill has failed
MARKS = {FINGERPRINT.encode(): b"fp_1", b"-simulated": b""}


class ChargingServer(SimulatedServer):
    """`bill()` is what its users owe; `created` are the batches it was sent, as they came, and `looks` how often each
    was looked at; `waiting` direct calls wait for their answers.
    """

    def __init__(self):
        super().__init__(("127.0.0.1", 0), seed=3)
        self.RequestHandlerClass = _Charging
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.batches = _KeptBatches(self)
        self.answered = Counter()
        self.lock = threading.Lock()
        self.changed = threading.Condition()
        self.waiting = 0
        self.begin()

    def begin(self):
        """Forget all that was asked, and answer at once from here on."""
        with self.lock:
            self.answered, self.created, self.looks = Counter(), [], Counter()
        self.requests.clear()
        self.fail()
        self.end_batches()
        self.allow(None)

    def fail(self, *faults):
        """Spoil answers in these ways, and no others."""
        self.faults.replace(read_faults([*faults, {"path": "chat", "slow_ms": 0, "times": None}]))

    def allow(self, calls):
        """Answer only so many direct calls from here on, and let the others wait; None: no call waits."""
        with self.changed:
            self._allowed = calls
            self.changed.notify_all()

    def wait_in_line(self):
        with self.changed:
            self.waiting += 1
            self.changed.wait_for(lambda: self._allowed is None or self._allowed > 0, LONGEST_WAIT_SECONDS)
            self.waiting -= 1
            if self._allowed is not None:
                self._allowed -= 1

    def hold_batches(self, *, after=0):
        """Let batches go on until `end_batches`, all but so many that come first."""
        going_on = [{"seconds": 0.0, "times": after}, {"seconds": math.inf, "times": None}]
        self.batches.faults.replace(read_faults(going_on))

    def end_batches(self):
        """Those that go on, and from here on each as it comes."""
        self.batches.faults.replace(read_faults([{"seconds": 0.0, "times": None}]))
        for batch in self.created:
            batch.fault = replace(batch.fault, seconds=0.0)

    def bill(self):
        """How often each case was answered, by its reference: in direct calls and in rows of batches."""
        bill = Counter(self.answered)
        for batch in self.created:
            bodies = {name: body for name, body, _path in batch.rows}
            states = ((name, state) for name, state, *_ in batch.outcomes())
            bill.update(reference_of(json.dumps(bodies[name])) for name, state in states if state == "ok")
        return bill

    def charge(self, body):
        with self.lock:
            self.answered[reference_of(body)] += 1

    def handle_error(self, request, client_address):
        """Killed workers hang up in the middle of an answer."""


def reference_of(text):
    return REFERENCE.search(text)[1]


class _KeptBatches(Batches):
    def __init__(self, server):
        super().__init__(server.answer_row, 0.0)
        self._server = server

    def add(self, **about):
        batch = super().add(**about)
        self._server.created.append(batch)
        return batch

    def get(self, key, batch_id):
        self._server.looks[batch_id] += 1
        return super().get(key, batch_id)


class _Charging(_Handler):
    """What comes out of it could be from the provider itself."""

    def _answer(self, wire, found, path, body):
        self._asked = body
        self.server.wait_in_line()
        super()._answer(wire, found, path, body)

    def _send(self, status, answer, headers=None):
        content = answer if isinstance(answer, bytes) else json.dumps(answer, ensure_ascii=False).encode()
        for mark, plain in MARKS.items():
            content = content.replace(mark, plain)
        asked, self._asked = getattr(self, "_asked", None), None
        if asked is not None and status == 200:
            self.server.charge(asked)
        super()._send(status, content, headers)

    def send_header(self, name, value):
        if name != "x-evalhub-simulated":
            super().send_header(name, value)


@contextmanager
def charging():
    """A ChargingServer that is served until the block ends."""
    with ChargingServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
