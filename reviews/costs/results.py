"""Figures of models over time: what the page draws and the API answers with."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evalhub.lib.definitions import define
from evalhub.lib.translation import gettext_noop as _

LEAST_N = 20  # below it a rate says too little for a finding

define(
    "cost", _("The price of all calls, retries included; calls without a known price and simulated ones add nothing.")
)
define("latency", _("Time from sending a call to its answer; a retry is another call."))
define("failure_share", _("Requests without a valid answer after all retries, of those that have ended."))
define(
    "cost_per_accepted_label",
    _("What answers of models in annotation tasks cost per label, over the share that audits accepted."),
)


@dataclass(frozen=True)
class Rate:
    """A share, 0 to 1, with its 95 % interval; `value` None is undefined, and `reason` says why. n may count items."""

    value: float | None = None
    low: float | None = None
    high: float | None = None
    n: int = 0
    reason: str = ""

    @property
    def is_sure(self):
        return self.value is not None and self.n >= LEAST_N


@dataclass(frozen=True)
class Calls:
    """Calls to models: their price in USD, and how long half and 95 % of them took, None where none is known.

    `unpriced`: calls that were answered and whose price is not known, so that they are missing in the cost.
    """

    n: int = 0
    cost_usd: float | None = None
    unpriced: int = 0
    timed: int = 0
    p50_seconds: float | None = None
    p95_seconds: float | None = None


@dataclass(frozen=True)
class GroupFigures:
    """What one model, one task or all of them cost over the whole period, and what came of it.

    `items` and `labels` were answered by models in annotation tasks, an item once for each model and day. `labels_usd`
    is what these answers cost, failed calls included. `accepted` are labels that blind audits of the random sample
    confirmed.
    """

    key: str
    title: str
    calls: Calls
    failures: Rate
    items: int = 0
    labels: int = 0
    labels_usd: float | None = None
    accepted: Rate = field(default_factory=Rate)
    reason: str = ""  # why costs of items and labels are undefined

    @property
    def cost_per_item(self):
        return None if self.reason else self.labels_usd / self.items

    @property
    def cost_per_label(self):
        return None if self.reason else self.labels_usd / self.labels

    @property
    def cost_per_accepted_label(self):
        """(value, low, high), or None where either of its parts is undefined; high is None where nothing may hold."""
        cost, rate = self.cost_per_label, self.accepted
        if cost is None or not rate.value:
            return None
        return cost / rate.value, cost / rate.high, cost / rate.low if rate.low else None


@dataclass(frozen=True)
class Agreement:
    """The agreement of one task, `all`. `points`: (last day, Rate of the items completed then) of stretches of days."""

    question: str = ""
    task: str = ""
    task_id: str = ""
    level: str = ""
    points: tuple[tuple[datetime.date, Rate], ...] = ()
    all: Rate = field(default_factory=Rate)


@dataclass(frozen=True)
class Figures:
    """Each sequence has a value for each step of the period. `spend`: {key of a group: USD}, of groups that cost."""

    choice: Any
    groups: tuple[GroupFigures, ...]
    total: GroupFigures
    spend: Mapping[str, tuple[float, ...]]
    calls: tuple[Calls, ...]
    failures: tuple[Rate, ...]
    errors: tuple[Rate, ...]
    total_errors: Rate
    agreement: Agreement
    is_any_simulated: bool
    is_any_real: bool

    @property
    def period(self):
        return self.choice.period
