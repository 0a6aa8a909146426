"""Rubrics of the simulation: other ones by model and case, and a critic that finds their weak spots."""

from statistics import mean

from tests.demo.provider import staged

CLEAR = [
    {"stage_number": 1, "label": "Free", "criteria": ["no paper is closed", "editors publish", "courts are open"]},
    {"stage_number": 2, "label": "Shut", "criteria": ["police raid presses", "reporters sit in jail", "judges refuse"]},
]
BLURRED = [
    {"stage_number": 1, "label": "Weak", "criteria": ["some papers are closed", "editors speak", "courts are asked"]},
    {"stage_number": 2, "label": "Strong", "criteria": ["many papers are closed", "editors speak", "courts are asked"]},
]
INWARD = [CLEAR[0], CLEAR[1] | {"criteria": ["those in charge want it", "people feel fear", "officials believe in it"]}]


def quality(stages, name):
    return mean(staged.rubric_critic(stages).answer(seed=seed)[name] for seed in range(6))


def test_rubrics_differ_by_case_and_model():
    rubrics = [
        staged.rubric_gen(identity=1).answer(),
        staged.rubric_gen(identity=2).answer(),
        staged.rubric_gen(identity=1).answer("simulated-harsh"),
    ]

    assert len({str(rubric["criteria"]) for rubric in rubrics}) == 3
    assert "press freedom under pressure" in rubrics[0]["labels"][0]


def test_blurred_neighbours_lower_discriminability():
    assert quality(BLURRED, "discriminability") < quality(CLEAR, "discriminability") - 0.2
    assert "Stages 1 and 2 use nearly the same words" in staged.rubric_critic(BLURRED).answer()["reasoning"]


def test_what_nobody_can_see_lowers_observability():
    assert quality(INWARD, "observability") < quality(CLEAR, "observability") - 0.2
    assert "Stage 2 asks for what no text shows" in staged.rubric_critic(INWARD).answer()["reasoning"]
