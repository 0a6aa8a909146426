"""The demo's conversations and comparisons: content that fits its forms, and people who disagree here and there."""

import json
from collections import Counter
from itertools import combinations

import pytest

from annotations.content.messages import messages
from annotations.labels.schema import parse, validate_answers
from annotations.tasks.actions.item_content import ItemContent
from datasets.models import ModelOutput
from evalhub.demo.annotation_tasks import COMPARISONS, CONVERSATIONS, SEED
from evalhub.demo.comparisons import BETTER, REASONS
from evalhub.demo.conversations import MISTAKES, TURNS
from evalhub.demo.people import ANNOTATORS, CONTENT

TASKS = pytest.mark.parametrize("demo", [CONVERSATIONS, COMPARISONS], ids=lambda demo: demo.file)


def cases(demo):
    return [json.loads(line) for line in (CONTENT / demo.file).read_text(encoding="utf-8").splitlines()]


def latent(demo):
    return json.loads((CONTENT / demo.latent).read_text(encoding="utf-8"))


def all_answers(demo, person):
    return {case_id: demo.answer(person, case_id, judgement, SEED) for case_id, judgement in latent(demo).items()}


def as_item(case):
    """The case as an annotator is shown it."""
    shown = {"conversation": case["conversation"]} if "conversation" in case else {"prompt": case["question"]}
    outputs = tuple(ModelOutput(text=case[name]) for name in ("oak_small", "oak_large") if name in case)
    return ItemContent(item_id=1, position=0, external_id=case["id"], input=shown, metadata={}, outputs=outputs)


def single_values(answers):
    """{what was asked: value}, each turn by itself."""
    return answers.get("turn") or {"better": answers["better"]}


def asked_turns(case):
    """Numbers of the assistant's turns that say something: those that the page asks about."""
    said = enumerate(messages(case["conversation"]), 1)
    return [str(number) for number, message in said if message.role == "assistant" and message.text.strip()]


@TASKS
def test_each_case_has_its_judgement(demo):
    assert [case["id"] for case in cases(demo)] == list(latent(demo))


@TASKS
def test_answers_of_everybody_fit_the_form(demo):
    specs = parse(demo.schema)
    items = {case["id"]: as_item(case) for case in cases(demo)}

    for person in ANNOTATORS:
        for case_id, answers in all_answers(demo, person).items():
            assert validate_answers(specs, answers, shown=items[case_id]).keys() == answers.keys()


@TASKS
def test_people_agree_often_but_not_always(demo):
    for first, second in combinations(ANNOTATORS, 2):
        one, other = all_answers(demo, first), all_answers(demo, second)
        same = [
            value == single_values(other[case])[asked]
            for case in one
            for asked, value in single_values(one[case]).items()
        ]
        assert 0.5 <= sum(same) / len(same) <= 0.95


def test_conversations_show_tools_mistakes_and_other_scripts():
    found = cases(CONVERSATIONS)

    assert len(found) == 24
    assert sum("tool_calls" in json.dumps(case) for case in found) >= 6
    assert any("א" in json.dumps(case, ensure_ascii=False) for case in found)
    assert len({case["topic"] for case in found}) == 6


def test_judgements_of_conversations_name_their_turns_and_passages():
    for case in cases(CONVERSATIONS):
        judgement = latent(CONVERSATIONS)[case["id"]]
        text = "\n".join(message.text for message in messages(case["conversation"]))
        assert list(judgement["turns"]) == asked_turns(case)
        assert set(judgement["turns"].values()) <= set(TURNS)
        assert all(each["quote"] in text and each["label"] in MISTAKES for each in judgement["mistakes"])


def test_comparisons_are_won_by_either_model():
    better = Counter(each["better"] for each in latent(COMPARISONS).values())

    assert len(cases(COMPARISONS)) == 30
    assert set(better) == set(BETTER) and min(better.values()) >= 3
    for judgement in latent(COMPARISONS).values():
        assert set(judgement["because"]) <= set(REASONS)
        assert bool(judgement["because"]) == (judgement["better"] != "tie")
