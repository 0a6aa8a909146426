"""What was decided before an experiment started: its method, its sizes and its metrics."""

from dataclasses import dataclass

FREQUENTIST, BAYESIAN, SEQUENTIAL = "frequentist", "bayesian", "sequential"
PRIMARY, GUARDRAIL, SECONDARY = "primary", "guardrail", "secondary"
MACHINES, PEOPLE, CORRECTED = "machines", "people", "corrected"


def interval_of(method: str) -> str:
    """The figure of a MetricResult that decides: `running`, which holds at every look, else `difference`."""
    return "running" if method == SEQUENTIAL else "difference"


@dataclass(frozen=True)
class MetricPlan:
    """`margin`: how much worse a treatment may be under a guardrail. `scores`: whose count."""

    key: str
    title: str
    role: str
    lower_is_better: bool = False
    margin: float = 0.0
    scores: str = MACHINES


@dataclass(frozen=True)
class Plan:
    """`planned_n` and `least_n` count pairs, or units of all variants. `least_effect`: a smaller gain is not worth it.

    prior_deviation None: a flat prior. is_aa: no difference is expected. is_complete: no more data will come, so that
    what there is counts as the planned size. bandit_seed: of the draws of a bandit, whose shares change with the
    outcomes, so that each counts by 1 / its chance and there is no p; None: shares stay as they are."""

    method: str
    alpha: float
    planned_n: int
    least_n: int
    metrics: tuple[MetricPlan, ...]
    prior_deviation: float | None = None
    least_effect: float = 0.0
    is_aa: bool = False
    least_days: int = 0
    is_complete: bool = False
    bandit_seed: int | None = None

    def is_reached(self, n: int) -> bool:
        return self.is_complete or n >= self.planned_n

    @property
    def is_adaptive(self) -> bool:
        return self.bandit_seed is not None

    @property
    def primary(self) -> MetricPlan:
        return next(each for each in self.metrics if each.role == PRIMARY)
