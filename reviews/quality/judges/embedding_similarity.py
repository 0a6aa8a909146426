"""The judge that measures how near two answers are as vectors."""

import math

import numpy as np

from evalhub.lib import reasons
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.engine.client import vectors
from reviews.engine.client.exchange import OK, LLMCall
from reviews.engine.stages.base import UNREADABLE, Finding
from reviews.quality.errors import InvalidGrading
from reviews.quality.judges import PairJudge, failed, found
from reviews.scorers.judges.reasons import VECTORS
from reviews.scorers.registry import EMBEDDER, PAIR, registry


def clamped_cosine(first, second):
    """The cosine of two vectors, negative values as 0. (Not the (cosine + 1) / 2 of a text metric.)

    InvalidGrading for vectors that are empty, of unlike lengths, not finite, or zero, which have no direction.
    """
    one, other = (np.asarray(vector, dtype=np.float64) for vector in (first, second))
    if one.ndim != 1 or one.shape != other.shape or not one.size:
        raise InvalidGrading(
            _("The vectors have the shapes %(one)s and %(other)s. Valid: two of one length.")
            % {"one": one.shape, "other": other.shape}
        )
    largest = [float(np.max(np.abs(vector))) for vector in (one, other)]
    if not all(math.isfinite(size) and size > 0 for size in largest):
        raise InvalidGrading(_("A vector is zero or not finite. Valid: finite numbers, not all of them 0."))
    one, other = one / largest[0], other / largest[1]  # squares of very large or small parts would not be finite
    cosine = float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))
    return min(max(cosine, 0.0), 1.0)


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
        except InvalidGrading as error:
            return _not_comparable(reasons.of(error.message))


def _not_comparable(reason):
    return Finding(UNREADABLE, {}, "no_vectors", reason)
