"""ROUGE-1, ROUGE-2 and ROUGE-L of one answer (Lin 2004), equal to the package rouge-score without stemming.

Written here because that package loads nltk: 120 MB for what follows.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reviews.scorers.metrics.base import parameters, reasons
from reviews.scorers.metrics.base.answer_metric import AnswerMetric, not_scored, scored
from reviews.scorers.metrics.base.ngrams import ngrams
from reviews.scorers.registry import OUTPUT, REFERENCE

_WORD = re.compile("[a-z0-9]+")


class Rouge(AnswerMetric):
    """Words are runs of a to z and digits in lower case. Of several references the best one counts."""

    version = "1+rouge-score-0.1.2"
    needs = frozenset({OUTPUT, REFERENCE})
    empty_is_zero = True

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        measure: str = parameters.choice("f1", "precision", "recall")

    def overlap(self, words: Sequence[str], reference: Sequence[str]) -> tuple[int, int, int]:
        """What is shared, and how much there is in the output and in the reference."""
        raise NotImplementedError

    def score(self, item):
        references = [words for text in item.references if (words := words_of(text))]
        if not references:
            return not_scored(reasons.NO_LATIN_WORDS())
        words = words_of(item.output)
        return scored(max(map(self._measured, (self.overlap(words, reference) for reference in references)))[1])

    def _measured(self, found):
        """(F1, the chosen measure) of an overlap: the best reference is that of the highest F1."""
        shared, n_output, n_reference = found
        precision, recall = shared / max(n_output, 1), shared / max(n_reference, 1)
        f1 = 2 * precision * recall / (precision + recall) if shared else 0.0
        return f1, {"f1": f1, "precision": precision, "recall": recall}[self.parameters.measure]


class RougeN(Rouge):
    """Of runs of `n` words."""

    n = 1

    def overlap(self, words, reference):
        runs, expected = ngrams(words, self.n), ngrams(reference, self.n)
        return (runs & expected).total(), runs.total(), expected.total()


def words_of(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def common_subsequence(first: Sequence[str], second: Sequence[str]) -> int:
    """The length of the longest common subsequence, with a row of the table as the bits of a number (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for place, word in enumerate(first):
        places[word] = places.get(word, 0) | 1 << place
    whole = row = (1 << len(first)) - 1
    for word in second:
        shared = row & places.get(word, 0)
        row = (row + shared | row - shared) & whole
    return len(first) - row.bit_count()
