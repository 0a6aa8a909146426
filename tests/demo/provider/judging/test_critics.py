"""Critics of the simulation are worth a look: doubtful where the judgement lies far from the material."""

from statistics import mean

from tests.demo.provider import staged

MODEL = "simulated-careful"


def agreement(asked, model=MODEL, seeds=10):
    return mean(asked.answer(model, seed=seed)["prob"] for seed in range(seeds))


def test_agreement_falls_with_the_distance_from_the_material():
    right, half, wrong = (agreement(staged.score_critic(value)) for value in ("Correct", "Partly correct", "Wrong"))

    assert right > 0.75 > half > wrong
    assert wrong < 0.35


def test_a_bad_answer_that_is_called_correct_is_doubted():
    bad = "Bananas are yellow and grow in the south."

    assert agreement(staged.score_critic("Wrong", answer=bad)) > 0.6
    assert agreement(staged.score_critic("Correct", answer=bad)) < 0.4


def test_quotes_that_are_nowhere_cost_agreement():
    assert agreement(staged.score_critic("Correct", found=False)) < agreement(staged.score_critic("Correct")) - 0.05


def test_objections_name_the_question_and_the_other_answer():
    reasoning = staged.score_critic("Wrong").answer()["reasoning"]

    assert "Is the answer correct?" in reasoning and "would rather say correct than wrong" in reasoning


def test_personalities_differ():
    half = staged.score_critic("Correct", answer="Refunds are paid within 14 days.")

    assert agreement(half, "simulated-generous") > agreement(half, "simulated-harsh") + 0.15


def test_abstaining_is_doubted_where_there_is_something_to_judge():
    assert agreement(staged.score_critic("", state="abstained")) < 0.5


def test_numbers_are_compared_on_their_scale():
    scale = {"value_rule": "a whole number from 1 to 5", "meanings": "1: poor\n5: good"}

    good, poor = (agreement(staged.score_critic(value, **scale)) for value in ("5 (good)", "1 (poor)"))

    assert good > 0.7 > 0.3 > poor


def test_critic_of_a_rubrics_stage_looks_at_the_same_evidence_as_the_judge():
    for subset in [False, True]:
        meanings = "\n".join(
            f"s{n}: {stage['label']} ({'; '.join(stage['criteria'])})" for n, stage in enumerate(staged.STAGES, start=1)
        )
        rule = 'one of "s1", "s2", "s3"'
        shown = {
            "title": "Which stage?",
            "value_rule": f"a list of different values, each {rule}" if subset else rule,
            "meanings": meanings,
        }

        near, far = (staged.score_critic(label, answer=staged.FORCE, **shown) for label in ("Complete", "Hardly any"))

        assert agreement(near) > agreement(far) + 0.3, subset


def test_objections_to_a_stage_quote_the_evidence():
    asked = staged.question(
        "score_critic.v1",
        "score_critic",
        instructions="None.",
        questions=[
            {
                "title": "Which stage?",
                "help": "",
                "value_rule": 'one of "1", "2"',
                "meanings": "1: Calm (no act; no rule; no fear)\n2: Force (all acts; all rules; all fear)",
                "answer": {"state": "answered", "value": "Calm", "justification": "", "confidence": None, "quotes": []},
            }
        ],
        fields=[{"name": "input.evidence_1", "text": staged.FORCE}, {"name": "input.evidence_2", "text": staged.FORCE}],
    )

    values = asked.answer()

    assert values["prob"] < 0.5
    assert "would rather say Force than Calm" in values["reasoning"] and "“Police raided" in values["reasoning"]


def test_missing_answers_are_no_answers():
    values = staged.score_critic("", state="missing").answer()

    assert "nothing to object to" in values["reasoning"]
