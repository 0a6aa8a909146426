"""Tables: columns of nested keys, values that are not plain, and no cell that starts a formula."""

import csv
import io

from annotations.exports.formats import Column, registry


def written(rows, columns):
    out = io.BytesIO()
    writer = registry["CSV"].writer(out, [Column(name) for name in columns])
    for row in rows:
        writer.row(row)
    writer.close()
    return list(csv.reader(io.StringIO(out.getvalue().decode(), newline="")))


def test_nested_keys_become_columns_and_values_that_are_not_plain_become_json():
    assert written([{"id": "1", "labels": {"a": "x"}}], ["id", "labels.a", "labels.b"]) == [
        ["id", "labels.a", "labels.b"],
        ["1", "x", ""],
    ]

    row = {"a": {"b": [1, "é"]}, "c": [], "d": True, "e": None, "f": 1.0, "g": 1}
    table = written([row], list("abcdefg"))
    assert table[1] == ["", "", "[]", "true", "", "1.0", "1"] or table[1] == [
        '{"b":[1,"é"]}',
        "",
        "[]",
        "true",
        "",
        "1.0",
        "1",
    ]
    assert "é" in table[1][0]


def test_headers_and_cells_start_no_formula_and_lines_and_quotes_survive_and_json_text_is_the_same_row():
    table = written([{"=x": "=1+1", "n": -1, "t": "-2", "w": "＠SUM"}], ["=x", "n", "t", "w"])
    assert table == [["'=x", "n", "t", "w"], ["'=1+1", "-1", "-2", "'＠SUM"]]

    assert written([{"a": 'x"y,\r\nz'}], ["a"])[1] == ['x"y,\r\nz']

    assert written(['{"a": {"b": "é"}}'], ["a.b"]) == written([{"a": {"b": "é"}}], ["a.b"])


def test_out_stays_open():
    out = io.BytesIO()

    registry["CSV"].writer(out, [Column("a")]).close()

    assert out.getvalue() == b"a\r\n"
