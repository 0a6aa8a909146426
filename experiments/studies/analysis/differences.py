"""How much higher one rubric scores than another, and one model than another, on what both of them scored."""

from dataclasses import dataclass, replace
from itertools import combinations

from evalhub.lib.statistics import jackknife, multiple_testing
from experiments.studies.analysis.pooled_verdicts import level_of
from experiments.studies.analysis.scores import SCORED

# Why a difference has no test: nothing was scored by both, too few evidence groups were, or all differ alike.
NOTHING_SHARED, FEW_GROUPS, ALL_ALIKE = "nothing_shared", "few_groups", "all_alike"
LEAST_GROUPS = jackknife.LEAST_CLUSTERS


@dataclass(frozen=True)
class Difference:
    """`first` less `second` in levels, over `n` pairs on `groups` evidence groups; p is corrected with Holm.

    `value` is None where nothing was scored by both, low and p where `reason` says why.
    """

    first: object
    second: object
    value: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    n: int = 0
    groups: int = 0
    reason: str = ""


def between_rubrics(study):
    """[Difference] of every two rubrics of StudyScores: what one model said of one evidence group with both of them."""
    rubrics = {lane.rubric.sample: lane.rubric for lane in study.lanes if lane.model}
    levels = _levels(study, lambda lane: (lane.rubric.sample, lane.model))
    told = [(levels[sample], rubric) for sample, rubric in rubrics.items() if sample in levels]
    return _corrected(
        [_difference(first, second, ours, theirs) for (ours, first), (theirs, second) in combinations(told, 2)]
    )


def between_models(study):
    """[Difference] of every two scoring models: what both said of one evidence group with the same rubric, or, where
    each scores with rubrics of its own, with those of the same number, which chance showed alike."""
    samples = {}
    for lane in study.lanes:
        if lane.model:
            samples.setdefault(lane.model, set()).add(lane.rubric.sample)
    is_shared = any(samples[one] & samples[other] for one, other in combinations(samples, 2))
    levels = _levels(study, lambda lane: (lane.model, lane.rubric.sample if is_shared else lane.rubric.ordinal))
    pairs = [pair for pair in combinations(samples, 2) if all(model in levels for model in pair)]
    return _corrected([_difference(one, other, levels[one], levels[other]) for one, other in pairs])


def _levels(study, key):
    """{thing: {(what it is matched by, evidence group): level}} of machine scores; `key` gives (thing, matched by)."""
    found = {}
    for placed in study.placed():
        if placed.lane.model and placed.score.state == SCORED:
            thing, matched = key(placed.lane)
            found.setdefault(thing, {})[matched, placed.bundle.number] = level_of(placed.score)
    return found


def _difference(first, second, ours, theirs):
    shared = sorted(ours.keys() & theirs.keys(), key=str)
    if not shared:
        return Difference(first, second, reason=NOTHING_SHARED)
    by_group = {}
    for key in shared:
        by_group.setdefault(key[1], []).append(ours[key] - theirs[key])
    means = [sum(each) / len(each) for each in by_group.values()]
    value = sum(means) / len(means)
    counts = {"n": len(shared), "groups": len(means)}
    if len(means) < LEAST_GROUPS:
        return Difference(first, second, value, **counts, reason=FEW_GROUPS)
    found = jackknife.interval(value, [(sum(means) - mean) / (len(means) - 1) for mean in means])
    if found.p is None:
        return Difference(first, second, value, **counts, reason=ALL_ALIKE)
    return Difference(first, second, value, found.low, found.high, found.p, **counts)


def _corrected(differences):
    """With the p-values corrected for how many there are; the clearest first."""
    tested, others = (
        [each for each in differences if (each.p is not None) is is_tested] for is_tested in (True, False)
    )
    values = multiple_testing.holm([each.p for each in tested])
    tested = [replace(each, p=p) for each, p in zip(tested, values, strict=True)]
    return sorted(tested, key=lambda each: (each.p, -abs(each.value))) + sorted(others, key=lambda each: -each.n)
