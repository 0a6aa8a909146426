"""What the metrics of sacrebleu share: one sentence with its references, from 0 to 100."""

import functools

from reviews.scorers.metrics.base import packages
from reviews.scorers.metrics.base.answer_metric import AnswerMetric, scored
from reviews.scorers.registry import OUTPUT, REFERENCE

PER_CENT = {"min": 0, "max": 100}


class SacrebleuMetric(AnswerMetric):
    """Subclasses make the library's `metric`. The reason of a score is sacrebleu's signature."""

    version = packages.Version("1", "sacrebleu")
    needs = frozenset({OUTPUT, REFERENCE})
    config = PER_CENT
    empty_is_zero = True

    def __init__(self, chosen=None):
        super().__init__(chosen)
        self._signatures = {}

    @functools.cached_property
    def metric(self):
        raise NotImplementedError

    def score(self, item):
        found = self.metric.sentence_score(item.output, item.references)
        return scored(min(found.score, 100.0), self._signature(len(item.references)))

    def _signature(self, n_references):
        """Of the metric after it has seen that many references; making it takes half as long as a score."""
        if n_references not in self._signatures:
            self._signatures[n_references] = str(self.metric.get_signature())
        return self._signatures[n_references]
