"""Repeats of one experiment as one estimate: which of them are pooled, and why others are left out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evalhub.lib.statistics.experiments import pooled
from evalhub.lib.statistics.experiments.pooled import Pooled
from experiments.trials.analysis.verdict import UNHEALTHY

NOT_DECIDED, NOT_HEALTHY, NO_INTERVAL, SHARED_UNITS = "not_decided", "unhealthy", "no_interval", "shared_units"


@dataclass(frozen=True)
class Repeat:
    """The primary difference of one treatment at the look that an experiment was concluded with, or at its newest.

    `shared` {key of another one: units that both have}, as the look stores it.
    """

    key: str
    value: float | None
    error: float | None
    verdict: str
    is_concluded: bool
    shared: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class LeftOut:
    """`other` is the one whose units it has, `n` of them; "" for any other reason."""

    repeat: Repeat
    reason: str
    other: str = ""
    n: int = 0


@dataclass(frozen=True)
class Pool:
    used: tuple[Repeat, ...]
    left_out: tuple[LeftOut, ...]
    found: Pooled


def pool(repeats: Sequence[Repeat], *, alpha: float) -> Pool:
    """The Pool of repeats in the order in which they came: a later one that shares units with one in it is left out."""
    used, left_out = [], []
    for each in repeats:
        if not each.is_concluded:
            why = LeftOut(each, NOT_DECIDED)
        elif each.verdict == UNHEALTHY:
            why = LeftOut(each, NOT_HEALTHY)
        elif each.value is None or not each.error:
            why = LeftOut(each, NO_INTERVAL)
        else:
            shared = {other.key: max(each.shared.get(other.key, 0), other.shared.get(each.key, 0)) for other in used}
            other, n = max(shared.items(), key=lambda item: item[1], default=("", 0))
            why = LeftOut(each, SHARED_UNITS, other, n) if n else None
        if why is None:
            used.append(each)
        else:
            left_out.append(why)
    found = pooled.fixed_effect([each.value for each in used], [each.error for each in used], alpha=alpha)
    return Pool(tuple(used), tuple(left_out), found)
