"""The consensus of every item: people's votes and the machines' one vote, a threshold, and where the value is from."""

import math
from dataclasses import dataclass

import numpy as np

from annotations.consensus import registry
from annotations.consensus.majority import Majority
from annotations.consensus.panel import panel_votes
from annotations.consensus.votes import Votes
from evalhub.lib.errors import InvalidInput

_ROUNDING = 1e-9  # 2 of 3 votes reach a threshold written as .6666666667


@dataclass(frozen=True, slots=True)
class ConsensusItem:
    """What the labels of one item come to.

    value: a number, or a frozenset of options; None with a `reason`: TIE, BELOW_THRESHOLD or TOO_FEW.
    share: of the votes, as the method defines it; also the confidence of `value`. None without votes.
    leading: the winner before the threshold, None on a tie.
    human_value, human_share: the winner and its share among people alone, before the threshold; None on a tie or
    without people. panel_value: the machines' one vote, None when they abstain.
    n_human, n_machine: labels; n_votes: people plus one for a panel that voted.
    source: HUMAN_CONSENSUS, SINGLE_HUMAN, MIXED (people and panel), MIXED_SINGLE_HUMAN or LLM_PANEL (no people).
    contested: people alone would lead to something else.
    """

    item: object
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


@dataclass(frozen=True)
class _Results:
    """A tally laid out over all items of the labels: lists by item position, None where there is nothing."""

    leading: list
    share: list
    total: list


@dataclass(frozen=True)
class _Weighed:
    """Everything about the items that the rules below read: lists by item position."""

    fair: _Results
    human: _Results
    panel: _Results
    n_human: list
    n_machine: list


def decide(labels, *, method, level, threshold, min_votes=1):
    """A ConsensusItem for every item with a label, in the order of the item keys.

    method: a key of the registry. level: of the question. threshold: share from 0 to 1 that the winner needs.
    min_votes: votes that an item needs, the panel counting as one.
    """
    _check(threshold, min_votes)
    found = _weigh(labels, registry[method], level)
    return tuple(
        _decided(key, item, found, threshold, min_votes)
        for item, key in enumerate(labels.item_keys)
        if found.n_human[item] or found.n_machine[item]
    )


def _weigh(labels, method, level):
    people, machines, n_items = labels.people(), labels.machines(), len(labels.item_keys)
    own = Votes(group=people.item, code=people.code, values=labels.domain)
    panel = panel_votes(machines, method=method, level=level)
    return _Weighed(
        fair=_results(method.tally(own + panel, level=level), n_items),
        human=_results(method.tally(own, level=level), n_items),
        panel=_results(Majority().tally(panel, level=level), n_items),
        n_human=np.bincount(people.item, minlength=n_items).tolist(),
        n_machine=np.bincount(machines.item, minlength=n_items).tolist(),
    )


def _decided(key, item, found, threshold, min_votes):
    reason = _reason(found.fair, item, threshold, min_votes)
    leading, human_value, panel_value = (results.leading[item] for results in (found.fair, found.human, found.panel))
    return ConsensusItem(
        item=key,
        value=None if reason else leading,
        share=found.fair.share[item],
        reason=reason,
        leading=leading,
        source=_source(found.n_human[item], panel_value is not None),
        human_value=human_value,
        human_share=found.human.share[item],
        panel_value=panel_value,
        n_human=found.n_human[item],
        n_machine=found.n_machine[item],
        n_votes=found.fair.total[item],
        contested=found.n_human[item] > 0 and human_value != leading,
    )


def _reason(fair, item, threshold, min_votes):
    """Why the item has no value, None when it has one."""
    total = fair.total[item]
    if 0 < total < min_votes:
        return "TOO_FEW"
    if fair.leading[item] is None:  # also machines alone that cannot agree: no votes at all
        return "TIE"
    return "BELOW_THRESHOLD" if fair.share[item] < threshold - _ROUNDING else None


def _source(n_human, panel_voted):
    if not n_human:
        return "LLM_PANEL"
    if panel_voted:
        return "MIXED" if n_human > 1 else "MIXED_SINGLE_HUMAN"
    return "HUMAN_CONSENSUS" if n_human > 1 else "SINGLE_HUMAN"


def _results(tally, n_items):
    leading, share, total = [None] * n_items, [None] * n_items, [0] * n_items
    columns = (tally.group, tally.leader, tally.share, tally.total)
    for item, leader, part, votes in zip(*(column.tolist() for column in columns), strict=True):
        leading[item] = tally.values[leader] if leader >= 0 else None
        share[item], total[item] = part, votes
    return _Results(leading=leading, share=share, total=total)


def _check(threshold, min_votes):
    if not isinstance(threshold, int | float) or not math.isfinite(threshold) or not 0 <= threshold <= 1:
        raise InvalidInput(f"The consensus threshold is {threshold!r}. Valid: a number from 0 to 1.")
    if not isinstance(min_votes, int) or min_votes < 1:
        raise InvalidInput(f"The number of votes needed is {min_votes!r}. Valid: a whole number of at least 1.")
