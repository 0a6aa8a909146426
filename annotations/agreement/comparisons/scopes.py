"""The four figures of a question: among people, among machines, between both, and everyone alike."""

from dataclasses import dataclass

from annotations.agreement.comparisons.between import Between
from annotations.agreement.comparisons.between import between as machines_against_people
from annotations.agreement.estimate import Estimate
from annotations.agreement.metrics.alpha import alpha
from annotations.agreement.patterns import Patterns
from evalhub.lib.statistics.bootstrap import RESAMPLES

SCOPES = ("people", "machines", "between", "everyone")


@dataclass(frozen=True)
class Scopes:
    """people, machines, everyone: alpha among these annotators; a program counts as a machine.

    between: alpha of machines against the human consensus, see `between.between`. Machines that agree with each other
    more than people do are a warning, not a success.
    """

    people: Estimate
    machines: Estimate
    between: Between
    everyone: Estimate

    def estimates(self):
        """One Estimate per name in SCOPES."""
        return {
            "people": self.people,
            "machines": self.machines,
            "between": self.between.combined,
            "everyone": self.everyone,
        }


def scopes(labels, *, level, resamples=RESAMPLES):
    """Alpha in every scope."""

    def among(some):
        return alpha(Patterns.from_labels(some), level=level, resamples=resamples)

    return Scopes(
        people=among(labels.people()),
        machines=among(labels.machines()),
        between=machines_against_people(labels, level=level, resamples=resamples),
        everyone=among(labels),
    )
