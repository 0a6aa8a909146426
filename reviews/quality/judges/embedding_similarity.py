"""The judge that measures how near two answers are as vectors."""

import math
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from evalhub.lib.translation import gettext_noop
from reviews.quality.errors import InvalidGrading
from reviews.quality.results import GradingResult
from reviews.scorers.registry import EMBEDDER, PAIR, registry


class Embedder(Protocol):
    """Texts in, a vector of the same length for each out; `name` tells whose vectors they are."""

    name: str

    def embed(self, texts: list[str]) -> list: ...


def grader_id_of(embedder):
    """The name of this judge's scores with an embedder of this name."""
    return f"embedding_similarity:{embedder}"


def clamped_cosine(first, second):
    """The cosine of two vectors, negative values as 0. (Not the (cosine + 1) / 2 of a text metric.)

    InvalidGrading for vectors that are empty, of unlike lengths, not finite, or zero, which have no direction.
    """
    one, other = (np.asarray(vector, dtype=np.float64) for vector in (first, second))
    if one.ndim != 1 or one.shape != other.shape or not one.size:
        raise InvalidGrading(f"The vectors have the shapes {one.shape} and {other.shape}. Valid: two of one length.")
    largest = [float(np.max(np.abs(vector))) for vector in (one, other)]
    if not all(math.isfinite(size) and size > 0 for size in largest):
        raise InvalidGrading("A vector is zero or not finite. Valid: finite numbers, not all of them 0.")
    one, other = one / largest[0], other / largest[1]  # squares of very large or small parts would not be finite
    cosine = float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))
    return min(max(cosine, 0.0), 1.0)


@registry.register("embedding_similarity")
@dataclass
class EmbeddingSimilarityJudge:
    """The clamped cosine of the two contents; one batch of two texts, the baseline's first.

    Without a `grader_id` it is named after the embedder, whose vectors its scores depend on.
    """

    title: ClassVar[str] = gettext_noop("Embedding similarity")
    needs: ClassVar[frozenset] = frozenset({EMBEDDER, PAIR})
    version: ClassVar[str] = "1"

    embedder: Embedder
    grader_id: str | None = None

    def __post_init__(self):
        if self.grader_id is None:
            self.grader_id = grader_id_of(self.embedder.name)

    @classmethod
    def made(cls, tool):
        return cls(tool)

    def judge(self, baseline_response, candidate_response, *, prompt, run_config):
        vectors = list(self.embedder.embed([baseline_response.content, candidate_response.content]))
        if len(vectors) != 2:
            raise InvalidGrading(f"The embedder gave {len(vectors)} vectors for two texts. Valid: exactly two.")
        return GradingResult(
            quality_score=clamped_cosine(*vectors),
            notes="",
            grader_id=self.grader_id,
            baseline_response=baseline_response,
            candidate_response=candidate_response,
        )
