"""Verdicts of the simulation follow from the evidence and the criteria."""

import random

from tests.demo.provider import staged


def stage_of(asked, model="simulated-careful", seed=0):
    return asked.answer(model, seed=seed)["decoded"]


def test_force_is_stronger_than_calm():
    calm = [stage_of(staged.score_gen(staged.CALM), seed=seed) for seed in range(8)]
    force = [stage_of(staged.score_gen(staged.FORCE), seed=seed) for seed in range(8)]

    assert sum(map(sum, force)) > sum(map(sum, calm)) + 8


def test_order_and_labels_of_the_stages_do_not_matter():
    for seed in range(8):
        shuffled = [stage | {"label": ""} for stage in random.Random(seed).sample(staged.STAGES, 3)]

        assert stage_of(staged.score_gen(staged.FORCE, stages=shuffled)) == stage_of(staged.score_gen(staged.FORCE))


def test_evidence_that_says_nothing_is_abstained_from_where_that_is_allowed():
    assert staged.score_gen("Hm.").answer()["abstained"]
    assert not staged.score_gen("Hm.", abstain_enabled=False).answer()["abstained"]


def test_several_stages_are_named_now_and_then():
    texts = [f"{staged.FORCE} {staged.CALM} {word}" for word in "sun rain wind snow hail fog storm cloud".split()]
    sizes = {len(stage_of(staged.score_gen(text, subset=True), seed=seed)) for text in texts for seed in range(4)}

    assert sizes == {1, 2}


def test_reasons_quote_the_evidence():
    reasoning = staged.score_gen(staged.FORCE).answer()["reasoning"]

    assert "“Troops closed the square in an emergency”" in reasoning
