"""Programmatic metrics: scorers of one answer that ask no model. One file per metric, or per family of them.

A metric is a scorer that needs an OUTPUT: its `item` is a ScoredAnswer, and a REFERENCE, CONTEXT or EMBEDDER is what
it needs besides. Its key is the `method` of a program annotator; other parameters or another version are another one.
"""

from reviews.scorers.metrics.base.answer_metric import AnswerMetric, not_scored, scored
from reviews.scorers.metrics.base.scored_answer import ScoredAnswer
from reviews.scorers.registry import OUTPUT, registry

__all__ = ["AnswerMetric", "ScoredAnswer", "metrics_of_answers", "not_scored", "scored"]

registry.add_package(__name__)
metrics_of_answers = registry.where(lambda scorer: OUTPUT in scorer.needs)
