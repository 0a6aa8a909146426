"""Label Studio's task files as datasets: data become columns, ids stay, everything else is no part of a row."""

import json

import pytest

TASK = {"id": 7, "data": {"text": "Hello 👩‍👩‍👧", "source": "web"}, "annotations": [{"result": []}], "predictions": []}


def read_tasks(read, *tasks):
    return read("JSON", json.dumps(tasks))


def test_data_become_columns_and_the_task_id_the_id(read):
    reading = read_tasks(read, TASK, TASK | {"id": 8, "data": {"text": "b", "id": "own"}})

    assert reading.values == [{"id": 7, "text": "Hello 👩‍👩‍👧", "source": "web"}, {"text": "b", "id": "own"}]
    assert reading.errors == []
    assert [column.name for column in reading.reader.columns()] == ["id", "text", "source"]


def test_annotations_are_counted_with_what_their_controls_answer(read):
    def result(name, kind, **value):
        return {"from_name": name, "type": kind, "value": value}

    ann = {
        "completed_by": 1,
        "result": [result("tone", "choices", choices=["a", "b"]), result("n", "number", number=2)],
    }
    bo = {"completed_by": {"id": 2}, "result": [result("tone", "choices", choices=["c"]), result("box", "brush", x=1)]}
    cancelled = {"completed_by": 3, "was_cancelled": True, "result": []}
    odd = [None, {"completed_by": 1, "result": "x"}, {"completed_by": 1, "result": [{"type": "choices", "value": 1}]}]
    one = read_tasks(read, TASK | {"annotations": [ann, bo, cancelled]}, TASK | {"annotations": odd}).reader
    none = read_tasks(read, TASK | {"data": {"id": 5, "text": "x"}}).reader

    assert one.found_labels() == {
        "count": 4, "annotators": 2, "item": "task",
        "controls": {"tone": {"type": "choices", "most": 2, "values": ["a", "b", "c"]},
                     "n": {"type": "number", "most": 1, "values": ["2"]}},
    }  # fmt: skip
    assert none.found_labels() == {}


@pytest.mark.parametrize("data", [None, [], "x", {}])
def test_a_task_without_data_costs_only_itself(read, data):
    reading = read_tasks(read, TASK, TASK | {"data": data})

    assert [row["id"] for row in reading.values] == [7]
    assert [(error["row"], error["column"]) for error in reading.errors] == [(2, "data")]


@pytest.mark.parametrize(
    "row", [{"data": {"a": 1}}, {"annotations": [], "text": "x"}, {"data": "x", "predictions": []}]
)
def test_other_lists_of_objects_are_read_as_they_are(read, row):
    assert read_tasks(read, row).values == [row]
