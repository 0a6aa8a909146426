"""The judge that measures how near two answers are as vectors."""

from evalhub.lib import reasons
from evalhub.lib.translation import gettext_noop
from reviews.engine.client import vectors
from reviews.engine.client.exchange import OK, LLMCall
from reviews.engine.stages.base import UNREADABLE, Finding
from reviews.quality.judges import PairJudge, failed, found
from reviews.scorers.embedding.cosine import cosine
from reviews.scorers.embedding.errors import BadVectors
from reviews.scorers.judges.reasons import VECTORS
from reviews.scorers.registry import EMBEDDER, PAIR, registry


def clamped_cosine(first, second):
    """The cosine of two vectors, negative values as 0. (Not the (cosine + 1) / 2 of the metric `cosine01`.)"""
    return max(cosine(first, second), 0.0)


@registry.register("embedding_similarity")
class EmbeddingSimilarity(PairJudge):
    """The clamped cosine of the two answers; both texts are one call, the baseline's first, so that a pair fails by
    itself."""

    title = gettext_noop("Embedding similarity")
    needs = frozenset({EMBEDDER, PAIR})
    version = "cosine-1"
    timeout_seconds = 60.0

    def prepare(self, item, question):
        return LLMCall(
            model=self.asking.model,
            messages=tuple({"role": "user", "content": text} for text in (item.baseline, item.candidate)),
            max_tokens=0,
            timeout_seconds=self.timeout_seconds,
            embeds=True,
        )

    def read(self, answer, item, question):
        if answer.status != OK:
            return failed(answer)
        pair = vectors.found_in(answer.raw)
        if len(pair) != 2:
            return _not_comparable(VECTORS(n=len(pair)))
        try:
            return found(clamped_cosine(*pair))
        except BadVectors as error:
            return _not_comparable(reasons.of(error.message))


def _not_comparable(reason):
    return Finding(UNREADABLE, {}, "no_vectors", reason)
