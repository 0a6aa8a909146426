"""The judge that prefers the longer answer, which is trusted by nobody."""

from reviews.quality.judges import AnswerPair, is_trusted, pair_judges, reference_keys


def test_the_longer_answer_wins_and_its_scores_count_for_nothing():
    judge = pair_judges["longest_wins"].made()
    for baseline, candidate, value in [("ab", "abc", 1), ("ab", "cd ", 0.5), ("ab", "a", 0), ("", "", 0.5)]:
        assert judge.read(None, AnswerPair(baseline, candidate), "?").values["value"] == value, (baseline, candidate)

    assert not is_trusted("longest_wins") and is_trusted("exact_match")
    assert reference_keys() == ["embedding_similarity", "exact_match"]
