"""Faults on request: those that tests post, and model names that end in `-fault-...`."""

import threading
from collections import Counter
from dataclasses import dataclass, fields, replace

from evalhub.demo.provider.prompts import rng_of


@dataclass(frozen=True)
class Fault:
    """What goes wrong: an error status, a delay, or a spoiled answer.

    It strikes `times` requests (None: all, until the list is replaced) whose body or model contains `match`, on
    addresses that contain `path`; of those a `share`, by the seed, the text, and how often it came. `hang` sends
    nothing until the client hangs up, `drip_ms` is the time between two bytes of the body, `usage` is put in the place
    of every count of tokens.

    The second half spoils batches whose first row or name contains `match`: `seconds` until one ends, and counts of
    rows from the front. `lost_answer`: the batch is taken, and the connection ends before the answer.
    """

    status: int | None = None
    retry_after: int | float | None = None
    slow_ms: int = 0
    hang: bool = False
    drip_ms: int = 0
    usage: int | float | str | None = None
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
    share: int | float = 1
    seconds: int | float | None = None
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
    lost_answer: bool = False


NONE = Fault()
_FIELDS = {field.name: field.type for field in fields(Fault)}
_BY_NAME = {
    "slow": Fault(slow_ms=3000),
    "drip": Fault(drip_ms=3000),
    "usage": Fault(usage=10**15),
    "retry-after": Fault(status=429, retry_after=1),
    **{name.replace("_", "-"): Fault(**{name: True}) for name, kind in _FIELDS.items() if kind is bool},
}


def by_model(model):
    """The Fault that a model's name asks for, such as `simulated-fault-429`, or None."""
    name = model.rpartition("-fault-")[2] if "-fault-" in model else ""
    return Fault(status=int(name)) if name.isdigit() else _BY_NAME.get(name)


def read_faults(entries):
    """The Faults of a posted list; a ValueError names what is not valid."""
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError("Faults must be a list of objects.")
    for name, value in (pair for entry in entries for pair in entry.items()):
        if name not in _FIELDS:
            raise ValueError(f"Unknown fault field {name!r}. Valid: {', '.join(_FIELDS)}.")
        if not isinstance(value, _FIELDS[name]):
            raise ValueError(f"Fault field {name!r} is {value!r}.")
        if name == "status" and value is not None and not 400 <= value <= 599:
            raise ValueError(f"Fault status is {value}. Valid: 400 to 599.")
    return [Fault(**entry) for entry in entries]


def with_usage(answer, count):
    """An answer of any wire in which each count of tokens is this one; None leaves it as it is."""
    name = next((name for name in ("usage", "usageMetadata") if name in answer), None)
    return answer if name is None or count is None else answer | {name: dict.fromkeys(answer[name], count)}


class FaultList:
    """The posted faults; the first that matches a request strikes and is used up. Safe for threads."""

    def __init__(self, seed=0):
        self._seed = seed
        self._lock = threading.Lock()
        self.replace([])

    def replace(self, faults):
        with self._lock:
            self._faults, self._came = list(faults), Counter()

    def strike(self, text, path="", *, shared_only=False):
        """The Fault for a request to `path` whose body is `text`, or None; `shared_only`: of those with a share."""
        with self._lock:
            for index, fault in enumerate(self._faults):
                is_open = fault.times != 0 and not (shared_only and fault.share == 1)
                if is_open and fault.match in text and fault.path in path and self._falls(index, fault.share, text):
                    if fault.times is not None:
                        self._faults[index] = replace(fault, times=fault.times - 1)
                    return fault
        return None

    def _falls(self, index, share, text):
        number = self._came[index, text] if share < 1 else 0
        self._came[index, text] += share < 1
        return share == 1 or rng_of(self._seed, "share", index, text, number).random() < share
