"""A way to compare a treatment with a control."""

import math
from dataclasses import dataclass

from evalhub.lib.errors import InvalidInput
from evalhub.lib.statistics import paired
from evalhub.lib.statistics.estimate import Estimate
from evalhub.lib.statistics.experiments import effect_sizes
from evalhub.lib.statistics.experiments.effect_sizes import EffectSize
from evalhub.lib.translation import gettext as _
from experiments.trials.methods.base.samples import Rules, Samples


@dataclass(frozen=True)
class Outcome:
    """`estimate` is of the treatment less the control. `expected_loss` is what choosing the treatment is expected to
    cost. What a method does not give is None."""

    estimate: Estimate
    probability_better: float | None = None
    expected_loss: float | None = None
    effect_size: EffectSize | None = None


class Method:
    """key: how it is asked for. is_paired: True needs the same units in both variants, False separate ones."""

    key: str
    is_paired: bool | None = None

    def compare(self, samples: Samples, rules: Rules) -> Outcome:
        raise NotImplementedError

    def checked(self, samples: Samples) -> None:
        """InvalidInput where the units do not suit the method."""
        if self.is_paired and not samples.shared[0].size:
            words = _("%(method)s compares the same units, but %(control)s and %(treatment)s have none in common.")
            named = {"method": self.key, "control": samples.control.name, "treatment": samples.treatment.name}
            raise InvalidInput(words % named, code="no_shared_units")


def effect_size(samples: Samples) -> EffectSize:
    """Of pairs where every unit is in both, else of two separate samples."""
    if samples.are_paired:
        return effect_sizes.of_pairs(samples.differences())
    return effect_sizes.hedges_g(samples.control.moments, samples.treatment.moments)


def mean_error(samples: Samples) -> tuple[float | None, float | None, int]:
    """(mean difference, its standard error, n) of pairs, or of the units of both samples; by cluster where known.

    Separate samples of 0 and 1 are shares, with the variance p (1 - p), unless only moments are known.
    """
    if samples.are_paired:
        gaps, clusters = samples.differences(), samples.clusters_of_pairs()
        if not gaps.size:
            return None, None, 0
        squared = _squared_error(gaps, clusters)
        return float(gaps.mean()), None if squared is None else math.sqrt(squared), int(gaps.size)
    parts = (samples.control, samples.treatment)
    n = sum(each.n for each in parts)
    if not all(each.n for each in parts):
        return None, None, n
    found = [_squared_error_of_sample(each) for each in parts]
    gap = parts[1].moments.mean - parts[0].moments.mean
    return gap, None if None in found else math.sqrt(sum(found)), n


def _squared_error_of_sample(sample):
    if sample.parts is not None:
        return sample.moments.error_squared
    values = sample.values[sample.known]
    if sample.clusters is None and sample.is_binary():
        return float(values.var()) / values.size
    return _squared_error(values, None if sample.clusters is None else sample.clusters[sample.known])


def _squared_error(values, clusters):
    return paired.clustered_error(values, range(len(values)) if clusters is None else clusters)[1]


def only_binary(samples: Samples, key: str) -> None:
    """InvalidInput for values other than 0 and 1."""
    for sample in (samples.control, samples.treatment):
        if not sample.is_binary():
            values = sample.values[sample.known]
            other = next(each for each in values.tolist() if each not in (0.0, 1.0))
            words = _("%(method)s needs values of 0 and 1, but %(name)s has %(value)s.")
            named = {"method": key, "name": sample.name, "value": f"{other:g}"}
            raise InvalidInput(words % named, code="not_binary")
