"""Alpha with and without each annotator: who pulls agreement up or down."""

from dataclasses import dataclass

import numpy as np

from annotations.agreement.metrics.alpha import point
from annotations.agreement.patterns import Patterns

MOST_ANNOTATORS = 40


@dataclass(frozen=True)
class Without:
    """alpha: of everybody but the annotator, None where undefined. change: that minus alpha of everybody."""

    annotator: object
    n_labels: int
    alpha: float | None
    change: float | None


def drop_one(labels, *, level, most=MOST_ANNOTATORS):
    """One entry per annotator, those with most labels (then by key) first; point values without intervals."""
    everybody = point(Patterns.from_labels(labels), level=level)
    amounts = np.bincount(labels.annotator, minlength=len(labels.annotator_keys))
    ranked = [int(annotator) for annotator in np.argsort(-amounts, kind="stable") if amounts[annotator]]
    return tuple(_without(labels, annotator, everybody, level) for annotator in ranked[:most])


def _without(labels, annotator, everybody, level):
    own = labels.annotator == annotator
    others = point(Patterns.from_labels(labels.where(~own)), level=level)
    undefined = everybody is None or others is None
    return Without(
        annotator=labels.annotator_keys[annotator],
        n_labels=int(own.sum()),
        alpha=others,
        change=None if undefined else others - everybody,
    )
