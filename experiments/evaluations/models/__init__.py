"""The tables of evaluations, for this feature and those above it."""

from .evaluation import Evaluation
from .evaluation_scorer import EvaluationScorer
from .score_summary import ScoreSummary

__all__ = ["Evaluation", "EvaluationScorer", "ScoreSummary"]
