"""How far the models of a study, and its people, lie apart."""

from dataclasses import dataclass
from itertools import combinations

from experiments.studies.analysis.summaries import EQUAL, by
from experiments.studies.pooling.distances import jensen_shannon, total_variation


@dataclass(frozen=True)
class Apart:
    """Two groups and the distances of their linear pools, None when one of them scored nothing."""

    left: str
    right: str
    jensen_shannon: float | None
    total_variation: float | None


def between_models(study, *, weights=EQUAL):
    """[Apart] of every pair of scoring models, all people together being one more."""
    pools = {name: summary.linear for name, summary in by(study, "model", weights=weights).items()}
    return [
        Apart(left, right, jensen_shannon(pools[left], pools[right]), total_variation(pools[left], pools[right]))
        for left, right in combinations(pools, 2)
    ]
