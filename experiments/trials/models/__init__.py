"""The tables of experiments."""

from .experiment import Experiment
from .experiment_look import ExperimentLook
from .experiment_metric import ExperimentMetric
from .variant import Variant

__all__ = ["Experiment", "ExperimentLook", "ExperimentMetric", "Variant"]
