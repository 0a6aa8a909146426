"""Tokens of the output matched with those of the expected output, by all-MiniLM-L6-v2 on this machine.

The matching is that of BERTScore (Zhang et al. 2020). The model is not, so its values must not be compared with
published ones.
"""

from dataclasses import dataclass

import numpy as np

from evalhub.lib.translation import gettext_noop
from reviews.scorers.embedding import minilm
from reviews.scorers.embedding.errors import EmbedderMissing
from reviews.scorers.metrics.base import parameters, reasons
from reviews.scorers.metrics.base.answer_metric import AnswerMetric, not_scored, scored
from reviews.scorers.registry import EMBEDDER, OUTPUT, REFERENCE, registry


@registry.register("bertscore_minilm")
class MiniLMMatching(AnswerMetric):
    """Texts are read up to 256 tokens. Negative similarities are 0, so that the score is from 0 to 1."""

    title = gettext_noop("Token matching with MiniLM")
    description = gettext_noop(
        "How well tokens of output and expected output match in meaning: BERTScore's matching with a small model."
    )
    version = "1+all-minilm-l6-v2"
    needs = frozenset({OUTPUT, REFERENCE, EMBEDDER})
    empty_is_zero = True

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        measure: str = parameters.choice("f1", "precision", "recall")

    def score(self, item):
        try:
            network = minilm.model()
        except EmbedderMissing as error:
            return not_scored(reasons.NO_EMBEDDER(problem=error.message))
        output, *references = (_directions(network.token_vectors(text)) for text in (item.output, *item.references))
        best = max((matching(output @ each.T) for each in references if len(each)), key=lambda found: found.f1)
        return scored(min(max(getattr(best, self.parameters.measure), 0.0), 1.0))


@dataclass(frozen=True)
class Matching:
    precision: float
    recall: float
    f1: float


def matching(similarity: np.ndarray) -> Matching:
    """Of a matrix with a row for each token of the output and a column for each of the reference."""
    precision = float(np.mean(np.max(similarity, axis=1)))
    recall = float(np.mean(np.max(similarity, axis=0)))
    total = precision + recall
    return Matching(precision, recall, 2 * precision * recall / total if total > 0 else 0.0)


def _directions(tokens):
    """Rows of length 1, without the marks of start and end."""
    inner = tokens[1:-1]
    return inner / np.linalg.norm(inner, axis=1, keepdims=True)
