"""How near the output is to the expected one as vectors."""

from dataclasses import dataclass

from evalhub.lib.translation import gettext_noop
from reviews.scorers.embedding.cosine import cosine
from reviews.scorers.embedding.embedders import LEXICAL, MINILM, embedder
from reviews.scorers.embedding.errors import BadVectors, EmbedderMissing
from reviews.scorers.metrics.base import parameters, reasons
from reviews.scorers.metrics.base.answer_metric import AnswerMetric, not_scored, scored
from reviews.scorers.registry import EMBEDDER, OUTPUT, REFERENCE, registry


@registry.register("cosine01")
class Cosine01(AnswerMetric):
    """(cosine + 1) / 2, so that opposite vectors are 0. (Judges of pairs clamp the cosine: `embedding_similarity`.)"""

    title = gettext_noop("Embedding cosine from 0 to 1")
    description = gettext_noop(
        "How near the two texts are as vectors: (cosine + 1) / 2. Lexical vectors see spelling, not meaning."
    )
    version = "1"
    needs = frozenset({OUTPUT, REFERENCE, EMBEDDER})

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        embedder: str = parameters.choice(LEXICAL, MINILM)

    def score(self, item):
        try:
            output, *references = embedder(self.parameters.embedder).embed([item.output, *item.references])
            return scored(max((cosine(output, reference) + 1) / 2 for reference in references))
        except EmbedderMissing as error:
            return not_scored(reasons.NO_EMBEDDER(problem=error.message))
        except BadVectors:
            return not_scored(reasons.NO_DIRECTION())
