"""Evaluations of outputs; windows of evidence, and studies in which models write rubrics and score with them."""

from experiments.evaluations.models import Evaluation, EvaluationScorer, ScoreSummary
from experiments.studies.models.evidence import Evidence, EvidenceView
from experiments.studies.models.evidence_window import EvidenceWindow
from experiments.studies.models.score_lane import ScoreLane
from experiments.studies.models.study import Study
from experiments.studies.models.study_sample import StudySample

__all__ = [
    "Evaluation",
    "EvaluationScorer",
    "Evidence",
    "EvidenceView",
    "EvidenceWindow",
    "ScoreLane",
    "ScoreSummary",
    "Study",
    "StudySample",
]
