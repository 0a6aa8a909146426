"""BERTScore as the package bert-score computes it (Zhang et al. 2020); an extra of EvalHub, for it needs torch."""

import functools
from dataclasses import dataclass

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.scorers.metrics.base import packages, parameters, reasons
from reviews.scorers.metrics.base.answer_metric import AnswerMetric, not_scored, scored
from reviews.scorers.registry import EMBEDDER, OUTPUT, REFERENCE, registry


@registry.register("bertscore")
class BertScore(AnswerMetric):
    """The reason of a score is the package's signature. Its model is fetched at first use. Negative values are 0."""

    title = gettext_noop("BERTScore")
    description = gettext_noop(
        "How well tokens of output and expected output match in meaning, by bert-score, which is installed as an extra."
    )
    version = packages.Version("1", "bert-score", is_optional=True)
    needs = frozenset({OUTPUT, REFERENCE, EMBEDDER})
    empty_is_zero = True

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        model: str = parameters.choice("roberta-large", "distilbert-base-uncased", "microsoft/deberta-xlarge-mnli")
        measure: str = parameters.choice("f1", "precision", "recall")

    def score(self, item):
        try:
            scorer = _scorer(self.parameters.model)
        except ImportError:
            problem = _("bert-score is not installed here: it comes with the extra bertscore of EvalHub.")
            return not_scored(reasons.NO_EMBEDDER(problem=problem))
        except OSError as error:
            return not_scored(reasons.NO_EMBEDDER(problem=str(error)[:300]))
        precision, recall, f1 = scorer.score([item.output], [list(item.references)])
        [value] = {"precision": precision, "recall": recall, "f1": f1}[self.parameters.measure]
        return scored(min(max(float(value), 0.0), 1.0), scorer.hash)


@functools.lru_cache(maxsize=1)
def _scorer(model):
    """Held in memory: it takes seconds to load. OSError where the model cannot be fetched."""
    from bert_score import BERTScorer  # pyright: ignore[reportMissingImports]

    return BERTScorer(model_type=model)
