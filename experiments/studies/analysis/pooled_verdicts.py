"""The mean verdict of machines and of people on each evidence group, with its interval over who said it."""

from dataclasses import dataclass

import numpy as np

from evalhub.lib.statistics import bounded_mean
from experiments.studies.analysis.scores import SCORED

LEAST_SOURCES = 2  # fewer say nothing of the spread


@dataclass(frozen=True)
class Verdict:
    """A level of the scale, of `n` scores by `sources` rubrics of machines, or people; value None without a score.

    The scores of one source are one mean, as they depend on each other. low and high are None for a single source.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    sources: int = 0


@dataclass(frozen=True)
class GroupVerdict:
    """The Verdicts on one evidence group. `difference` is machines less people, None where either has none."""

    bundle: object
    machines: Verdict
    people: Verdict

    @property
    def difference(self):
        if self.machines.value is None or self.people.value is None:
            return None
        return self.machines.value - self.people.value


def verdicts(study):
    """[GroupVerdict] of StudyScores, in the order of the evidence groups."""
    found = {bundle.number: ({}, {}) for bundle in study.bundles}
    for placed in study.placed():
        if placed.score.state == SCORED:
            is_person = not placed.lane.model
            source = placed.lane.name if is_person else placed.lane.rubric.sample
            levels = found[placed.bundle.number][is_person]
            levels.setdefault(source, []).append(level_of(placed.score))
    return [
        GroupVerdict(bundle, *(_verdict(levels, study.scale_size) for levels in found[bundle.number]))
        for bundle in study.bundles
    ]


def level_of(score):
    """The level that a score stands for: the mean of a set of them."""
    return sum(score.stages) / len(score.stages)


def _verdict(levels, scale_size):
    if not levels:
        return Verdict(None)
    means = np.array([np.mean(each) for each in levels.values()])
    n = sum(map(len, levels.values()))
    if len(means) < LEAST_SOURCES:
        return Verdict(float(means.mean()), n=n, sources=len(means))
    found = bounded_mean.of_counts(means, np.ones(len(means)), least=1, most=scale_size)
    return Verdict(float(means.mean()), found.low, found.high, n, len(means))
