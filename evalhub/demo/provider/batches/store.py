"""Batches of the simulated provider: what was sent, when it ends, and its rows as each wire writes them.

A batch ends `seconds` after it came (EVALHUB_SIMULATED_BATCH_SECONDS, 2 without it), or as its BatchFault says.
"""

import random
import threading
import time
import uuid
from dataclasses import dataclass, field, fields

KEPT = 500


@dataclass(frozen=True)
class BatchFault:
    """What goes wrong with one batch whose first row or name contains `match`; counts are rows from the front."""

    match: str = ""
    times: int | None = 1
    seconds: float | None = None  # until it ends
    shuffle: bool = False
    duplicate: int = 0
    missing: int = 0
    wrong_echo: int = 0
    null_response: int = 0
    error_rows: int = 0
    error_status: int = 400
    expired_rows: int = 0
    cut_last_line: bool = False
    no_output: bool = False
    empty_error_file: bool = False
    invalid_line: int | None = None
    token_limit: bool = False
    archived: bool = False
    cancel_ignored: bool = False
    lost_answer: bool = False  # the batch is taken, and the connection ends before the answer


NO_FAULT = BatchFault()


@dataclass
class Batch:
    """`rows` are (name, body, path of the direct call); `about` is what else the wire shows again."""

    id: str
    wire: str
    key: str
    rows: list
    model: str
    name: str
    fault: BatchFault
    seconds: float
    created: float = field(default_factory=time.time)
    cancelled: float | None = None
    about: dict = field(default_factory=dict)

    @property
    def is_over(self):
        return time.time() >= self.ends or (self.cancelled is not None and not self.fault.cancel_ignored)

    @property
    def ends(self):
        return self.created + (self.seconds if self.fault.seconds is None else self.fault.seconds)

    @property
    def is_refused(self):
        return self.fault.invalid_line is not None or self.fault.token_limit

    def outcome(self):
        """running, completed, failed, expired or cancelled."""
        if self.is_refused:
            return "failed"
        if not self.is_over:
            return "running"
        if self.cancelled is not None and not self.fault.cancel_ignored:
            return "cancelled"
        return "expired" if self.fault.expired_rows else "completed"


class Batches:
    """All batches and files of one server; `answer(path, body)` is (status, answer) of one direct call."""

    def __init__(self, answer, seconds):
        self._answer = answer
        self._seconds = seconds
        self._lock = threading.Lock()
        self._batches, self._files, self._faults = {}, {}, []

    def set_faults(self, entries):
        """Replace the faults; a ValueError names what is not valid."""
        known = {each.name for each in fields(BatchFault)}
        for entry in entries:
            if not isinstance(entry, dict) or set(entry) - known:
                raise ValueError(f"Unknown batch fault {entry!r}. Valid: {', '.join(sorted(known))}.")
        with self._lock:
            self._faults = [[BatchFault(**entry), entry.get("times", 1)] for entry in entries]

    def keep_file(self, key, content, name=""):
        """The name of an uploaded file, made up unless one is given."""
        name = name or f"file-{uuid.uuid4().hex[:24]}"
        with self._lock:
            self._files[name] = (key, content)
            while len(self._files) > KEPT:
                del self._files[next(iter(self._files))]
        return name

    def file(self, key, name):
        """Its bytes, or None for a file of another key."""
        owner, content = self._files.get(name, (None, None))
        return content if owner == key else None

    def add(self, *, wire, key, rows, model, name="", about=None):
        batch_id = {"openai": "batch_", "anthropic": "msgbatch_"}.get(wire, "") + uuid.uuid4().hex[:24]
        fault = self._strike(rows, name)
        batch = Batch(batch_id, wire, key, rows, model, name, fault, self._seconds, about=about or {})
        with self._lock:
            self._batches[batch_id] = batch
            while len(self._batches) > KEPT:
                del self._batches[next(iter(self._batches))]
        return batch

    def get(self, key, batch_id):
        """The Batch, or None for one of another key."""
        batch = self._batches.get(batch_id)
        return batch if batch is not None and batch.key == key else None

    def all(self, key, wire):
        """Newest first."""
        with self._lock:
            return [batch for batch in reversed(self._batches.values()) if (batch.key, batch.wire) == (key, wire)]

    def cancel(self, batch):
        if not batch.is_over:
            batch.cancelled = time.time()

    def outcomes(self, batch):
        """(name, state, HTTP status, body) of each row in the order they are written; state ok, error or expired."""
        fault, rows = batch.fault, list(enumerate(batch.rows))[batch.fault.missing :]
        if batch.outcome() == "cancelled":
            # Half of them had been answered when the wish to end came.
            done = len(rows) // 2
            rows, rest = rows[:done], rows[done:]
        else:
            rest = []
        if fault.shuffle:
            random.Random(batch.id).shuffle(rows)
        for number, row in [*rows, *rows[: fault.duplicate]]:
            yield self._outcome(batch, number, row)
        for _number, (name, _body, _path) in rest:
            yield name, "cancelled", None, None

    def _outcome(self, batch, number, row):
        name, body, path = row
        fault, number = batch.fault, number - batch.fault.missing
        if number < fault.expired_rows:
            return name, "expired", None, None
        if number < fault.null_response:
            return name, "null", None, None
        if number < fault.error_rows:
            return name, "error", fault.error_status, None
        status, answer = self._answer(path, body, wrong_case=number < fault.wrong_echo)
        return name, "ok" if status < 400 else "error", status, answer

    def counts(self, batch):
        """{ok, error, expired, cancelled} of an ended batch."""
        found = {"ok": 0, "error": 0, "expired": 0, "cancelled": 0}
        for _name, state, _status, _body in self.outcomes(batch):
            found["error" if state == "null" else state] += 1
        return found

    def _strike(self, rows, name):
        text = f"{name} {rows[0] if rows else ''}"
        with self._lock:
            for entry in self._faults:
                fault, times = entry
                if fault.match in text and times != 0:
                    entry[1] = None if times is None else times - 1
                    return fault
        return NO_FAULT
