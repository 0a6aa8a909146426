"""What the first rows of a file show: several labels per item, pairs of answers, conversations."""

import json

import pytest

from datasets.columns import Column
from datasets.mapping import FieldMapping, Labels, parse
from datasets.proposals import accepted, mapping_with, proposals
from datasets.readers.base import Row

TURNS = [{"role": "customer", "content": "Why?"}, {"role": "agent", "content": "A new reading."}]


def rows_of(*values):
    return [Row(number, each) for number, each in enumerate(values, start=1)]


def columns_of(rows, **types):
    return [Column(name, types.get(name, "string")) for name in rows[0].values]


def label_rows(items=4, raters=3, **more):
    """Three people label each item; `more` are functions of item and rater."""
    return rows_of(
        *(
            {
                "item_id": f"i{item}",
                "text": f"Text {item}",
                "rater_id": f"R{rater}",
                "verdict": "good" if rater else "bad",
            }
            | {name: made(item, rater) for name, made in more.items()}
            for item in range(items)
            for rater in range(raters)
        )
    )


def test_label_file_is_one_case_per_item_and_file_of_labels_alone_shows_its_ids():
    rows = label_rows(labelled_at=lambda item, rater: f"2026-11-{item}{rater}", topic=lambda item, rater: f"t{item}")
    columns = columns_of(rows)
    (found,) = proposals(columns, rows)
    mapping = mapping_with(columns, rows)
    assert (found.kind, found.found, found.total, found.cases) == ("labels", 12, 12, 4)
    assert mapping == FieldMapping(
        "text", external_id="item_id", metadata=("topic",), labels=Labels("rater_id", ("verdict",))
    )
    assert parse(mapping.as_json(), columns) == mapping

    rows = rows_of(*({"item_id": i, "rater": r, "kind": "human", "score": i * r} for i in range(30) for r in "ab"))
    rows = rows_of(*(row.values | {"score": 7 * row.number} for row in rows))
    columns = columns_of(rows, item_id="integer", score="integer")
    mapping = mapping_with(columns, rows)
    assert mapping == FieldMapping(("item_id",), external_id="item_id", labels=Labels("rater", ("score",), "kind"))
    assert parse(mapping.as_json(), columns) == mapping


@pytest.mark.parametrize(
    "rows",
    [
        label_rows(raters=1),
        rows_of(*({"item_id": "same", "rater": f"r{n}", "verdict": "good"} for n in range(5))),
        rows_of(*({"item_id": f"i{n % 3}", "rater": "only one", "verdict": f"v{n}"} for n in range(9))),
        rows_of(*({"id": f"i{n}", "question": "What?", "author": "Ada"} for n in range(9))),
        rows_of({"id": "1"}),
    ],
)
def test_other_files_are_no_label_files(rows):
    assert proposals(columns_of(rows), rows) == []


def test_pairs_are_outputs_of_two_systems_unless_they_are_turned_off():
    rows = rows_of(
        *({"question": f"Q{n}", "answer_a": f"The first answer {n}", "answer_b": f"Another one {n}"} for n in range(9))
    )
    columns = columns_of(rows)

    (found,) = proposals(columns, rows)
    with_pairs, without = mapping_with(columns, rows), mapping_with(columns, rows, ())

    assert (found.kind, found.found, found.columns) == ("pairs", 9, {"a": "answer_a", "b": "answer_b"})
    assert with_pairs == FieldMapping("question", outputs={"a": "answer_a", "b": "answer_b"})
    assert without.outputs == {}
    assert (accepted(with_pairs, [found]), accepted(without, [found])) == ({"pairs"}, set())


def test_columns_that_are_named_like_pairs_but_hold_no_texts_are_none_and_all_three_are_found_in_one_file():
    rows = rows_of(*({"question": f"Q{n}", "words_a": str(n), "words_b": str(n + 1)} for n in range(9)))
    assert proposals(columns_of(rows), rows) == []

    rows = label_rows(
        turns=lambda item, rater: json.dumps(TURNS),
        response_a=lambda item, rater: f"A first answer {item}",
        response_b=lambda item, rater: f"A second answer {item}",
    )
    columns = columns_of(rows)
    assert [each.kind for each in proposals(columns, rows)] == ["labels", "pairs", "turns"]
    assert mapping_with(columns, rows) == FieldMapping(
        {"prompt": "text", "conversation": "turns"},
        external_id="item_id",
        outputs={"a": "response_a", "b": "response_b"},
        turns="turns",
        labels=Labels("rater_id", ("verdict",)),
    )


@pytest.mark.parametrize("written", [json.dumps, lambda turns: turns])
def test_lists_of_turns_are_a_conversation(written):
    rows = rows_of(*({"id": str(n), "dialogue": written(TURNS * (n + 1))} for n in range(9)))
    columns = columns_of(rows, dialogue="string" if written is json.dumps else "array")

    (found,) = proposals(columns, rows)

    assert (found.kind, found.found, found.shortest, found.longest) == ("turns", 9, 2, 18)
    assert mapping_with(columns, rows) == FieldMapping({"conversation": "dialogue"}, external_id="id", turns="dialogue")
    assert mapping_with(columns, rows, ()).turns is None


@pytest.mark.parametrize(
    "value",
    [
        {"input": "a", "turns": "b"},
        {"input": "a", "labels": {"annotator": "b", "questions": ["c"]}},
        {"input": "a", "external_id": "d", "labels": {"annotator": "b", "questions": []}},
        {"input": "a", "external_id": "d", "labels": {"annotator": "b", "questions": ["a"]}},
        {"input": "a", "external_id": "d", "labels": {"annotator": "b", "questions": [1]}},
        {"input": "a", "external_id": "d", "labels": ["b", "c"]},
        {"input": "a", "external_id": "d", "labels": {"annotator": "b", "questions": ["c"], "who": "x"}},
    ],
)
def test_mappings_that_do_not_hold_together_are_refused(value):
    with pytest.raises(Exception, match="turns|labels|mapped twice"):
        parse(value, [Column(name, "string") for name in "abcd"])
