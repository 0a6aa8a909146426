"""The lines of the audit page: what speaks against each answer, and which comes first."""

import pytest

from reviews.audits.actions import picks
from reviews.audits.views import desk_context
from tests import factories
from tests.reviews import criticism

pytestmark = pytest.mark.django_db

FORM = {"fields": [{"key": key, "type": "rating", "scale": {"min": 1, "max": 5}} for key in ("a", "b", "c", "d")]}


@pytest.fixture
def item(acme):
    version = factories.make_version(factories.make_dataset(acme), rows=1)
    return factories.make_task(version, schema=FORM).items.get()


@pytest.fixture
def said(acme, item):
    machine = factories.make_llm_annotator(acme)
    return factories.make_annotation(item, machine, dict.fromkeys("abcd", 4), confidence=0.9)


@pytest.fixture
def lines(said, rita):
    auditor = factories.make_annotator(rita)

    def read():
        return desk_context.page_context(said, auditor)["cards"]

    return read


def judgement(said, key):
    return said.judgements.get(question__key=key)


def test_answers_without_doubt_stand_in_the_order_of_the_form(lines):
    assert [(line.key, line.doubts) for line in lines()] == [("a", ()), ("b", ()), ("c", ()), ("d", ())]


def test_the_most_doubtful_line_is_first(item, said, alice, lines):
    factories.make_annotation(item, factories.make_annotator(alice), {"a": 4, "b": 4, "c": 4, "d": 2})
    factories.make_evidence(judgement(said, "c"), "Nobody wrote this.", match="missing", start=None, end=None)
    said.judgements.filter(question__key="b").update(confidence=0.3)

    found = lines()

    assert [(line.key, line.doubts) for line in found] == [
        ("d", ("differs",)),
        ("c", ("missing",)),
        ("b", ("unsure",)),
        ("a", ()),
    ]
    assert [line.must_be_seen for line in found] == [True, True, False, False]


def test_people_are_counted_beside_the_answer(item, alice, bob, lines):
    for member, value in ((alice, 4), (bob, 5)):
        factories.make_annotation(item, factories.make_annotator(member), dict.fromkeys("abcd", value))

    line = lines()[0]

    assert (line.people.value, line.people.counted, line.doubts) == ("1 × 4, 1 × 5", "", ("split",))


@pytest.mark.parametrize(
    ("given", "doubts", "value", "counted", "words"),
    [
        ([4, 4, 4], (), "4", "3 of 3", []),
        ([4, 4, 5], ("dissent",), "4", "2 of 3", ["1 of 3 differs"]),
        ([4, 5, 5], ("differs",), "5", "2 of 3", ["Differs from people"]),
        ([4, 4, 5, 5], ("split",), "2 × 4, 2 × 5", "", ["People are split"]),
        ([3, 3, 5, 5], ("split",), "2 × 3, 2 × 5", "", ["People are split"]),
    ],
)
def test_model_answer_is_compared_with_the_majority_of_people(
    acme, item, said, lines, given, doubts, value, counted, words
):
    for vote in given:
        factories.make_annotation(item, factories.make_annotator(factories.make_member(acme)), {"a": vote})

    line = next(line for line in lines() if line.key == "a")

    assert (line.doubts, line.people.value, line.people.counted) == (doubts, value, counted)
    assert [str(title) for title in line.doubt_titles] == words
    assert [key for key in picks.now(said).reasons if key != "new"] == [key for key in doubts if key != "dissent"]


def test_a_text_that_differs_from_peoples_is_no_doubt(acme, rita, alice):
    form = {"fields": [{"key": "note", "type": "text"}]}
    item = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1), schema=form).items.get()
    said = factories.make_annotation(item, factories.make_llm_annotator(acme), {"note": "Fine."}, justification="Fine.")
    factories.make_annotation(item, factories.make_annotator(alice), {"note": "Too short."})

    (line,) = desk_context.page_context(said, factories.make_annotator(rita))["cards"]

    assert (line.doubts, line.people.value, line.reason) == ((), "Too short.", "")


def test_a_critic_doubts_where_its_own_answer_differs(said, lines):
    criticism.make_critique(said, 0.9, own_answers={"a": 4, "b": 2})

    by_key = {line.key: line for line in lines()}

    assert (by_key["a"].doubts, by_key["b"].doubts) == ((), ("critic",))
    assert by_key["b"].critic.differs and by_key["c"].critic.value == ""


def test_an_own_answer_is_compared(item, said, rita, lines):
    factories.make_annotation(item, factories.make_annotator(rita), {"a": 4, "b": 1, "c": 4, "d": 4}, origin="audit")

    by_key = {line.key: line for line in lines()}

    assert (by_key["a"].typed.verdict, by_key["b"].typed.verdict, by_key["b"].typed.value) == ("accept", "override", 1)
    assert by_key["b"].doubts[0] == "own"
