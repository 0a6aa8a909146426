"""Opinion pools: distributions over the stages from sets of stages, and what such a distribution says."""

import math

from evalhub.lib.errors import InvalidInput

EPSILON = 1e-12  # a stage that nobody selected keeps a chance in the logarithmic pool, else one score would rule it out


def stage_vector(selected, n):
    """The score's mass spread evenly over its stages: 1/|S| on each; None for an abstention.

    InvalidInput for a stage outside of 1 to n.
    """
    stages = set(selected)
    wrong = sorted(stage for stage in stages if not 1 <= stage <= n)
    if wrong:
        raise InvalidInput(f"The score selects stage {wrong[0]}. Valid: 1 to {n}.")
    return tuple(1 / len(stages) if stage in stages else 0.0 for stage in range(1, n + 1)) if stages else None


def linear_pool(vectors, weights=None):
    """The weighted mean of the scores that did not abstain (Stone 1961); None when all did or weigh nothing."""
    kept = _weighted(vectors, weights)
    total = math.fsum(weight for _vector, weight in kept)
    if not total:
        return None
    return _normalized(
        tuple(math.fsum(weight * vector[stage] for vector, weight in kept) / total for stage in range(len(kept[0][0])))
    )


def log_pool(vectors, weights=None):
    """The normalized weighted geometric mean (Genest and Zidek 1986); None when all abstained or weigh nothing."""
    kept = _weighted(vectors, weights)
    total = math.fsum(weight for _vector, weight in kept)
    if not total:
        return None
    logs = [
        math.fsum(weight * math.log(max(vector[stage], EPSILON)) for vector, weight in kept) / total
        for stage in range(len(kept[0][0]))
    ]
    highest = max(logs)
    return _normalized(tuple(math.exp(value - highest) for value in logs))


def expected_stage(distribution):
    """The mean stage, from 1 to n; None without a distribution."""
    if distribution is None:
        return None
    return math.fsum(stage * share for stage, share in enumerate(distribution, 1))


def entropy(distribution):
    """Shannon's entropy as a share of the largest possible, log2(n); None without a distribution or for one stage."""
    if distribution is None or len(distribution) < 2:
        return None
    bits = -math.fsum(share * math.log2(share) for share in distribution if share > 0)
    return bits / math.log2(len(distribution)) + 0.0


def mid_scale_mass(distribution):
    """The share that lies on neither end of the scale; None without a distribution."""
    return None if distribution is None else math.fsum(distribution[1:-1])


def _weighted(vectors, weights):
    """[(vector, weight)] of those that did not abstain; InvalidInput for weights that are none."""
    vectors = list(vectors)
    weights = [1.0] * len(vectors) if weights is None else list(weights)
    if len(weights) != len(vectors) or any(not math.isfinite(weight) or weight < 0 for weight in weights):
        raise InvalidInput(f"{len(weights)} weights for {len(vectors)} scores. Valid: one each, from 0 on.")
    return [(vector, weight) for vector, weight in zip(vectors, weights, strict=True) if vector is not None]


def _normalized(values):
    total = math.fsum(values)
    return tuple(value / total for value in values)
