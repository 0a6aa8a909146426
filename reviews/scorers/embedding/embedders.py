"""Embedders for `EmbeddingSimilarityJudge`: a model that runs here, a lexical stand-in, and the names of all others."""

import unicodedata
import zlib

import numpy as np

from evalhub.lib.translation import gettext as _
from reviews.scorers.embedding import minilm
from reviews.scorers.embedding.errors import BadVectors, EmbedderMissing

LEXICAL, MINILM = "lexical", "minilm"


def embedder(name):
    """The embedder of that name: LEXICAL, MINILM (as graders name it too), or else a model that litellm knows."""
    if not isinstance(name, str) or not name.strip():
        raise BadVectors(f"The embedder is {name!r}. Valid: {LEXICAL}, {MINILM}, or an embedding model's name.")
    made = {LEXICAL: LexicalEmbedder, MINILM: MiniLMEmbedder, MiniLMEmbedder.name: MiniLMEmbedder}.get(name)
    return made() if made else ProviderEmbedder(name)


def is_local(name):
    """Whether texts are embedded by this process itself: nothing is asked of a provider."""
    return name in (LEXICAL, MINILM, MiniLMEmbedder.name)


def choices():
    """(name, title) of those that need no provider and can be used here."""
    found = [(LEXICAL, _("Lexical: shared characters, not meaning"))]
    return [*found, (MINILM, _("all-MiniLM-L6-v2, on this machine"))] if minilm.folder() else found


class LexicalEmbedder:
    """Counts of letter groups, hashed into a vector: texts are near when they share spellings. It knows no meaning.

    Groups of 3 to 5 characters of each word with its edges, as fastText takes them (Bojanowski et al. 2017), and the
    hashed counts of Weinberger et al. 2009, without signs, so that no cosine is negative.
    """

    name = "lexical"
    size = 4096

    def embed(self, texts):
        return [self._vector(text) for text in texts]

    def _vector(self, text):
        counts = np.zeros(self.size)
        for word in unicodedata.normalize("NFKC", text).casefold().split():
            edged = f"<{word}>"
            for width in (3, 4, 5):
                for start in range(max(len(edged) - width + 1, 1)):
                    counts[zlib.crc32(edged[start : start + width].encode("utf-8", "replace")) % self.size] += 1
        return np.sqrt(counts)  # damped: a word ten times is not ten times the word


class MiniLMEmbedder:
    """all-MiniLM-L6-v2 on this machine; loaded at the first text, EmbedderMissing when it is not installed."""

    name = "all-minilm-l6-v2"

    def embed(self, texts):
        network = minilm.model()
        return [network.vector(text) for text in texts]


class ProviderEmbedder:
    """The name of a provider's embedding model. It is asked in a stage `grading_embedding`, through the ledger."""

    def __init__(self, model):
        self.name = model

    def embed(self, texts):
        raise EmbedderMissing(
            f"{self.name} is asked through the ledger, in the run of a grading. Valid here: {LEXICAL}, {MINILM}."
        )
