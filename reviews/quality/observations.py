"""One line of the quality ledger: how good one answer was, and what it cost."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from decimal import Decimal

from evalhub.lib import foreign_values, strict_json
from reviews.engine.client.json_answer import storable
from reviews.quality.errors import InvalidObservation

MOST_TOKENS = 2**31 - 1
LONGEST = {"task_type": 100, "adapter_id": 200, "model_id": 200, "baseline_adapter_id": 200, "grader_id": 200}
_NEEDED = ("task_type", "adapter_id", "model_id", "latency_ms", "quality_score")


@dataclass(frozen=True)
class QualityObservation:
    """How good one answer of `adapter_id` (a model with its settings) to one task was, against which baseline.

    Cost and tokens that nobody knows are None, never 0. A `recorded_at` without an offset is UTC. Whatever breaks a
    rule is an InvalidObservation, a ValueError that names the field.
    """

    task_type: str
    adapter_id: str
    model_id: str
    cost_usd: float | None
    latency_ms: float
    tokens_in: int | None
    tokens_out: int | None
    quality_score: float
    baseline_adapter_id: str | None = None
    recorded_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    tags: Mapping | tuple[str, ...] = field(default_factory=dict)
    grader_id: str = ""
    notes: str = ""
    simulated: bool = False

    def __post_init__(self):
        for name in ("task_type", "adapter_id", "model_id"):
            _check_text(name, getattr(self, name), is_needed=True)
        if self.baseline_adapter_id is not None:
            _check_text("baseline_adapter_id", self.baseline_adapter_id, is_needed=True)
        _check_text("grader_id", self.grader_id)
        _check_text("notes", self.notes)
        for name, most in (("quality_score", 1.0), ("latency_ms", math.inf), ("cost_usd", 1e9)):
            if name != "cost_usd" or self.cost_usd is not None:
                object.__setattr__(self, name, _number(name, getattr(self, name), most))
        for name in ("tokens_in", "tokens_out"):
            value = getattr(self, name)
            is_whole = isinstance(value, int) and not isinstance(value, bool)
            if value is not None and not (is_whole and 0 <= value <= MOST_TOKENS):
                raise _wrong(name, value, f"a whole number from 0 to {MOST_TOKENS}, or null when it is unknown")
        if not isinstance(self.simulated, bool):
            raise _wrong("simulated", self.simulated, "true or false")
        object.__setattr__(self, "recorded_at", _moment(self.recorded_at))
        object.__setattr__(self, "tags", _tags(self.tags))

    @property
    def total_tokens(self):
        """None when either side is unknown."""
        return None if None in (self.tokens_in, self.tokens_out) else self.tokens_in + self.tokens_out

    def to_dict(self):
        """Plain JSON; `from_dict` makes the same observation of it."""
        shown = {name.name: getattr(self, name.name) for name in fields(self)}
        tags = list(self.tags) if isinstance(self.tags, tuple) else dict(self.tags)
        return shown | {"recorded_at": self.recorded_at.isoformat(), "tags": tags}

    @classmethod
    def from_dict(cls, found):
        """An InvalidObservation for a key that is missing or that nobody knows.

        `total_tokens` may be there: it follows from the rest. Cost and tokens may be missing: unknown.
        """
        if not isinstance(found, Mapping):
            raise InvalidObservation(f"An observation is {type(found).__name__}. Valid: a JSON object.")
        known = [name.name for name in fields(cls)]
        unknown = sorted(set(map(str, found)) - {*known, "total_tokens"})
        if unknown:
            raise InvalidObservation(
                f"Unknown: {', '.join(unknown)[:200]}. Valid: {', '.join(known)}.", details={"field": unknown[0]}
            )
        missing = [name for name in _NEEDED if name not in found]
        if missing:
            raise InvalidObservation(
                f"{missing[0]} is missing. Needed: {', '.join(_NEEDED)}.", details={"field": missing[0]}
            )
        values = {name: found[name] for name in known if name in found}
        return cls(**{"cost_usd": None, "tokens_in": None, "tokens_out": None} | values)


def _wrong(name, met, valid):
    return InvalidObservation(f"{name} is {repr(met)[:80]}. Valid: {valid}.", details={"field": name})


def _check_text(name, value, *, is_needed=False):
    most = LONGEST.get(name, 100_000)
    if not isinstance(value, str) or len(value) > most or value != storable(value) or (is_needed and not value.strip()):
        least = "a text that is not empty," if is_needed else "a text"
        raise _wrong(name, value, f"{least} of at most {most} characters")


def _number(name, value, most):
    number = foreign_values.number(float(value) if isinstance(value, Decimal) else value)
    if isinstance(value, str) or number is None or not 0 <= number <= most:
        words = "a finite number from 0 on" if most == math.inf else f"a number from 0 to {most:g}"
        raise _wrong(name, value, f"{words}, or null when it is unknown" if name == "cost_usd" else words)
    return number


def _moment(value):
    valid = "a moment such as 2026-03-01T12:00:00+00:00"
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            raise _wrong("recorded_at", value, valid) from None
    moment = foreign_values.in_utc(value) if isinstance(value, datetime) else None
    if moment is None:
        raise _wrong("recorded_at", value, valid)
    return moment


def _tags(value):
    """A dict of plain JSON, or a tuple of texts."""
    valid = "an object of plain JSON, or a list of texts"
    if isinstance(value, (list, tuple)):
        if not all(isinstance(tag, str) for tag in value):
            raise _wrong("tags", value, valid)
        value = tuple(value)
    elif not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise _wrong("tags", value, valid)
    try:
        text = strict_json.dumps(value if isinstance(value, tuple) else dict(value))
    except strict_json.BadJson as problem:
        raise _wrong("tags", value, f"{valid} ({problem.message})") from None
    read = strict_json.loads(text)
    return tuple(read) if isinstance(read, list) else read
