"""The tables of experiments."""

from .allocation import Allocation
from .experiment import Experiment
from .experiment_look import ExperimentLook
from .experiment_metric import ExperimentMetric
from .traffic_outcome import TrafficOutcome
from .traffic_summary import TrafficSummary
from .variant import Variant
from .variant_shares import VariantShares

__all__ = [
    "Allocation",
    "Experiment",
    "ExperimentLook",
    "ExperimentMetric",
    "TrafficOutcome",
    "TrafficSummary",
    "Variant",
    "VariantShares",
]
