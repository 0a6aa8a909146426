"""Pairwise: values in the stored order, whatever the order on the page; level and consensus."""

import pytest

from annotations.content.order import display_order
from annotations.labels.types import registry
from evalhub.lib.errors import InvalidInput
from tests.annotations.labels.types.beside import Posted, make_content
from tests.annotations.tasks.forms.editing import from_blank, through_fields

pairwise = registry["pairwise"]
EXAMPLE = ({"graded": True, "both_bad": True}, "second_much")
PLAIN = pairwise.clean_config({})
GRADED = pairwise.clean_config({"graded": True, "both_bad": True})
STRAIGHT = next(seed for seed in range(1, 50) if display_order(2, seed) == (0, 1))
TURNED = next(seed for seed in range(1, 50) if display_order(2, seed) == (1, 0))
ITEM = make_content(outputs=["a", "b"])


def rows(config, seed, value=None, required=True):
    control = pairwise.control_beside(config, value, name="q-x", required=required, item=ITEM, seed=seed)
    return [(row["label"], row["value"], row["key"], row["checked"]) for row in control["rows"]]


def test_the_page_says_answer_1_of_what_it_shows_first_and_a_stored_value_is_ticked_where_it_is_shown():
    assert [row[:3] for row in rows(PLAIN, STRAIGHT)] == [
        ("Answer 1 is better", "first", "1"),
        ("Equally good", "tie", "0"),
        ("Answer 2 is better", "second", "2"),
    ]
    assert [row[:3] for row in rows(PLAIN, TURNED)] == [
        ("Answer 1 is better", "second", "1"),
        ("Equally good", "tie", "0"),
        ("Answer 2 is better", "first", "2"),
    ]

    ticked = [label for label, _, _, checked in rows(GRADED, TURNED, "first_much") if checked]
    assert ticked == ["Answer 2 is much better"]


def test_digits_are_one_each_and_the_order_is_mirrored_in_whole_and_both_bad_has_no_place_in_an_order():
    keys = [row[2] for row in rows(GRADED, STRAIGHT)]
    assert keys == ["1", "2", "0", "3", "4", "9"]

    labels = [row[0] for row in rows(GRADED, STRAIGHT)]
    assert [row[0] for row in rows(GRADED, TURNED)] == labels
    assert [row[1] for row in rows(GRADED, TURNED)] == [
        "second_much",
        "second",
        "tie",
        "first",
        "first_much",
        "both_bad",
    ]

    assert pairwise.level(PLAIN) == "ordinal"
    assert pairwise.level(GRADED) == "nominal"
    assert pairwise.consensus == "majority"


@pytest.mark.parametrize(
    ("config", "valid"),
    [
        ({}, ["first", "tie", "second"]),
        ({"tie": False}, ["first", "second"]),
        ({"both_bad": True}, ["first", "tie", "second", "both_bad"]),
        ({"graded": True, "tie": False}, ["first_much", "first", "second", "second_much"]),
    ],
)
def test_values_are_those_of_the_config(config, valid):
    config = pairwise.clean_config(config)

    assert pairwise.json_schema(config)["enum"] == valid
    assert [pairwise.clean(config, value) for value in valid] == valid
    assert [pairwise.from_consensus(config, pairwise.number(config, value)) for value in valid] == valid
    for wrong in ({"first_much", "both_bad", "tie", "first"} - set(valid)) | {"Answer 1", "model-a", "", 1}:
        with pytest.raises(InvalidInput):
            pairwise.clean(config, wrong)


@pytest.mark.parametrize("outputs", [[], ["a"], ["a", "b", "c"]])
def test_two_answers_are_compared(outputs):
    with pytest.raises(InvalidInput, match=f"This item has {len(outputs)} answers to compare. Valid: 2."):
        pairwise.clean_beside(PLAIN, "first", make_content(outputs=outputs))


def test_the_form_posts_the_stored_order_and_an_optional_comparison_can_be_taken_back():
    assert pairwise.read(PLAIN, Posted({"q-x": ["second"]}), "q-x") == "second"
    assert pairwise.read(PLAIN, Posted({"q-x": [""]}), "q-x") is None

    assert rows(PLAIN, STRAIGHT, required=False)[-1] == ("No answer", "", "", False)


@pytest.mark.parametrize(
    ("first", "swapped", "value", "place"),
    [
        ("first", "second", "first", None),
        ("second", "first", "second", None),
        ("tie", "tie", "tie", None),
        ("first_much", "second", "first", None),
        ("second_much", "first_much", "second_much", None),
        ("both_bad", "both_bad", "both_bad", None),
        ("first", "first", "tie", "first"),
        ("second_much", "second", "tie", "second"),
        ("first", "tie", "tie", ""),
        ("tie", "both_bad", "tie", ""),
    ],
)
def test_both_orders_are_one_verdict_or_a_tie(first, swapped, value, place):
    """`swapped` was said with the answers in the other order; a place of None: both agree."""
    both = pairwise.both_orders(GRADED, first, swapped)

    assert (both.value, both.is_consistent, both.place) == (value, place is None, place or "")
    assert pairwise.is_positional and both.first == first


def test_where_no_tie_may_be_said_a_disagreement_has_no_value_and_config_survives_its_fields():
    config = pairwise.clean_config({"tie": False})
    assert pairwise.both_orders(config, "first", "first").value is None

    before, after = through_fields("pairwise", {"graded": True, "tie": False, "both_bad": True})
    assert after == before


def test_a_fresh_comparison_allows_a_tie():
    assert from_blank("pairwise") == {"graded": False, "tie": True, "both_bad": False}
