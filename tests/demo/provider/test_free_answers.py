"""Simulated answers to free prompts: from the prompt, by each model in its own way, the same every time."""

from evalhub.demo.provider.faults import NONE
from evalhub.demo.provider.free_answers import is_free
from evalhub.demo.provider.replies import reply_to
from evalhub.demo.provider.wires import Ask

CAREFUL, HASTY, TERSE = "simulated-careful", "simulated-hasty", "simulated-terse"
POLICY = (
    "question:\nMay I return a kettle?\n\npolicy:\nA kettle can be sent back within 30 days. Postage is paid by us. "
    "Goods must be clean and complete. Gifts are exchanged for vouchers."
)


def ask(prompt, model=CAREFUL, **parts):
    return Ask(
        **{"model": model, "system": "", "user": prompt, "later": "", "schema": None, "tool": "", "max_tokens": 2000}
        | parts
    )


def said(prompt, model=CAREFUL, seed=0):
    return reply_to(ask(prompt, model), NONE, seed).text


def short_questions(count=100):
    return [f"Is town number {number} older than the bridge?" for number in range(count)]


def test_sums_are_right():
    for prompt, wanted in [
        ("What is 2 + 3?", "5"),
        ("7 x 6", "42"),
        ("What is 4 - 9?", "-5"),
        ("What is 21 plus 21?", "42"),
    ]:
        assert wanted in {said(prompt, seed=seed) for seed in range(3)}, (prompt, wanted)


def test_same_prompt_gets_the_same_answer_and_others_get_others():
    prompts = [f"Explain how a {thing} is repaired." for thing in ("kettle", "bicycle", "clock", "lamp")]

    assert [said(prompt) for prompt in prompts] == [said(prompt) for prompt in prompts]
    assert len({said(prompt) for prompt in prompts}) == 4
    assert "bicycle" in said(prompts[1]).lower()


def test_material_of_the_prompt_is_used():
    answer = said(POLICY)

    assert "30 days" in answer and "question:" not in answer and "?" not in answer


def test_short_questions_are_often_answered_alike():
    pairs = [(said(prompt), said(prompt, HASTY)) for prompt in short_questions()]

    assert {answer for pair in pairs for answer in pair} == {"Yes.", "No."}
    assert 60 <= sum(one == other for one, other in pairs) < 100


def test_hasty_and_terse_models_say_less():
    prompts = [POLICY.replace("kettle", f"kettle {number}") for number in range(30)]
    length = {model: sum(len(said(prompt, model)) for prompt in prompts) for model in (CAREFUL, HASTY, TERSE)}

    assert length[TERSE] < length[HASTY] < length[CAREFUL]


def test_anything_is_answered():
    for prompt in ["", "?", " \n ", "{}", "٣ ٤", "a" * 40_000, "[[x]]", "Ünïcode… “quotes”?"]:
        for model in (CAREFUL, HASTY, "simulated-generous"):
            assert said(prompt, model).strip(), prompt


def test_rules_forms_and_fences_are_no_free_prompt():
    assert is_free(ask("Hello"))
    assert not is_free(ask("Hello", system="You judge."))
    assert not is_free(ask("Hello", schema={"type": "object"}))
    assert not is_free(ask("[[0123456789abcdef begin input]]\nHello\n[[0123456789abcdef end input]]"))
