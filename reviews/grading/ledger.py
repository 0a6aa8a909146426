"""The quality ledger as a file of JSON Lines that threads and processes may write at once."""

import contextlib
import fcntl
import os
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from reviews.quality.observations import QualityObservation

_LOCKS = {}
_LOCKS_LOCK = threading.Lock()


@dataclass(frozen=True)
class _Line:
    """A line as it stands, and the observation in it, None where it is malformed."""

    raw: bytes
    observation: QualityObservation | None


class QualityLedger:
    """Observations in the order they were appended. A line that cannot be read is counted and left where it is.

    A lock of the process and one on the file beside it, `<name>.lock`, keep writers apart; the second is advice, which
    every QualityLedger takes. The file beside it stays: pruning puts a new file in the place of the old one.
    """

    def __init__(self, path):
        self.path = Path(path)
        self._lock_path = self.path.with_name(f"{self.path.name}.lock")
        with _LOCKS_LOCK:
            self._lock = _LOCKS.setdefault(os.path.realpath(self.path), threading.RLock())

    def append(self, observation):
        """Written and flushed to the disk when this returns. A line that a killed writer left half is closed first."""
        line = strict_json.dumps(observation.to_dict()).encode() + b"\n"
        with self._locked(fcntl.LOCK_EX), self.path.open("a+b") as file:
            if not _ends_with_newline(file):
                line = b"\n" + line
            file.write(line)
            file.flush()
            os.fsync(file.fileno())

    def read_all(self):
        """Every observation, without the lines that are malformed."""
        return self._observations()

    def malformed_count(self):
        with self._locked(fcntl.LOCK_SH):
            return sum(line.observation is None for line in self._lines())

    def by_task_type(self, task_type):
        return [found for found in self._observations() if found.task_type == task_type]

    def recent(self, count):
        """The `count` newest by `recorded_at`, newest first; of equal ones the later line first."""
        if count < 0:
            raise InvalidInput(f"count is {count}. Valid: a whole number from 0 on.")
        newest = sorted(enumerate(self._observations()), key=lambda pair: (pair[1].recorded_at, pair[0]), reverse=True)
        return [found for _, found in newest[:count]]

    def mean_quality(self, *, task_type=None, adapter_id=None):
        """None when there is no such observation."""
        scores = [
            found.quality_score
            for found in self._observations()
            if task_type in (None, found.task_type) and adapter_id in (None, found.adapter_id)
        ]
        return sum(scores) / len(scores) if scores else None

    def prune_before(self, moment):
        """Remove what was recorded before `moment` (naive: UTC); returns how many. Malformed lines stay."""
        moment = _as_utc(moment)
        with self._locked(fcntl.LOCK_EX):
            lines = list(self._lines())
            kept = [line.raw for line in lines if line.observation is None or line.observation.recorded_at >= moment]
            if len(kept) < len(lines):
                waiting = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
                try:
                    with waiting.open("xb") as file:
                        file.writelines(line + b"\n" for line in kept)
                        file.flush()
                        os.fsync(file.fileno())
                    waiting.replace(self.path)
                finally:
                    waiting.unlink(missing_ok=True)
        return len(lines) - len(kept)

    @staticmethod
    def is_stale(observation, max_age, now=None):
        """Whether it is older than `max_age` (a timedelta); `now` is the present when it is not given."""
        now = datetime.now(UTC) if now is None else _as_utc(now)
        return now - observation.recorded_at > max_age

    def _observations(self):
        with self._locked(fcntl.LOCK_SH):
            return [line.observation for line in self._lines() if line.observation is not None]

    def _lines(self):
        with contextlib.suppress(FileNotFoundError), self.path.open("rb") as file:
            for raw in file:
                if raw.strip():
                    yield _Line(raw.rstrip(b"\n"), _read(raw))

    @contextlib.contextmanager
    def _locked(self, kind):
        with self._lock, self._lock_path.open("ab") as file:
            fcntl.flock(file, kind)
            yield


def _read(raw):
    try:
        return QualityObservation.from_dict(strict_json.loads(raw))
    except InvalidInput:
        return None


def _ends_with_newline(file):
    if not file.seek(0, os.SEEK_END):
        return True
    file.seek(-1, os.SEEK_END)
    return file.read(1) == b"\n"


def _as_utc(moment):
    return moment.replace(tzinfo=UTC) if moment.utcoffset() is None else moment.astimezone(UTC)
