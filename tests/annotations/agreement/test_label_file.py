"""Label files: strict to the cell, and every refusal names its row."""

import pytest

from annotations.agreement.label_file import read
from evalhub.lib.errors import InvalidInput

HEADER = "item,annotator,value"


def read_text(*rows, header=HEADER):
    return read([f"{line}\n" for line in (header, *rows)])


def test_rows_become_positions_and_columns_in_any_order_with_kinds_and_texts_are_kept_exactly():
    found = read_text("i1,alice,good", "i1,bob,bad", "i2,alice,", "", "i2,bob,good")
    assert (found.items, found.annotators, found.values) == (("i1", "i2"), ("alice", "bob"), ("good", "bad"))
    assert found.value.tolist() == [0, 1, -1, 0]
    assert found.line.tolist() == [2, 3, 4, 6]
    assert found.n_labels == 3
    assert found.kinds is None

    found = read_text("human,5,i1,alice", "llm,4,i1,gpt", header="kind,value,item,annotator")
    assert found.kinds == {"alice": "human", "gpt": "llm"}
    assert found.labels(level="interval").kinds == ("human", "llm")

    found = read_text('"i,1",alice," Good"', '"i\n2",alice,good', "i3,alice,GOOD")
    assert found.items == ("i,1", "i\n2", "i3")
    assert found.values == (" Good", "good", "GOOD")


def test_a_header_alone_is_no_labels_and_nominal_values_are_texts_and_numbers_that_are_equal_are_one_value():
    found = read_text()
    assert (found.n_labels, found.labels(level="nominal").item.size) == (0, 0)

    labels = read_text("i1,alice,1", "i1,bob,1.0").labels(level="nominal")
    assert labels.code.tolist() == [0, 1]

    labels = read_text("i1,alice,1", "i1,bob,1.0", "i2,bob,10", "i2,alice,9").labels(level="ordinal")
    assert labels.domain == (1, 9, 10)
    assert labels.code.tolist() == [0, 0, 2, 1]


def test_declared_order_and_the_first_repeated_row_is_named_and_an_empty_file_is_refused():
    labels = read_text("i1,alice,good", "i1,bob,bad").labels(level="ordinal", order=["bad", "fair", "good"])
    assert labels.values.tolist() == [2, 0]

    with pytest.raises(InvalidInput, match="Row 3 ") as refused:
        read_text("z,alice,a", "y,alice,a", "y,alice,a", "z,alice,a")
    assert refused.value.details == {"row": 3, "line": 4, "column": "annotator"}

    with pytest.raises(InvalidInput, match="no header"):
        read([])


@pytest.mark.parametrize(("rows", "message"), [
    (["i1,alice,a", "i2,alice"], r"Row 2 \(line 3\), 2 cells. Valid: 3 cells"),
    (["i1,alice,a,b"], r"Row 1 \(line 2\), 4 cells. Valid: 3 cells"),
    ([",alice,a"], r"Row 1 \(line 2\), column item: ''. Valid: a text that is not empty"),
    (["i1,alice,a", "i1,,a"], r"Row 2 \(line 3\), column annotator: ''. Valid"),
    (["i1,alice,a", "i2,alice,a", "i1,alice,b"], r"Row 3 \(line 4\), column annotator: 'alice' labelled item 'i1' already in row 1"),  # noqa: E501
    (["i1,alice,", "i1,alice,b"], r"Row 2 \(line 3\), column annotator: 'alice' labelled item 'i1' already in row 1"),
    (["i1,alice,a\0b"], r"Row 1 \(line 2\), column value: 'a\\x00b'. Valid: UTF-8 text without NUL"),
    (["i1,al\udce9ce,a"], r"Row 1 \(line 2\), column annotator: .*Valid: UTF-8"),
    (['i1,alice,"a'], "Line 2 is not valid CSV: unexpected end of data"),
    (['i1,alice,"a"b'], "Line 2 is not valid CSV"),
    ([f"i1,alice,{'a' * 200_000}"], "Line 2 is not valid CSV: field larger than field limit"),
])  # fmt: skip
def test_bad_rows_are_named(rows, message):
    with pytest.raises(InvalidInput, match=message):
        read_text(*rows)


@pytest.mark.parametrize(("rows", "message"), [
    (["i1,alice,a,human", "i2,alice,a,robot"], r"Row 2 \(line 3\), column kind: 'robot'. Valid: .*human"),
    (["i1,alice,a,"], r"Row 1 \(line 2\), column kind: ''. Valid: human, llm"),
    (["i1,alice,a,human", "i2,alice,a,llm"], "column kind: 'llm'. Valid: human, as in the earlier rows of 'alice'"),
])  # fmt: skip
def test_bad_kinds_are_named(rows, message):
    with pytest.raises(InvalidInput, match=message):
        read_text(*rows, header=f"{HEADER},kind")


@pytest.mark.parametrize(("header", "message"), [
    ("item,annotator,label", "has the column 'label'. Valid: item, annotator, value"),
    ("item,annotator", "has no column 'value'"),
    ("item,item,annotator,value", "has the column 'item'"),
    ("", "The file has no header"),
])  # fmt: skip
def test_bad_headers_are_named(header, message):
    with pytest.raises(InvalidInput, match=message):
        read_text(header=header)


@pytest.mark.parametrize(("level", "value", "message"), [
    ("ordinal", "good", "'good'. Valid: a number; or give the order of the values, lowest first, with --order"),
    ("interval", "nan", "'nan'. Valid: a number at the interval level"),
    ("interval", "inf", "'inf'"),
    ("interval", "1e999", "'1e999'"),
    ("interval", " 1", "' 1'"),
    ("interval", "1_000", "'1_000'"),
    ("ratio", "-1", "'-1'. Valid: a number of 0 or more at the ratio level"),
])  # fmt: skip
def test_values_that_the_level_cannot_place(level, value, message):
    found = read_text("i1,alice,1", f"i1,bob,{value}", f"i2,bob,{value}")

    with pytest.raises(InvalidInput, match=rf"Row 2 \(line 3\), column value: {message}"):
        found.labels(level=level)


def test_a_value_outside_the_order_is_named():
    found = read_text("i1,alice,low", "i1,bob,huge")

    with pytest.raises(InvalidInput, match=r"Row 2 \(line 3\), column value: 'huge'. Valid: one of low, high"):
        found.labels(level="ordinal", order=["low", "high"])


@pytest.mark.parametrize(("level", "order", "message"), [
    ("interval", ["1", "2"], "An order was given at the interval level"),
    ("ordinal", ["1", "2", "1"], "The order names '1' twice"),
    ("ordinal", ["1", ""], "The order holds an empty value"),
    ("ordinal", [], "The order holds an empty value"),
])  # fmt: skip
def test_bad_orders_are_refused(level, order, message):
    with pytest.raises(InvalidInput, match=message):
        read_text("i1,alice,1").labels(level=level, order=order)
