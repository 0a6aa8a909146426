"""The values of a control and a treatment, as arrays by unit, and the pairs that both have."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property

import numpy as np

from evalhub.lib.errors import InvalidInput
from evalhub.lib.statistics.experiments import histograms
from evalhub.lib.statistics.experiments.histograms import Histogram
from evalhub.lib.statistics.experiments.moments import SampleMoments
from evalhub.lib.translation import gettext as _

VALUE, CLUSTER, COVARIATE, DENOMINATOR, MACHINE_VALUE = COLUMNS = (
    "value",
    "cluster",
    "covariate",
    "denominator",
    "machine_value",
)


@dataclass(frozen=True)
class Rules:
    """alpha: of two-sided intervals and tests. planned_n: pairs, or units of both variants, planned before the start;
    None: as many as there are. seed: of random draws; None: one from the data."""

    alpha: float = 0.05
    planned_n: int | None = None
    seed: int | None = None
    lower_is_better: bool = False


@dataclass(frozen=True)
class Part:
    """Units of traffic that had the same chance of their variant; `bins` {bin: n} as `histograms` has them."""

    moments: SampleMoments
    propensity: float
    bins: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Sample:
    """One row a unit, ordered by unit. `values` is NaN where a unit has a machine's value alone.

    The other arrays are None where the data have no such column. Of traffic only moments and bins of `parts` are known,
    and the arrays are empty; `allocated` counts units with an outcome or without.
    """

    name: str
    units: np.ndarray
    values: np.ndarray
    clusters: np.ndarray | None = None
    covariates: np.ndarray | None = None
    denominators: np.ndarray | None = None
    machine_values: np.ndarray | None = None
    parts: tuple[Part, ...] | None = None
    allocated: int | None = None

    @classmethod
    def of_parts(cls, name: str, parts: Iterable[Part], allocated: int | None = None) -> "Sample":
        units, values = np.array([], dtype=np.int64), np.array([], dtype=np.float64)
        return cls(name, units, values, parts=tuple(parts), allocated=allocated)

    def of_units(self, units: np.ndarray) -> "Sample":
        """Those of some units alone."""
        kept = np.isin(self.units, units)
        arrays = {each.name: getattr(self, each.name) for each in fields(self) if each.name not in ("name", "parts")}
        return replace(self, **{name: None if array is None else array[kept] for name, array in arrays.items()})

    @property
    def known(self) -> np.ndarray:
        return ~np.isnan(self.values)

    @property
    def n(self) -> int:
        return self.moments.n if self.parts is not None else int(self.known.sum())

    @cached_property
    def moments(self) -> SampleMoments:
        found = SampleMoments.of(self.values[self.known])
        for part in self.parts or ():
            found = found.with_(part.moments)
        return found

    @cached_property
    def histogram(self) -> Histogram:
        """Of traffic, each value by 1 / the chance of its unit."""
        return histograms.of_parts((part.bins, 1 / part.propensity) for part in self.parts or ())

    def is_binary(self) -> bool:
        return bool(np.isin(self.values[self.known], (0.0, 1.0)).all())

    def column(self, name: str) -> np.ndarray | None:
        return getattr(self, {VALUE: "values"}.get(name, f"{name}s"))


@dataclass(frozen=True)
class Samples:
    """`of_cases`: both answer the same cases, however few of them both have a value of so far."""

    control: Sample
    treatment: Sample
    of_cases: bool = False
    shared: tuple[np.ndarray, np.ndarray] = field(init=False)

    def __post_init__(self):
        _units, first, second = np.intersect1d(
            self.control.units, self.treatment.units, assume_unique=True, return_indices=True
        )
        object.__setattr__(self, "shared", (first, second))

    @property
    def are_paired(self) -> bool:
        """Of cases, and wherever at least half of the units of either variant are in both."""
        return (
            self.of_cases
            or bool(self.shared[0].size)
            and 2 * self.shared[0].size >= max(self.control.units.size, self.treatment.units.size)
        )

    def pairs(self, name: str = VALUE) -> tuple[np.ndarray, np.ndarray]:
        """(control's, treatment's) of the units that both have, NaN where unknown."""
        first, second = self.shared
        one, other = self.control.column(name), self.treatment.column(name)
        if one is None or other is None:
            raise needs(name)
        return one[first], other[second]

    def differences(self) -> np.ndarray:
        """The treatment's less the control's, of the units that have both values."""
        one, other = self.pairs()
        gaps = other - one
        return gaps[~np.isnan(gaps)]

    def clusters_of_pairs(self) -> np.ndarray | None:
        if self.control.clusters is None:
            return None
        one, other = self.pairs()
        return self.control.clusters[self.shared[0]][~np.isnan(other - one)]


def needs(name: str) -> InvalidInput:
    words = _("The method needs a column %(name)s, which the data do not have.") % {"name": name}
    return InvalidInput(words, code="missing_column", details={"column": name})
