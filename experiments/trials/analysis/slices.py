"""The primary metric's difference in slices of the cases: explored, and never part of a verdict."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from evalhub.lib.statistics import multiple_testing
from evalhub.lib.statistics.estimate import Estimate
from experiments.evaluations.case_slices import CaseSlice
from experiments.trials.analysis import metric_results
from experiments.trials.analysis.gaps import Gap
from experiments.trials.analysis.plan import Plan, interval_of
from experiments.trials.methods import Sample, Samples


@dataclass(frozen=True)
class SliceResult:
    """A treatment less the control over the pairs whose metadata has `value` under `field`; `difference` and `running`
    as of a MetricResult. p_corrected: by Holm over all slices of all treatments."""

    field: str
    value: str
    treatment: str
    gap: Gap
    difference: Estimate
    running: Estimate
    p_corrected: float | None = None


def of_primary(plan: Plan, samples: Sequence[Sample], slices: Sequence[CaseSlice]) -> tuple[SliceResult, ...]:
    """The SliceResults of the primary metric, treatment by treatment; `samples` the control's first."""
    found = []
    for treatment in samples[1:]:
        both = np.intersect1d(samples[0].units, treatment.units)
        found += [_of_slice(plan, samples[0], treatment, each, both[np.isin(both, each.cases)]) for each in slices]
    known = [(place, getattr(each, interval_of(plan.method)).p) for place, each in enumerate(found)]
    known = [(place, p) for place, p in known if p is not None]
    for (place, _p), p in zip(known, multiple_testing.holm([p for _place, p in known]), strict=True):
        found[place] = replace(found[place], p_corrected=p)
    return tuple(found)


def _of_slice(plan, control, treatment, own, units):
    samples = Samples(control.of_units(units), treatment.of_units(units))
    return SliceResult(own.field, own.value, treatment.name, *metric_results.estimates(plan.primary, samples, plan))
