"""Replies of the simulated provider to the stages of a run: in both forms, by any model, spoiled or not."""

import json

from evalhub.demo.provider.faults import Fault
from tests.demo.provider import staged

MODELS = ["simulated-careful", "simulated-hasty", "other/simulated-x"]
RUBRIC = [
    {"stage_number": 1, "label": "Free", "criteria": ["no paper is closed", "no editor is charged", "courts are open"]},
    {"stage_number": 2, "label": "Closed", "criteria": ["all are closed", "editors are jailed", "courts refuse"]},
]
QUESTIONS = {
    "rubric": staged.rubric_gen(),
    "rubric of two": staged.rubric_gen(size=2),
    "rubric of eleven": staged.rubric_gen(size=11, concept="courts; and:\nwho may speak in them"),
    "quality": staged.rubric_critic(RUBRIC),
    "single": staged.score_gen(staged.FORCE, staged.CALM),
    "subset": staged.score_gen(staged.FORCE, staged.CALM, subset=True),
    "no abstaining": staged.score_gen("Hm.", abstain_enabled=False),
    "critic": staged.score_critic("Correct"),
    "cleaned": staged.evidence("cleaned", staged.FORCE, title="Two papers"),
    "neutralized": staged.evidence("neutralized", staged.FORCE),
    "abstracted": staged.evidence("abstracted", staged.FORCE),
}


def test_every_stage_is_answered_in_both_forms():
    for seed, model in enumerate(MODELS):
        for asked in QUESTIONS.values():
            for as_json in (True, False):
                assert "Simulated" in asked.answer(model, as_json=as_json, seed=seed)["reasoning"]


def test_both_forms_say_the_same():
    for asked in QUESTIONS.values():
        assert asked.answer(as_json=True) == asked.answer(as_json=False)


def test_verdict_is_a_label_or_a_list_of_labels():
    single, subset = json.loads(QUESTIONS["single"].text()), json.loads(QUESTIONS["subset"].text())

    assert single["verdict"] in staged.MAPPING
    assert subset["verdict"] and set(subset["verdict"]) <= set(staged.MAPPING)


def test_rubric_has_the_size_that_was_asked_for():
    for name, size in (("rubric", 5), ("rubric of two", 2), ("rubric of eleven", 11)):
        assert len(set(QUESTIONS[name].answer()["labels"])) == size
    assert QUESTIONS["rubric"].answer()["labels"][2] == "Ambiguous / Mixed Evidence"


def test_evidence_that_says_nothing_is_abstained_from_where_that_is_allowed():
    assert staged.score_gen("Hm.").answer()["abstained"]
    assert not QUESTIONS["no abstaining"].answer()["abstained"]


def test_check_word_is_never_repeated():
    for number in range(40):
        asked = staged.rubric_gen(identity=number)

        assert asked.messages.marks.canary not in asked.text()


def test_verdicts_differ_by_evidence_and_less_by_model():
    asked = [staged.score_gen(f"{staged.FORCE} It was day {number}.", abstain_enabled=False) for number in range(40)]
    careful, hasty = ([each.answer(model)["decoded"] for each in asked] for model in MODELS[:2])

    assert len(set(map(str, careful))) == 3
    assert 24 <= sum(one == other for one, other in zip(careful, hasty, strict=True)) < 40


def test_wrong_echo_is_the_echo_of_another_case():
    for as_json in [True, False]:
        for asked in QUESTIONS.values():
            finding = asked.read(asked.text(as_json=as_json, fault=Fault(wrong_case=True)))

            assert (finding.status, finding.error_class) == ("unreadable", "wrong_case"), as_json


def test_empty_and_garbage_are_unreadable():
    asked = QUESTIONS["critic"]

    assert asked.text(fault=Fault(empty=True)) == ""
    assert asked.read(asked.text(fault=Fault(garbage=True))).status == "unreadable"
