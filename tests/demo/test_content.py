"""The demo content: 132 cases of known quality, and three annotators who disagree here and there."""

import functools
import json
from collections import Counter
from itertools import combinations

import pytest

from annotations.labels.schema import parse, validate_answers
from evalhub.demo.people import ANNOTATORS, CONTENT, ORGANIZATION, PEOPLE, comments_about
from evalhub.demo.schema import DEMO_SCHEMA, INSTRUCTIONS, ISSUES, VERDICTS

SEEDS = (1, 7, 2024)
CATEGORIES = {"billing", "account", "shipping", "returns", "privacy", "troubleshooting"}
FIELDS = {"id", "question", "context", "expected_output", "output", "category", "difficulty"}


def read_lines(name):
    return [json.loads(line) for line in (CONTENT / name).read_text(encoding="utf-8").splitlines()]


@functools.cache
def read_latent():
    return json.loads((CONTENT / "latent.json").read_text(encoding="utf-8"))


def all_answers(person, seed):
    return {case_id: person.answer(case_id, latent, seed) for case_id, latent in read_latent().items()}


def share(part, whole):
    return len(part) / len(whole)


@functools.cache
def questions():
    return parse(DEMO_SCHEMA)


def accepted(answers):
    """The answers as a submission would store them."""
    return validate_answers(questions(), answers)


def test_cases_are_132_with_ids_in_order():
    cases = read_lines("support_answers.jsonl")

    assert [case["id"] for case in cases] == [f"case-{number:03}" for number in range(1, 133)]


def test_every_case_has_the_same_filled_fields():
    cases = read_lines("support_answers.jsonl")

    for case in cases:
        assert case.keys() == FIELDS
        assert all(isinstance(text, str) and text == text.strip() != "" for text in case.values())
    assert {case["category"] for case in cases} == CATEGORIES
    assert {case["difficulty"] for case in cases} == {"easy", "medium", "hard"}


@pytest.mark.parametrize("field", ["question", "context", "expected_output", "output"])
def test_no_text_occurs_twice(field):
    texts = [case[field] for case in read_lines("support_answers.jsonl")]

    assert len(set(texts)) == len(texts)


def test_categories_and_difficulties_are_spread():
    cases = read_lines("support_answers.jsonl")

    assert min(Counter(case["category"] for case in cases).values()) >= 15
    assert min(Counter(case["difficulty"] for case in cases).values()) >= 20


@pytest.mark.parametrize(
    "mark",
    ["|---|", "```json", "```sh", "<b>", "<script>", "=SUM(A1)", "javascript:", "Ł", "א", "ا", "🌰"],
)
def test_cases_show_what_a_screen_has_to_bear(mark):
    texts = [case["question"] + case["output"] for case in read_lines("support_answers.jsonl")]

    assert any(mark in text for text in texts)


def test_some_answers_are_long():
    lengths = [len(case["output"]) for case in read_lines("support_answers.jsonl")]

    assert sum(length > 1500 for length in lengths) >= 2
    assert sorted(lengths)[len(lengths) // 2] < 300


def test_latent_judgements_cover_every_case_and_fit_the_questions():
    latent = read_latent()

    assert list(latent) == [case["id"] for case in read_lines("support_answers.jsonl")]
    for judgement in latent.values():
        assert judgement.keys() == {"verdict", "helpfulness", "issues"}
        assert accepted(judgement) == judgement
        assert bool(set(judgement["issues"]) - {"too_long"}) == (judgement["verdict"] != "correct")


def test_quality_is_mixed():
    latent = list(read_latent().values())

    flawless = [each for each in latent if each["verdict"] == "correct" and not each["issues"]]
    issues = {issue: [each for each in latent if issue in each["issues"]] for issue in ISSUES}
    assert 0.40 <= share(flawless, latent) <= 0.50
    assert 0.17 <= share(issues["incomplete"], latent) <= 0.23
    assert 0.13 <= share(issues["contradicts_context"], latent) <= 0.21
    assert 0.08 <= share(issues["unsupported_claim"], latent) <= 0.13
    assert 0.04 <= share(issues["off_topic"], latent) <= 0.07
    assert 0.04 <= share(issues["too_long"], latent) <= 0.07


def test_comments_are_many_and_cover_every_issue_in_both_tones():
    comments = read_lines("comments.jsonl")

    assert len({comment["text"] for comment in comments}) == len(comments) >= 40
    for about in (*ISSUES, "none"):
        assert len(comments_about(about, "full")) >= 3
        assert len(comments_about(about, "brief")) >= 3


@pytest.mark.parametrize("person", ANNOTATORS, ids=lambda person: person.email)
@pytest.mark.parametrize("seed", SEEDS)
def test_answers_fit_the_questions(person, seed):
    given = [answers for answers in all_answers(person, seed).values() if answers is not None]

    assert len(given) >= 118
    for answers in given:
        assert accepted(answers) == answers


@pytest.mark.parametrize("person", ANNOTATORS, ids=lambda person: person.email)
def test_answers_depend_on_the_seed_alone(person):
    once, again, other = all_answers(person, 7), all_answers(person, 7), all_answers(person, 8)

    assert once == again
    assert once != other


@pytest.mark.parametrize("person", ANNOTATORS, ids=lambda person: person.email)
def test_praise_goes_with_a_correct_verdict_only(person):
    praise = comments_about("none", person.temperament.tone)

    for seed in range(10):
        given = [answers for answers in all_answers(person, seed).values() if answers]
        assert {each["verdict"] for each in given if each.get("comment") in praise} <= {"correct"}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("first", "second"), list(combinations(ANNOTATORS, 2)), ids=lambda person: person.email)
def test_annotators_agree_often_but_not_always(first, second, seed):
    answers, others = all_answers(first, seed), all_answers(second, seed)

    both = [case_id for case_id in answers if answers[case_id] and others[case_id]]
    same = [case_id for case_id in both if answers[case_id]["verdict"] == others[case_id]["verdict"]]
    assert 0.6 <= share(same, both) <= 0.92


@pytest.mark.parametrize("seed", SEEDS)
def test_annotators_have_their_own_ways(seed):
    latent = read_latent()
    careful, strict, quick = (all_answers(person, seed) for person in ANNOTATORS)

    def harshness(answers):
        places = [VERDICTS.index(each["verdict"]) for each in answers.values() if each]
        return sum(places) / len(places)

    assert harshness(strict) > harshness(careful) > harshness(quick)
    assert share([c for c in latent if careful[c]["verdict"] == latent[c]["verdict"]], latent) >= 0.85
    assert all(careful.values()) and all(strict.values()) and not all(quick.values())


def test_people_have_the_roles_of_the_tour():
    roles = Counter(person.role for person in PEOPLE)

    assert ORGANIZATION.slug == "demo"
    assert roles == {"admin": 1, "reviewer": 1, "annotator": 3, "viewer": 1}
    assert all(person.email.endswith("@demo.example") for person in PEOPLE)


def test_guideline_is_one_screen_and_names_every_issue_it_uses():
    assert 200 <= len(INSTRUCTIONS.split()) <= 330
    assert "Too long" in INSTRUCTIONS and "Incomplete" in INSTRUCTIONS
