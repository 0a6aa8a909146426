"""Ranking: groups best first, read from typed ranks, of outputs or of options."""

import pytest

from annotations.content.order import display_order
from annotations.labels.types import registry
from evalhub.lib.errors import InvalidInput
from tests.annotations.labels.types.beside import Posted, make_content
from tests.annotations.tasks.forms.editing import from_blank, through_fields

ranking = registry["ranking"]
EXAMPLE = ({"ties": True}, [["2"], ["1"]])
OUTPUTS = ranking.clean_config({"ties": True})
STRICT = ranking.clean_config({"options": [{"value": "speed", "label": "Speed"}, {"value": "cost"}]})
ITEM = make_content(outputs=["a", "b", "c"])


def read(**ranks):
    return ranking.read(OUTPUTS, Posted({f"q-x.{name[1:]}": [rank] for name, rank in ranks.items()}), "q-x")


def test_ranks_become_groups_and_a_draft_keeps_what_is_not_ranked_yet_and_a_tie_has_one_spelling():
    assert read(_1="2", _2="1", _3="2") == [["2"], ["1", "3"]]
    assert read(_1="10", _2="7", _3="9") == [["2"], ["3"], ["1"]]
    assert ranking.hint(OUTPUTS) == "Rank each; 1 is best. Use equal ranks for a tie."

    assert read(_1="2", _2="", _3="x") == {"1": "2", "3": "x"}
    assert read(_1="", _2=" ") is None

    assert ranking.clean_beside(OUTPUTS, [["3", "1"], ["2"]], ITEM) == [["1", "3"], ["2"]]


@pytest.mark.parametrize("value", [{"1": "2"}, "1", [["1"], "2"], [[]], [["1"], ["1"]], [[1], ["2"]], ["1", "2", "3"]])
def test_a_ranking_is_a_list_of_groups(value):
    with pytest.raises(InvalidInput):
        ranking.clean_beside(OUTPUTS, value, ITEM)


@pytest.mark.parametrize(
    ("config", "value", "message"),
    [
        (OUTPUTS, [["1"], ["2"]], "3 has no rank"),
        (OUTPUTS, [["4"], ["1"], ["2"], ["3"]], "There is no '4' to rank. Valid: 1, 2, 3."),
        (STRICT, [["speed", "cost"]], "Two options have the same rank"),
        (STRICT, [["speed"]], "cost has no rank"),
    ],
)
def test_everything_is_ranked_once(config, value, message):
    with pytest.raises(InvalidInput, match=message):
        ranking.clean_beside(config, value, ITEM)


def test_outputs_are_numbered_as_the_page_shows_them_and_named_as_they_are_stored():
    seed = next(seed for seed in range(1, 99) if display_order(3, seed) == (2, 0, 1))

    control = ranking.control_beside(OUTPUTS, None, name="q-x", required=True, item=ITEM, seed=seed)

    assert [(place["label"], place["name"]) for place in control["places"]] == [
        ("Answer 1", "q-x.3"),
        ("Answer 2", "q-x.1"),
        ("Answer 3", "q-x.2"),
    ]


def test_a_ranking_is_drawn_best_first_with_its_ranks_and_models_rank_with_a_plain_list_where_no_ties_are_allowed():
    control = ranking.control_beside(OUTPUTS, [["2"], ["1", "3"]], name="q-x", required=True, item=ITEM, seed=0)
    assert [(place["name"], place["rank"]) for place in control["places"]] == [
        ("q-x.2", "1"),
        ("q-x.1", "2"),
        ("q-x.3", "2"),
    ]

    assert ranking.json_schema(STRICT)["items"]["enum"] == ["speed", "cost"]
    assert ranking.from_machine(STRICT, ["cost", "speed"]) == [["cost"], ["speed"]]
    assert ranking.display(STRICT, [["cost"], ["speed"]]) == "cost, Speed"
    assert ranking.display(OUTPUTS, [["2"], ["1", "3"]]) == "Answer 2, Answer 1 = Answer 3"


def test_no_measure_is_claimed_and_without_rows_the_answers_of_the_item_are_ranked():
    assert (ranking.level(OUTPUTS), ranking.number(OUTPUTS, [["1"]]), ranking.consensus) == (None, None, None)

    assert from_blank("ranking") == {"ties": False}


@pytest.mark.parametrize("config", [{}, {"ties": True, "options": [{"value": "a"}, {"value": "b", "label": "B"}]}])
def test_config_survives_its_fields(config):
    before, after = through_fields("ranking", config)

    assert after == before
