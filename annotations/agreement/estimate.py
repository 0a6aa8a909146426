"""The result of every agreement metric: a number with its interval, or the reason why there is none."""

from dataclasses import asdict, dataclass

FEW_ITEMS = 10  # below: the value without an interval
UNRELIABLE_ITEMS = 20  # below: the interval is shown and called unreliable


@dataclass(frozen=True)
class Estimate:
    """A value with the 2.5 % and 97.5 % bounds of its interval, or `value` None and a `reason` code.

    n_items, n_labels: items with at least two labels, and the labels on them; only these say something about
    agreement. n_items_total, n_labels_total: everything that was looked at, single labels included.
    n_annotators: everyone with at least one label among all of it.
    reason, notes: codes with words in `reasons`. A value never has a reason; no value always has one.
    """

    value: float | None
    low: float | None
    high: float | None
    n_items: int
    n_annotators: int
    n_labels: int
    method: str
    reason: str | None = None
    notes: tuple[str, ...] = ()
    n_items_total: int = 0
    n_labels_total: int = 0

    def as_dict(self):
        """Plain JSON: undefined is null with its reason, never NaN or 0."""
        return asdict(self) | {"notes": list(self.notes)}


@dataclass(frozen=True)
class Outcome:
    """What a metric found before the counts are added: value, bounds, reason and notes as in Estimate."""

    value: float | None = None
    low: float | None = None
    high: float | None = None
    reason: str | None = None
    notes: tuple[str, ...] = ()


def undefined(reason):
    return Outcome(reason=reason)


def with_counts(outcome, patterns, *, method):
    """The Estimate of an outcome found on these patterns."""
    return Estimate(
        value=outcome.value,
        low=outcome.low,
        high=outcome.high,
        reason=outcome.reason,
        notes=outcome.notes,
        method=method,
        n_items=patterns.pairable.n_items,
        n_labels=patterns.pairable.n_labels,
        n_annotators=patterns.n_annotators,
        n_items_total=patterns.n_items,
        n_labels_total=patterns.n_labels,
    )
