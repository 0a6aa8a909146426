"""The consensus of every item: people decide alone where they can, else together with the machines' one vote."""

import math
from dataclasses import dataclass

import numpy as np

from annotations.consensus.methods import registry
from annotations.consensus.methods.majority import Majority
from annotations.consensus.panel import panel_votes
from annotations.consensus.votes import Votes
from evalhub.lib.errors import InvalidInput

_ROUNDING = 0.0005  # half of the last digit shown: two of three votes reach 66.7 %


@dataclass(frozen=True, slots=True)
class Consensus:
    """What the labels of an item come to; the same for every item with such labels.

    value: a number, or a frozenset of options; None with a `reason`: TIE, BELOW_THRESHOLD or TOO_FEW. What people alone
    come to at the threshold; only where that is nothing, what they and the panel come to.
    share: of the votes that were counted for it, as the method defines it. None without votes.
    leading: the winner of people and panel before the threshold, None on a tie.
    human_value, human_share: the winner and its share among people alone, before the threshold; None on a tie or
    without people. panel_value: the machines' one vote, None when they abstain.
    n_human, n_machine: labels; n_votes: votes that were counted, a panel that voted among them as one.
    source: HUMAN_CONSENSUS and SINGLE_HUMAN (people alone), MIXED and MIXED_SINGLE_HUMAN (people and panel) or
    LLM_PANEL (no people).
    contested: people alone would lead to something else than people and panel do.
    """

    value: object
    share: float | None
    reason: str | None
    leading: object
    source: str
    human_value: object
    human_share: float | None
    panel_value: object
    n_human: int
    n_machine: int
    n_votes: int
    contested: bool

    @property
    def is_by_people(self):
        """Whether no vote of a machine was counted."""
        return self.source in ("HUMAN_CONSENSUS", "SINGLE_HUMAN")


@dataclass(frozen=True)
class Decided:
    """The consensus of every item with a label, in the order of the item keys.

    item: int[k], positions in `item_keys` of the labels. index: int[k], positions in `distinct`: a million items come
    to a handful of different results.
    """

    item: np.ndarray
    index: np.ndarray
    distinct: tuple[Consensus, ...]

    def __len__(self):
        return self.item.size

    def __getitem__(self, number):
        return self.distinct[self.index[number]]


@dataclass(frozen=True)
class _Results:
    """A tally laid out over all items of the labels. leader: int[items], place in `values`, -1 where there is none.

    share: float[items], NaN where there is none. total: int[items].
    """

    leader: np.ndarray
    share: np.ndarray
    total: np.ndarray
    values: tuple

    def value(self, item):
        leader = self.leader[item]
        return self.values[leader] if leader >= 0 else None

    def share_of(self, item):
        return None if np.isnan(self.share[item]) else float(self.share[item])


@dataclass(frozen=True)
class _Weighed:
    """Everything about the items that the rules below read, by item position."""

    fair: _Results
    human: _Results
    panel: _Results
    n_human: np.ndarray
    n_machine: np.ndarray

    def columns(self, items):
        """The arrays that tell these items' results apart."""
        fair, human = self.fair, self.human
        found = (
            fair.leader,
            fair.share,
            fair.total,
            human.leader,
            human.share,
            self.panel.leader,
            self.n_human,
            self.n_machine,
        )
        return [column[items] for column in found]


def decide(labels, *, method, level, threshold, min_votes=1):
    """The Decided of all items with a label.

    method: a key of the registry. level: of the question. threshold: share from 0 to 1 that the winner needs.
    min_votes: votes that an item needs, the panel counting as one.
    """
    if not isinstance(threshold, int | float) or not math.isfinite(threshold) or not 0 <= threshold <= 1:
        raise InvalidInput(f"The consensus threshold is {threshold!r}. Valid: a number from 0 to 1.")
    if not isinstance(min_votes, int) or min_votes < 1:
        raise InvalidInput(f"The number of votes needed is {min_votes!r}. Valid: a whole number of at least 1.")
    found = _weigh(labels, registry[method], level)
    items = np.flatnonzero(found.n_human + found.n_machine)
    first, index = _alike(found.columns(items))
    distinct = tuple(_decided(item, found, threshold, min_votes) for item in items[first].tolist())
    return Decided(item=items, index=index, distinct=distinct)


def _weigh(labels, method, level):
    people, machines, n_items = labels.people(), labels.machines(), len(labels.item_keys)
    own = Votes(group=people.item, code=people.code, values=labels.domain)
    panel = panel_votes(machines, method=method, level=level)
    human = _results(method.tally(own, level=level), n_items)
    return _Weighed(
        fair=_results(method.tally(own + panel, level=level), n_items) if panel.group.size else human,
        human=human,
        panel=_results(Majority().tally(panel, level=level), n_items),
        n_human=np.bincount(people.item, minlength=n_items),
        n_machine=np.bincount(machines.item, minlength=n_items),
    )


def _alike(columns):
    """The first place of each distinct row of some arrays, and int[n]: which of these rows each one is."""
    key = np.zeros(columns[0].size, dtype=np.int64)
    for column in columns:
        found, code = np.unique(column, return_inverse=True)
        if found.size > 1:
            _, key = np.unique(key * found.size + code, return_inverse=True)
    _, first, index = np.unique(key, return_index=True, return_inverse=True)
    return first, index


def _decided(item, found, threshold, min_votes):
    n_human = int(found.n_human[item])
    leading, human_value, panel_value = (results.value(item) for results in (found.fair, found.human, found.panel))
    is_by_people = n_human > 0 and _reason(found.human, item, threshold, min_votes) is None
    counted = found.human if is_by_people else found.fair
    reason = _reason(counted, item, threshold, min_votes)
    return Consensus(
        value=None if reason else counted.value(item),
        share=counted.share_of(item),
        reason=reason,
        leading=leading,
        source=_source(n_human, panel_value is not None and not is_by_people),
        human_value=human_value,
        human_share=found.human.share_of(item),
        panel_value=panel_value,
        n_human=n_human,
        n_machine=int(found.n_machine[item]),
        n_votes=int(counted.total[item]),
        contested=n_human > 0 and human_value != leading,
    )


def _reason(results, item, threshold, min_votes):
    """Why the item has no value, None when it has one."""
    if 0 < results.total[item] < min_votes:
        return "TOO_FEW"
    if results.leader[item] < 0:  # also machines alone that cannot agree: no votes at all
        return "TIE"
    return "BELOW_THRESHOLD" if results.share[item] < threshold - _ROUNDING else None


def _source(n_human, panel_counts):
    if not n_human:
        return "LLM_PANEL"
    if panel_counts:
        return "MIXED" if n_human > 1 else "MIXED_SINGLE_HUMAN"
    return "HUMAN_CONSENSUS" if n_human > 1 else "SINGLE_HUMAN"


def _results(tally, n_items):
    leader, share, total = np.full(n_items, -1), np.full(n_items, np.nan), np.zeros(n_items, dtype=np.int64)
    leader[tally.group], share[tally.group], total[tally.group] = tally.leader, tally.share, tally.total
    return _Results(leader=leader, share=share, total=total, values=tally.values)
