"""Replies of the simulated provider to the stages of a run: in both forms, by every personality, spoiled or not."""

import json
from dataclasses import replace

import jsonschema

from evalhub.demo.provider.faults import NONE, Fault
from evalhub.demo.provider.replies import reply_to
from evalhub.demo.provider.wires import Ask
from reviews.engine.client.json_answer import find_object
from tests.demo.provider import staged
from tests.demo.provider.provider import SCHEMA, prompt

MODELS = ["simulated-careful", "simulated-hasty", "simulated-harsh", "simulated-generous", "other/simulated-x"]
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
            assert len(asked.answer(model, as_json=bool(seed % 2), seed=seed)["reasoning"]) > 20


def test_both_forms_say_the_same():
    for asked in QUESTIONS.values():
        assert asked.answer(as_json=True) == asked.answer(as_json=False)


def test_verdict_is_a_label_or_a_list_of_labels():
    single, subset = json.loads(QUESTIONS["single"].text()), json.loads(QUESTIONS["subset"].text())

    assert single["verdict"] in staged.MAPPING
    assert subset["verdict"] and set(subset["verdict"]) <= set(staged.MAPPING)


def test_rubric_has_the_size_that_was_asked_for():
    for name, size in (("rubric", 5), ("rubric of two", 2), ("rubric of eleven", 11)):
        values = QUESTIONS[name].answer()

        assert len(set(values["labels"])) == size
        assert all(3 <= count <= 5 for count in values["criteria_counts"])
    assert QUESTIONS["rubric"].answer()["labels"][2] == "Ambiguous / Mixed Evidence"


def test_wrong_echo_is_the_echo_of_another_case():
    for as_json in [True, False]:
        for asked in QUESTIONS.values():
            finding = asked.read(asked.text(as_json=as_json, fault=Fault(wrong_case=True)))

            assert (finding.status, finding.error_class) == ("unreadable", "wrong_case"), as_json


def test_empty_and_garbage_are_unreadable():
    asked = QUESTIONS["critic"]

    assert asked.text(fault=Fault(empty=True)) == ""
    assert asked.read(asked.text(fault=Fault(garbage=True))).status == "unreadable"


def test_sloppy_model_slips_by_seed_and_answers_after_the_repair():
    for name, as_json in [("rubric", True), ("single", False), ("critic", True)]:
        asked = QUESTIONS[name]
        texts = {seed: asked.text("simulated-sloppy", as_json=as_json, seed=seed) for seed in range(40)}
        slipped = [seed for seed, text in texts.items() if asked.read(text).status == "unreadable"]

        assert 4 <= len(slipped) <= 20, (name, as_json)
        for seed in slipped:
            assert asked.text("simulated-sloppy", as_json=as_json, seed=seed) == texts[seed], (name, as_json)
            asked.answer("simulated-sloppy", as_json=as_json, seed=seed, later=f"{texts[seed]}\nIt could not be read.")


def test_sloppy_model_also_decorates_what_can_be_read():
    asked = QUESTIONS["single"]
    texts = [asked.text("simulated-sloppy", as_json=False, seed=seed) for seed in range(40)]
    decorated = [text for text in texts if text.splitlines()[-1].startswith(("**", "`", "- "))]

    assert len(decorated) > 3
    assert all(asked.read(text).status == "ok" for text in decorated)


def test_answer_is_the_same_before_and_after_a_repair():
    asked = QUESTIONS["single"]

    assert asked.text(later="Hm?\nIt could not be read.") == asked.text()


def test_sloppy_model_slips_on_forms_too():
    ask = Ask("simulated-sloppy", "Judge.", prompt(), later="", schema=SCHEMA, tool="", max_tokens=900)
    found = {seed: find_object(reply_to(ask, NONE, seed).text).value for seed in range(30)}
    slipped = [seed for seed, value in found.items() if value is None]

    assert 3 <= len(slipped) <= 15
    for seed in slipped:
        jsonschema.validate(json.loads(reply_to(replace(ask, later="It is no JSON."), NONE, seed).text), SCHEMA)
