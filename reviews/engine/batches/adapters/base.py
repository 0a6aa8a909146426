"""What every batch adapter takes and gives, whatever its provider's wire."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from reviews.engine.batches.adapters.errors import Ambiguous
from reviews.engine.batches.adapters.http import BatchHttp
from reviews.engine.batches.adapters.reasons import SAME_ID
from reviews.engine.client.wires import registry as wires

RUNNING, CANCELLING, ENDED = "running", "cancelling", "ended"
CLOCKS_DIFFER_SECONDS = 300


@dataclass(frozen=True)
class Row:
    """One request of a batch: our name for it and the body of a direct call.

    Every wire takes names of lowercase letters, digits, - and _, at most 63 of them; so must a batch's own id.
    """

    custom_id: str
    body: Mapping


@dataclass(frozen=True)
class Limits:
    """The most that one batch of the provider takes."""

    rows: int
    bytes: int


@dataclass(frozen=True)
class PollSchedule:
    """Seconds between looks: `first`, from `slower_after` on `slower`; `last` within an hour of the window's end."""

    first: float
    slower: float
    slower_after: float
    last: float | None = None
    window: float = 24 * 3600

    def delay(self, age):
        """Until the next look at a batch that was submitted `age` seconds ago."""
        if self.last is not None and age > self.window - 3600:
            return self.last
        return self.slower if age > self.slower_after else self.first


@dataclass(frozen=True)
class Status:
    """How a batch stands. `outcome` once ended: completed, partial, failed, expired, cancelled or archived.

    Counts are None where the provider does not say. `handles` lead to the results; without any there are none.
    """

    phase: str
    outcome: str = ""
    total: int | None = None
    done: int | None = None
    failed: int | None = None
    reason: str = ""
    error_code: str = ""
    handles: tuple = ()


@dataclass(frozen=True)
class Result:
    """One row of the results. `state`: ok, error, expired, cancelled or unreadable.

    Only an unreadable row may have an empty `custom_id`. `body` is what a direct call would have answered, an error's
    body included; it is an object whatever came.
    """

    custom_id: str
    state: str
    body: Mapping = field(default_factory=dict)
    status_code: int | None = None
    error_code: str = ""
    message: str = ""


@dataclass(frozen=True)
class LostBatch:
    """What tells a batch of ours that a crash left without its name: our id, its size and when it was sent.

    `known` are names of batches that belong to others.
    """

    batch_id: str
    n_rows: int
    sent_at: float
    known: frozenset = frozenset()

    @property
    def since(self):
        """The earliest moment at which the provider may have noted it; clocks differ."""
        return self.sent_at - CLOCKS_DIFFER_SECONDS

    def only(self, names):
        """The one of the names that carry our id, or None without any."""
        if len(names) > 1:
            raise Ambiguous(SAME_ID(n=len(names), id=self.batch_id))
        return next(iter(names), None)


class Adapter:
    """`endpoint` is where and with which key, `http` a BatchHttp on it. Every method may raise ProviderError."""

    provider = ""
    limits = Limits(rows=50_000, bytes=200_000_000)
    schedule = PollSchedule(first=30, slower=120, slower_after=600)

    def __init__(self, http):
        self.http = http

    @classmethod
    def takes(cls, name):
        """Whether the provider's model of this name may be asked in batches."""
        return True

    @classmethod
    def missing(cls, endpoint):
        """The Reason, what is to be set before a batch can be sent, or None; keys are those of direct calls."""
        return None

    @classmethod
    def connect(cls, endpoint, headers):
        """A BatchHttp to where direct calls go, with their key."""
        wire = wires[endpoint.provider]
        base, key = endpoint.api_base or wire.base, wire.key_headers(endpoint.api_key)
        return BatchHttp(provider=endpoint.provider, base=base, headers=key | headers)

    def submit(self, rows, *, model, batch_id):
        """Send the Rows as one batch that carries our `batch_id`; returns the provider's name for it."""
        raise NotImplementedError

    def find(self, wanted):
        """The provider's name of a LostBatch, or None when it never arrived. Ambiguous when it cannot be told."""
        raise NotImplementedError

    def poll(self, ref):
        """The Status now."""
        raise NotImplementedError

    def results(self, ref, status):
        """The Results of an ended batch, in any order, one in memory at a time; a name may come twice."""
        raise NotImplementedError

    def cancel(self, ref):
        """Ask for an end; what had started may still finish, so go on polling."""
        raise NotImplementedError
