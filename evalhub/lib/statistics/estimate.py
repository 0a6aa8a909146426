"""A figure with its interval, or the reason why it has none."""

from dataclasses import dataclass

NOTHING, TOO_FEW, NO_VARIATION, UNINFORMATIVE, NOT_ALIKE = REASONS = (
    "NOTHING",
    "TOO_FEW",
    "NO_VARIATION",
    "UNINFORMATIVE",
    "NOT_ALIKE",
)


@dataclass(frozen=True)
class Estimate:
    """`value` None: not defined; low and high None: no interval. Either way `reason` is one of REASONS.

    `method` names the routine, `p` is of the hypothesis that the figure is 0, where there is such a test. The
    interval is at 1 - alpha, which is to be said wherever it is shown and not 95 %.
    """

    value: float | None
    n: int
    method: str
    low: float | None = None
    high: float | None = None
    p: float | None = None
    reason: str = ""
    alpha: float = 0.05
