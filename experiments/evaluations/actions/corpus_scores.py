"""Scores of all outputs as one text, such as corpus BLEU: from counts that are kept with the score of each output."""

from dataclasses import dataclass

import numpy as np

from annotations.models import Annotation, Annotator, Judgement
from reviews.scorers.actions import programs
from reviews.scorers.metrics import metrics_of_answers
from reviews.scorers.metrics.base.sacrebleu_metric import CORPUS, SacrebleuMetric


@dataclass(frozen=True)
class CorpusCounts:
    """The counts of one scorer: of each of `items` its row of `statistics` and its number of `references`."""

    metric: SacrebleuMetric
    items: np.ndarray
    statistics: np.ndarray
    references: np.ndarray

    def scores(self, codes, scored):
        """{code: {"score", "signature"}} of slices; `codes` are those of the items, `scored` how many scores each has.

        A slice in which a score has no counts, because it was made before they were kept, has none.
        """
        found = {}
        for code, n in enumerate(scored):
            own = codes == code
            if n and int(own.sum()) == n:
                of_all = self.metric.corpus_score(self.statistics[own].sum(axis=0), set(self.references[own].tolist()))
                found[code] = {"score": of_all.value, "signature": of_all.signature}
        return found


def counts_of(question, annotators):
    """{annotator's id: CorpusCounts}; no statement for a metric that has no such score."""
    method = question.metric.method if question.metric else ""
    if method not in metrics_of_answers or not metrics_of_answers[method].has_corpus_score:
        return {}
    found = {}
    for annotator in Annotator.objects.filter(pk__in=annotators, kind="program", method=method):
        current = Annotation.objects.current().filter(annotator=annotator)
        rows = Judgement.objects.filter(question=question, annotation__in=current, details__has_key=CORPUS)
        kept = [(item, told) for item, told in rows.values_list("annotation__item", f"details__{CORPUS}")]
        if kept:
            found[annotator.pk] = CorpusCounts(
                metric=programs.metric_of(annotator),
                items=np.array([item for item, _told in kept]),
                statistics=np.array([told["statistics"] for _item, told in kept]),
                references=np.array([told["references"] for _item, told in kept]),
            )
    return found
