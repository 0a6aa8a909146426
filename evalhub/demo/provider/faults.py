"""Faults on request: a list that tests post, a share of all requests, and model names that end in `-fault-...`."""

import re
import threading
from collections import Counter
from dataclasses import dataclass, replace

from evalhub.demo.provider.personality import rng_of

_SUFFIX = re.compile(
    r"-fault-(?P<what>\d{3}|slow|truncate|garbage|empty|fenced|refuse|close|wrong-case|retry-after"
    r"|hang|drip|usage)$"
)
_FIELDS = {
    "status": int,
    "retry_after": (int, float),
    "slow_ms": int,
    "hang": bool,
    "drip_ms": int,
    "usage": (int, float, str),
    "truncate": bool,
    "garbage": bool,
    "empty": bool,
    "fenced": bool,
    "refuse": bool,
    "close": bool,
    "wrong_case": bool,
    "match": str,
    "path": str,
    "times": int,
}


@dataclass(frozen=True)
class Fault:
    """What goes wrong: an error status, a delay, or a spoiled answer.

    It strikes `times` requests (None: all, until the list is replaced) whose body or model contains `match`, on
    addresses that contain `path`. `hang` sends nothing until the client hangs up, `drip_ms` is the time between two
    bytes of the body, `usage` is put in the place of every count of tokens.
    """

    status: int | None = None
    retry_after: float | None = None
    slow_ms: int = 0
    hang: bool = False
    drip_ms: int = 0
    usage: object = None
    truncate: bool = False
    garbage: bool = False
    empty: bool = False
    fenced: bool = False
    refuse: bool = False
    close: bool = False
    wrong_case: bool = False
    match: str = ""
    path: str = ""
    times: int | None = 1


NONE = Fault()
_BY_SUFFIX = {
    "slow": Fault(slow_ms=3000),
    "hang": Fault(hang=True),
    "drip": Fault(drip_ms=3000),
    "usage": Fault(usage=10**15),
    "truncate": Fault(truncate=True),
    "garbage": Fault(garbage=True),
    "empty": Fault(empty=True),
    "fenced": Fault(fenced=True),
    "refuse": Fault(refuse=True),
    "close": Fault(close=True),
    "wrong-case": Fault(wrong_case=True),
    "retry-after": Fault(status=429, retry_after=1),
}
# What strikes a share of all requests unless another list is posted with it.
EVERY_KIND = (
    Fault(status=500),
    Fault(status=429, retry_after=0.1),
    Fault(slow_ms=1500),
    Fault(truncate=True),
    Fault(refuse=True),
    Fault(garbage=True),
    Fault(empty=True),
    Fault(wrong_case=True),
)


def read_scenario(entry):
    """(share, Faults) of a posted scenario such as {"fraction": 0.1, "faults": [{"status": 500}]}; None for no faults.

    Without a list it is EVERY_KIND. A ValueError names what is not valid.
    """
    if entry is None:
        return 0.0, ()
    if not isinstance(entry, dict) or set(entry) - {"fraction", "faults"}:
        raise ValueError(f"A scenario is an object with fraction and faults, met {entry!r}.")
    share = entry.get("fraction")
    if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share <= 1:
        raise ValueError(f"fraction is {share!r}. Valid: a number from 0 to 1.")
    return share, tuple(read_faults(entry["faults"])) if "faults" in entry else EVERY_KIND


def read_faults(entries):
    """The Faults of a posted list; a ValueError names what is not valid."""
    if not isinstance(entries, list):
        raise ValueError("faults must be a list of objects.")
    return [_read(entry) for entry in entries]


def with_usage(answer, count):
    """An answer of any wire in which each count of tokens is this one."""
    return {
        name: _counts(value, count) if name in ("usage", "usageMetadata") else value for name, value in answer.items()
    }


def _counts(usage, count):
    if isinstance(usage, dict):
        return {name: _counts(value, count) for name, value in usage.items()}
    return count if isinstance(usage, int) else usage


def by_model(model):
    """The Fault that a model's name asks for, such as `simulated-fault-429`, or None."""
    found = _SUFFIX.search(model)
    if not found:
        return None
    what = found["what"]
    return Fault(status=int(what)) if what.isdigit() else _BY_SUFFIX[what]


class FaultList:
    """The posted faults; the first that matches a request strikes and is used up. Safe for threads."""

    def __init__(self):
        self._faults = []
        self._lock = threading.Lock()

    def replace(self, faults):
        with self._lock:
            self._faults = list(faults)

    def strike(self, text, path):
        """The Fault for a request to `path` whose body is `text`, or None."""
        with self._lock:
            for index, fault in enumerate(self._faults):
                if fault.match in text and fault.path in path and fault.times != 0:
                    if fault.times is not None:
                        self._faults[index] = replace(fault, times=fault.times - 1)
                    return fault
        return None


class Scenario:
    """Faults that strike a share of all requests: which ones follows from the seed, the text, and how often it came.

    So the same run of requests meets the same faults in whatever order they come, and a retry has a chance of its own.
    """

    def __init__(self, seed):
        self._seed = seed
        self._lock = threading.RLock()
        self.replace(0.0, ())

    def replace(self, share, faults):
        with self._lock:
            self._share, self._faults = share, tuple(faults)
            self._came, self._rows = Counter(), {}

    def strike(self, text, path=""):
        """The Fault for a direct call, or None."""
        with self._lock:
            fitting = [fault for fault in self._faults if fault.match in text and fault.path in path]
            if not fitting:
                return None
            number = self._came[hash(text)]
            self._came[hash(text)] += 1
        rng = rng_of(self._seed, "scenario", text, number)
        return rng.choice(fitting) if rng.random() < self._share else None

    def strike_row(self, row, text):
        """The Fault for a row of a batch, the same one whenever it is asked again about the same object `row`."""
        if not self._faults:
            return None
        with self._lock:
            if id(row) not in self._rows:
                self._rows[id(row)] = row, self.strike(text)  # the row is kept, so that no other gets its id
            return self._rows[id(row)][1]


class Log:
    """How many requests came, by path, model and status answered. Keys and texts are not kept."""

    def __init__(self):
        self._lock = threading.Lock()
        self.clear()

    def clear(self):
        with self._lock:
            self._counts = {"path": Counter(), "model": Counter(), "status": Counter()}

    def add(self, *, path, model, status):
        with self._lock:
            self._counts["path"][path] += 1
            self._counts["model"][model] += 1
            self._counts["status"][str(status)] += 1

    def summary(self):
        with self._lock:
            counts = {f"by_{name}": dict(counter) for name, counter in self._counts.items()}
            return {"requests": self._counts["path"].total(), **counts}


def _read(entry):
    if not isinstance(entry, dict):
        raise ValueError(f"A fault is an object, met {entry!r}.")
    for name, value in entry.items():
        if name not in _FIELDS:
            raise ValueError(f"Unknown fault field {name!r}. Valid: {', '.join(_FIELDS)}.")
        if value is not None and not isinstance(value, _FIELDS[name]):
            raise ValueError(f"Fault field {name!r} is {value!r}.")
    if entry.get("status") is not None and not 400 <= entry["status"] <= 599:
        raise ValueError(f"Fault status is {entry['status']}. Valid: 400 to 599.")
    return Fault(**{name: value for name, value in entry.items() if value is not None or name == "times"})
