"""Ways in which a bandit shares out new units by what was measured, one file each; no Django."""

from evalhub.lib.registry import Registry
from experiments.trials.policies.base.policy import Policy

__all__ = ["Policy", "policies"]

policies: Registry = Registry("allocation policy", package=__name__, instances=True)
