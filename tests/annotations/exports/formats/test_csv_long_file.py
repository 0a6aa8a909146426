"""Long tables are tables with a row per judgement; no table outgrows a spreadsheet."""

import io

import pytest

from annotations.exports.formats import LONG, Column, csv_file, registry
from evalhub.lib.errors import InvalidInput


def test_its_rows_are_judgements_and_too_many_columns_and_rows_are_refused(monkeypatch):
    out = io.BytesIO()
    writer = registry["CSV_LONG"].writer(out, [Column("question"), Column("value", "json")])
    writer.row({"question": "a", "value": ["x"]})
    writer.close()
    assert registry["CSV_LONG"].shape == LONG
    assert out.getvalue() == b'question,value\r\na,"[""x""]"\r\n'

    with pytest.raises(InvalidInput) as wide:
        registry["CSV"].writer(io.BytesIO(), [Column("a")] * (csv_file.MAX_COLUMNS + 1))
    monkeypatch.setattr(csv_file, "MAX_ROWS", 1)
    writer = registry["CSV"].writer(io.BytesIO(), [Column("a")])
    writer.row({"a": 1})
    with pytest.raises(InvalidInput) as long:
        writer.row({"a": 1})
    assert (wide.value.code, long.value.code) == ("too_many_columns", "too_many_rows")
