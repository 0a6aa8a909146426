"""What the batch wires share: batches with what becomes of their rows, files, and the four requests of each wire."""

import json
import random
import re
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from evalhub.demo.provider import faults

KEPT = 1000
ID = r"(?P<id>[A-Za-z0-9_-]+)"
_PREFIXES = {"openai": "batch_", "anthropic": "msgbatch_"}


@dataclass
class Batch:
    """`rows` are (name, body, path of the direct call), `answer` gives (status, answer) of one, `about` is what else
    the wire shows again. It ends `seconds` after it came, or as its Fault says.
    """

    id: str
    wire: str
    rows: list
    name: str
    fault: faults.Fault
    seconds: float
    answer: Callable
    about: dict
    created: float = field(default_factory=time.time)
    cancelled: bool = False
    answered: dict = field(default_factory=dict)

    @property
    def outcome(self):
        """running, completed, failed, expired or cancelled."""
        if self.fault.invalid_line is not None or self.fault.token_limit:
            return "failed"
        if self.cancelled and not self.fault.cancel_ignored:
            return "cancelled"
        if time.time() < self.created + (self.seconds if self.fault.seconds is None else self.fault.seconds):
            return "running"
        return "expired" if self.fault.expired_rows else "completed"

    def outcomes(self):
        """(name, state, HTTP status, body) of each row; the state is ok, error, null, expired or cancelled.

        Of a cancelled batch half of the rows were answered.
        """
        numbers = list(range(self.fault.missing, len(self.rows)))
        done = numbers[: len(numbers) // 2] if self.outcome == "cancelled" else numbers
        rest = numbers[len(done) :]
        if self.fault.shuffle:
            random.Random(self.id).shuffle(done)
        for number in [*done, *done[: self.fault.duplicate]]:
            yield self.rows[number][0], *self._outcome(number, number - self.fault.missing)
        for number in rest:
            yield self.rows[number][0], "cancelled", None, None

    def counts(self):
        return Counter("error" if state == "null" else state for _name, state, *_ in self.outcomes())

    def _outcome(self, number, position):
        fault = self.fault
        if position < fault.expired_rows or position < fault.null_response:
            return "expired" if fault.expired_rows else "null", None, None
        if position < fault.error_rows:
            return "error", fault.error_status, None
        if number not in self.answered:
            _name, body, path = self.rows[number]
            self.answered[number] = self.answer(path, body, wrong_case=position < fault.wrong_echo)
        status, answer = self.answered[number]
        return "ok" if status < 400 else "error", status, answer


class Batches:
    """All batches and files of one server, by name; each is its key's alone."""

    def __init__(self, answer, seconds):
        self._answer, self._seconds = answer, seconds
        self._lock = threading.Lock()
        self._kept = {}
        self.faults = faults.FaultList()

    def keep(self, key, value, name=""):
        """The name of what is kept, made up unless one is given."""
        name = name or f"file-{uuid.uuid4().hex[:24]}"
        with self._lock:
            self._kept[name] = (key, value)
            while len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
        return name

    def get(self, key, name):
        """The Batch, or the bytes of the file; None for those of another key."""
        owner, value = self._kept.get(name, (None, None))
        return value if owner == key else None

    def add(self, *, wire, key, rows, name="", about=None):
        fault = self.faults.strike(f"{name} {rows[0] if rows else ''}") or faults.NONE
        batch_id = _PREFIXES.get(wire, "") + uuid.uuid4().hex[:24]
        batch = Batch(batch_id, wire, rows, name, fault, self._seconds, self._answer, about or {})
        self.keep(key, batch, batch_id)
        return batch

    def all(self, key, wire):
        """The Batches of a wire, newest first."""
        with self._lock:
            found = [value for owner, value in reversed(self._kept.values()) if owner == key]
        return [each for each in found if isinstance(each, Batch) and each.wire == wire]


@dataclass(frozen=True)
class Response:
    """`content` is a JSON value, or bytes as they are; None closes the connection without an answer."""

    status: int
    content: object
    headers: dict = field(default_factory=dict)


GONE = Response(404, {"error": {"message": "There is no such batch or file.", "type": "not_found_error"}})


@dataclass(frozen=True)
class Call:
    batches: Batches
    key: str
    found: re.Match
    headers: object
    body: bytes

    @property
    def batch(self):
        return self.batches.get(self.key, self.found["id"])

    def file(self, name):
        """The values of a file of JSON lines; a KeyError for one that is not there."""
        content = self.batches.get(self.key, name)
        if content is None:
            raise KeyError(name)
        return [json.loads(line) for line in content.splitlines() if line.strip()]

    def parts(self):
        """The (head, content) of a body of several parts."""
        boundary = re.search(r'boundary="?([^";]+)"?', self.headers.get("content-type", ""))[1].encode()
        parts = (part.partition(b"\r\n\r\n") for part in self.body.split(b"--" + boundary)[1:-1])
        return [(head, content.removesuffix(b"\r\n")) for head, _, content in parts]


class BatchWire:
    """One file adds a wire: its `name`, its addresses, `added` and `shown`; its lists have a `list_name`."""

    name = ""
    jobs = ""  # the pattern of the address of all batches
    created_at = ""  # where they are made, if elsewhere
    cancel_mark = "/cancel"
    list_name = "data"

    def routes(self):
        """[(pattern of the address, method, what answers)]"""
        return [
            (self.created_at or self.jobs, "POST", self.create),
            (self.jobs, "GET", self.list),
            (f"{self.jobs}/{ID}", "GET", self.get),
            (f"{self.jobs}/{ID}{self.cancel_mark}", "POST", self.cancel),
        ]

    def create(self, call):
        batch = self.added(call)
        return Response(0, None) if batch.fault.lost_answer else Response(200, self.shown(batch))

    def list(self, call):
        found = [self.shown(batch) for batch in call.batches.all(call.key, self.name)]
        return Response(200, {self.list_name: found})

    def get(self, call):
        return Response(200, self.shown(call.batch)) if call.batch else GONE

    def cancel(self, call):
        if call.batch and call.batch.outcome == "running":
            call.batch.cancelled = True
        return self.get(call)


def jsonl(rows, batch):
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8", "replace")
    return text[: len(text) - 40] if batch.fault.cut_last_line else text + b"\n"


def moment(seconds):
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
