"""By how much more labels of people would narrow the interval of a difference."""

import math
from dataclasses import dataclass

import numpy as np

from evalhub.lib.statistics.experiments.power import corrected_deviation
from evalhub.lib.statistics.ppi import LEAST_LABELLED
from experiments.trials.analysis.plan import CORRECTED
from experiments.trials.methods import Samples
from experiments.trials.methods.base.samples import MACHINE_VALUE


@dataclass(frozen=True)
class Narrowing:
    """Widths of the interval at `labelled` pairs and after `more`; None for fewer than LEAST_LABELLED, or no spread."""

    labelled: int
    more: int
    width: float | None = None
    expected_width: float | None = None

    @property
    def narrower_by(self) -> float | None:
        return None if not self.width or self.expected_width is None else 1 - self.expected_width / self.width


def narrowing(samples: Samples, scores: str, more: int, *, alpha: float = 0.05) -> Narrowing:
    """The Narrowing by labels of `more` pairs, with the deviations and the correlation of those labelled so far."""
    from scipy.special import ndtri

    said = np.subtract(*reversed(samples.pairs()))
    known = ~np.isnan(said)
    n = int(known.sum())
    if n < LEAST_LABELLED or not said[known].std():
        return Narrowing(n, more)
    if scores == CORRECTED:
        judged = np.subtract(*reversed(samples.pairs(MACHINE_VALUE)))
        errors = [_corrected(said[known], judged, judged[known], size) for size in (n, n + more)]
    else:
        errors = [float(said[known].std(ddof=1)) / math.sqrt(size) for size in (n, n + more)]
    before, after = (2 * float(ndtri(1 - alpha / 2)) * error for error in errors)
    return Narrowing(n, more, before, after)


def _corrected(labels, scores, scores_of_labelled, size):
    """The standard error with people's labels of `size` of the pairs that the judge has scored."""
    people, machine = float(labels.std(ddof=1)), float(scores.std(ddof=1))
    correlation = float(np.corrcoef(labels, scores_of_labelled)[0, 1]) if scores_of_labelled.std() else 0.0
    share = min(1.0, size / scores.size)
    return corrected_deviation(machine, people, correlation, share) / math.sqrt(scores.size)
