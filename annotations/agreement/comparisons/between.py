"""Machines against people: each machine beside the human consensus, as two annotators."""

from dataclasses import dataclass, replace

import numpy as np

from annotations.agreement.canonical import recoded
from annotations.agreement.estimate import Estimate, undefined, with_counts
from annotations.agreement.metrics.alpha import clustered_alpha
from annotations.agreement.modes import medians, modes
from annotations.agreement.patterns import Patterns
from evalhub.lib.statistics.bootstrap import RESAMPLES

_MEASURED = {"interval", "ratio"}  # levels on which several numbers have a middle rather than a majority


@dataclass(frozen=True)
class MachineAgreement:
    """One machine's two-annotator alpha against the human consensus."""

    annotator: object
    estimate: Estimate


@dataclass(frozen=True)
class Between:
    """combined: all machines pooled, its interval resampling items; n_annotators counts the machines compared.

    machines: one entry per machine, in the order of their keys; n_annotators is 2, the machine and the consensus.
    """

    combined: Estimate
    machines: tuple[MachineAgreement, ...]


@dataclass(frozen=True)
class _Comparisons:
    """A unit per machine label on an item with a human consensus. item, machine, people, own: int[u]; domain."""

    item: np.ndarray
    machine: np.ndarray
    people: np.ndarray
    own: np.ndarray
    domain: tuple

    def patterns(self, mask, n_annotators):
        """Count patterns of the units under a bool[u] mask, two labels each."""
        unit = np.flatnonzero(mask)
        item, code = np.tile(unit, 2), np.concatenate([self.people[unit], self.own[unit]])
        return Patterns.from_codes(item, code, domain=self.domain, n_annotators=n_annotators)


def between(labels, *, level, resamples=RESAMPLES):
    """Agreement of machines with the human consensus.

    Used are items with at least two human labels and a clear majority, the one most frequent value; at the interval
    and ratio levels, where equal numbers are rare, the median of at least two human labels.
    combined pools (consensus, machine) pairs over all machines, so a machine counts by its number of items.
    Undefined: NO_SHARED_ITEMS and the reasons of alpha.
    """
    given = labels.machines()
    consensus = _consensus(labels.people(), level, len(labels.item_keys))[given.item]
    known = ~np.isnan(consensus)
    own = (given.values if level in _MEASURED else given.code)[known]
    met, code = np.unique(np.concatenate([consensus[known], own]), return_inverse=True)
    found = _Comparisons(
        item=given.item[known],
        machine=given.annotator[known],
        people=code[: own.size],
        own=code[own.size :],
        domain=tuple(met.tolist()) if level in _MEASURED else tuple(labels.domain[int(index)] for index in met),
    )
    machines = tuple(
        MachineAgreement(
            annotator=labels.annotator_keys[machine],
            estimate=_alone(found, machine, level=level, resamples=resamples),
        )
        for machine, kind in enumerate(labels.kinds)
        if kind != "human"
    )
    compared = [each.estimate for each in machines if each.estimate.n_items]
    if len(compared) == 1:  # one model has one figure with one interval
        return Between(combined=replace(compared[0], n_annotators=1), machines=machines)
    return Between(combined=_combined(found, level=level, resamples=resamples), machines=machines)


def _alone(found, machine, *, level, resamples):
    patterns = found.patterns(found.machine == machine, 2)
    if not patterns.n_items:
        return with_counts(undefined("NO_SHARED_ITEMS"), patterns, method=_method(level))
    outcome = clustered_alpha(patterns, level=level, resamples=resamples)
    return with_counts(outcome, patterns, method=_method(level))


def _combined(found, *, level, resamples):
    n_machines = np.unique(found.machine).size
    units = found.patterns(np.ones(found.item.size, dtype=bool), n_machines)
    if not units.n_items:
        return with_counts(undefined("NO_SHARED_ITEMS"), units, method=_method(level))
    index, domain = recoded(units, level)
    found = replace(found, people=index[found.people], own=index[found.own], domain=domain)
    units = found.patterns(np.ones(found.item.size, dtype=bool), n_machines)
    # Patterns over items: how many units of each unit pattern an item holds.
    low, high = np.minimum(found.people, found.own), np.maximum(found.people, found.own)
    _, pattern = np.unique(low * len(found.domain) + high, return_inverse=True)
    clusters = Patterns.from_codes(found.item, pattern, domain=range(units.times.size), n_annotators=units.n_annotators)
    outcome = clustered_alpha(units, level=level, resamples=resamples, clusters=clusters)
    estimate = with_counts(outcome, units, method=_method(level))
    return replace(estimate, n_items=clusters.n_items, n_items_total=clusters.n_items)


def _consensus(people, level, n_items):
    """float[n_items]: the consensus number at measured levels, else its code; NaN where there is none."""
    consensus = np.full(n_items, np.nan)
    if level in _MEASURED:
        found = medians(people.item, people.values)
        enough = found.total >= 2
        consensus[found.group[enough]] = found.means()[enough]
    else:
        found = modes(people.item, people.code)
        clear = (found.total >= 2) & (found.leader >= 0)
        consensus[found.group[clear]] = found.leader[clear]
    return consensus


def _method(level):
    return f"krippendorff_alpha {level} against human consensus"
