"""Evaluations of outputs, suites of benchmark tasks, and studies in which models write rubrics of evidence."""

from experiments.benchmarks.models import BenchmarkSuite, BenchmarkTask, SuiteRun, SuiteRunTask
from experiments.evaluations.models import Evaluation, EvaluationScorer, ScoreSummary
from experiments.gates.models import Gate, GateResult
from experiments.studies.models.evidence import Evidence, EvidenceView
from experiments.studies.models.evidence_window import EvidenceWindow
from experiments.studies.models.score_lane import ScoreLane
from experiments.studies.models.study import Study
from experiments.studies.models.study_sample import StudySample
from experiments.trials.models import (
    Allocation,
    Experiment,
    ExperimentLook,
    ExperimentMetric,
    TrafficOutcome,
    TrafficSummary,
    Variant,
    VariantShares,
)

__all__ = [
    "Allocation",
    "BenchmarkSuite",
    "BenchmarkTask",
    "Evaluation",
    "EvaluationScorer",
    "Evidence",
    "EvidenceView",
    "EvidenceWindow",
    "Experiment",
    "ExperimentLook",
    "ExperimentMetric",
    "Gate",
    "GateResult",
    "ScoreLane",
    "ScoreSummary",
    "Study",
    "StudySample",
    "SuiteRun",
    "SuiteRunTask",
    "TrafficOutcome",
    "TrafficSummary",
    "Variant",
    "VariantShares",
]
