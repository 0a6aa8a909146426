"""What the metrics of sacrebleu share: one sentence with its references, from 0 to 100, and all sentences together."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reviews.engine.client.exchange import OK
from reviews.engine.stages.base import Finding
from reviews.scorers.metrics.base import packages
from reviews.scorers.metrics.base.answer_metric import AnswerMetric
from reviews.scorers.registry import OUTPUT, REFERENCE

PER_CENT = {"min": 0, "max": 100}
CORPUS = "corpus"  # in the details of a score
VARIABLE = -1  # what sacrebleu calls a number of references that is not the same everywhere


@dataclass(frozen=True)
class CorpusFinding(Finding):
    """A score whose `details` add up to that of a corpus: {"corpus": {"statistics": [counts], "references": n}}."""

    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class CorpusScore:
    """The score of many answers as one text, with sacrebleu's signature."""

    value: float
    signature: str


class SacrebleuMetric(AnswerMetric):
    """Subclasses make the library's `metric`. The reason of a score is sacrebleu's signature."""

    version = packages.Version("1", "sacrebleu")
    needs = frozenset({OUTPUT, REFERENCE})
    config = PER_CENT
    empty_is_zero = True
    has_corpus_score = True

    def __init__(self, chosen=None):
        super().__init__(chosen)
        self._signatures = {}

    @functools.cached_property
    def metric(self):
        raise NotImplementedError

    @functools.cached_property
    def metric_of_corpus(self):
        """The library's metric as it is meant for a corpus."""
        return self.metric

    def read(self, answer, item, question=None):
        found = super().read(answer, item, question)
        is_empty = found.status == OK and not isinstance(found, CorpusFinding)
        return self._finding(found.values, item, self._statistics(item)) if is_empty else found

    def score(self, item):
        statistics = self._statistics(item)
        value = min(self.metric._compute_score_from_stats(statistics).score, 100.0)
        n_references = len(item.references)
        if n_references not in self._signatures:
            self._signatures[n_references] = str(self.metric.get_signature())
        return self._finding({"value": float(value), "reason": self._signatures[n_references]}, item, statistics)

    def corpus_score(self, statistics, references):
        """The CorpusScore of sums of the counts of answers; `references`: their numbers of references, each once."""
        value = self.metric_of_corpus._compute_score_from_stats(list(map(int, statistics))).score
        self.metric_of_corpus.num_refs = next(iter(references)) if len(references) == 1 else VARIABLE
        return CorpusScore(float(value), str(self.metric_of_corpus.get_signature()))

    def _statistics(self, item):
        """The counts that sacrebleu takes of one answer."""
        [found] = self.metric._extract_corpus_statistics([item.output], [[each] for each in item.references])
        return found

    def _finding(self, values, item, statistics):
        told = {"statistics": list(map(int, statistics)), "references": len(item.references)}
        return CorpusFinding(OK, values, details={CORPUS: told})
