"""Passages of several annotators: which of them differ, by code points, and what is made of those that are kept."""

import pytest

from annotations.labels.disputes import registry
from annotations.labels.disputes.base import Answer, Chosen
from annotations.labels.schema import parse
from annotations.labels.types import registry as label_types
from annotations.labels.widgets import widget
from tests.annotations.disputed_parts import FAMILY, HEBREW, SPANS, TEXT, span, spans
from tests.annotations.labels.types.beside import make_content

disputes = registry["spans"]
SPEC = parse({"fields": [SPANS]})[0]
ITEM = make_content(input={"story": TEXT, "chat": "Not asked about."})


def answers(*values):
    return tuple(Answer(f"mark{place}", "ABCD"[place], value) for place, value in enumerate(values))


def parts_of(*values):
    """{(words, label): who marked them} of the parts."""
    names = ("field", "start", "end", "label")
    every = {tuple(each[name] for name in names): each for value in values for each in value or ()}
    parts = disputes.parts(SPEC.config, values)
    return {(every[place]["quote"], place[3]): part for place, part in zip(sorted(every), parts, strict=True)}


def control(chosen, *values):
    drawn = widget(SPEC, chosen.own, prefix="own", shown=ITEM)
    return disputes.control(SPEC.config, answers(*values), chosen, widget=drawn, shown=ITEM)


def test_the_same_passage_with_the_same_label_is_one_part():
    parts = parts_of(spans(("Monday", "fact")), spans(("Monday", "fact"), (HEBREW, "style")))

    assert parts["Monday", "fact"].values == (True, True) and not parts["Monday", "fact"].differs
    assert parts[HEBREW, "style"].values == (False, True) and parts[HEBREW, "style"].differs


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Monday", "fact"), ("Monday", "style")),
        ((FAMILY, "style"), (f"{FAMILY} family", "style")),
        ((FAMILY, "style"), (FAMILY[:-2], "style")),
        (("cafe\u0301", "style"), ("cafe", "style")),
    ],
)
def test_another_label_or_another_end_is_another_part(one, other):
    parts = parts_of(spans(one), spans(other))

    assert len(parts) == 2 and all(part.differs for part in parts.values())


def test_offsets_are_code_points_so_that_what_stands_before_does_not_shift_them():
    found = span("Monday", "fact")

    assert found["start"] == len("\U0001f600 The ") + len(FAMILY) + len(" family flew on ") == 29
    assert TEXT[found["start"] : found["end"]] == "Monday"
    (part,) = parts_of([found], [dict(found)]).values()
    assert not part.differs


def test_an_empty_list_is_an_answer_and_no_answer_is_none_and_kept_and_added_passages_make_one_answer():
    (part,) = parts_of(spans(("Monday", "fact")), [], None).values()
    assert (part.values, part.differs) == ((True, False, None), True)

    values = [spans(("Monday", "fact"), (FAMILY, "style")), spans(("Monday", "fact"))]
    chosen = disputes.prefilled(SPEC.config, answers(*values))
    open_part = next(part.key for part in parts_of(*values).values() if part.differs)
    assert disputes.value(SPEC.config, answers(*values), chosen) is None
    more = [{"quote": HEBREW, "label": "style"}]
    settled = Chosen(chosen.parts | {open_part: "leave"}, more)
    assert disputes.value(SPEC.config, answers(*values), settled) == spans(("Monday", "fact")) + more


@pytest.mark.parametrize(
    ("kept", "known"),
    [
        ([("Monday", "fact")], True),
        ([("Monday", "fact"), (HEBREW, "style")], True),
        ([], False),
        ([("Monday", "fact"), (FAMILY, "style")], False),
    ],
)
def test_known_is_what_somebody_marked_without_what_all_marked_left_out(kept, known):
    others = [spans(("Monday", "fact")), spans(("Monday", "fact"), (HEBREW, "style"))]

    assert disputes.is_known(SPEC.config, spans(*kept), others) is known


def test_a_decision_is_chosen_again_with_what_nobody_marked_beside_it():
    values = [spans(("Monday", "fact"), (FAMILY, "style")), spans((FAMILY, "fact"))]
    decided = spans((FAMILY, "style"), (HEBREW, "style"))

    chosen = disputes.prefilled(SPEC.config, answers(*values), decided)

    assert sorted(chosen.parts.values()) == ["keep", "leave", "leave"] and chosen.own == spans((HEBREW, "style"))
    made = disputes.value(SPEC.config, answers(*values), chosen)
    assert label_types["spans"].clean_beside(SPEC.config, made, ITEM) == decided


def test_drawn_passages_say_who_marked_them_and_which_overlap():
    drawn = control(
        Chosen({}),
        spans(("Monday", "fact"), (FAMILY, "style")),
        spans(("Monday", "fact"), (f"{FAMILY} family", "style")),
        spans(("Monday", "fact"), (f"{FAMILY} family", "fact")),
    )

    rows = {(row["quote"], row["label"]): row for row in drawn["disputed"]}
    alone = rows[FAMILY, "Bad style"]
    style, fact = (rows[f"{FAMILY} family", label] for label in ("Bad style", "Wrong fact"))
    assert [row["number"] for row in drawn["disputed"]] == [1, 2, 3]
    assert (alone["by"], alone["not_by"]) == (["A"], ["B", "C"])
    assert {each["number"]: each["is_same_place"] for each in alone["beside"]} == {
        style["number"]: False,
        fact["number"]: False,
    }
    assert {each["number"]: each["is_same_place"] for each in style["beside"]}[fact["number"]] is True
    assert [(row["quote"], row["number"], row["not_by"]) for row in drawn["agreed"]] == [("Monday", 0, [])]


def test_only_texts_that_may_be_marked_are_drawn_exactly_as_they_are():
    drawn = control(Chosen({}), spans((FAMILY, "style")), spans((HEBREW, "style")))

    (text,) = drawn["texts"]
    assert (text["field"], text["is_marked"], drawn["has_others"]) == ("input.story", True, False)
    assert "".join(run.text for run in text["runs"]) == TEXT
    assert [(run.text, run.lanes, run.begins) for run in text["runs"] if run.lanes] == [
        (FAMILY, (1,), "1"),
        (HEBREW, (2,), "2"),
    ]
