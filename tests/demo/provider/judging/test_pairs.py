"""Simulated verdicts on pairs of answers: by likeness, with weaknesses that a calibration finds."""

from evalhub.demo.provider import free_answers
from evalhub.demo.provider.faults import NONE
from evalhub.demo.provider.replies import reply_to
from evalhub.demo.provider.wires import Ask
from reviews.quality.calibration import Case, measure
from reviews.quality.embedders import LexicalEmbedder
from reviews.quality.judges.embedding_similarity import clamped_cosine
from reviews.quality.judges.llm_judge import ask_about, read_answer
from reviews.quality.pass_rule import verdict
from tests.demo.provider.test_free_answers import ask as free_ask

CAREFUL, HASTY = "simulated-careful", "simulated-hasty"
TASK = "May I return a kettle?"


def judged(baseline, candidate, model=CAREFUL, *, in_one=False, **order):
    asked = ask_about(TASK, baseline, candidate, **order)
    system, user = ("", asked.text) if in_one else (asked.system, asked.user)
    ask = Ask(model=model, system=system, user=user, later="", schema=None, tool="", max_tokens=600)
    return read_answer(reply_to(ask, NONE, 0).text)


def pairs(count=60):
    """Answers of a careful model and of one that says less, longer pairs among them."""
    for number in range(count):
        prompt = (
            f"May I return kettle {number}? It can be sent back within {number} days. Postage is paid by us. "
            f"Goods number {number * 7} must be clean. Gifts of kind {number} are exchanged."
        )
        models = ("simulated-careful", "simulated-terse" if number % 2 else "simulated-generous")
        yield [free_answers.said(free_ask(prompt, model), number) for model in models]


def calibration(model):
    embedder, cases = LexicalEmbedder(), []
    for baseline, candidate in pairs():
        cases.append(
            Case(
                score=judged(baseline, candidate, model).quality_score,
                swapped_score=judged(baseline, candidate, model, is_candidate_first=True).quality_score,
                reference_score=clamped_cosine(*embedder.embed([baseline, candidate])),
                length_difference=len(candidate) - len(baseline),
            )
        )
    return measure(cases)


def test_score_follows_likeness():
    for in_one in [False, True]:
        same = judged("You have 30 days.", "You have 30 days.", in_one=in_one)
        near = judged("You have 30 days to return it.", "You have 14 days to return it.", in_one=in_one)
        far = judged("You have 30 days to return it.", "No.", in_one=in_one)

        assert same.quality_score > near.quality_score > far.quality_score, in_one
        assert same.notes == "Both say the same." and "30" in near.notes and "return" in far.notes, in_one


def test_careful_judge_passes_its_calibration():
    measures = calibration(CAREFUL)

    assert verdict(measures).passed, verdict(measures).reason
    assert measures.swap_consistency.value > 0.9


def test_hasty_judge_likes_the_last_and_the_long():
    measures = calibration(HASTY)

    assert not verdict(measures).passed
    assert measures.swap_shift.low > 0.05 and measures.swap_consistency.value < 0.8
    assert measures.length_bias.value > 0.1
