"""Parquet: typed columns of nested keys, and a well-formed file without rows."""

import duckdb
import pytest

from annotations.exports.formats import Column, registry
from evalhub.lib.errors import InvalidInput

COLUMNS = [Column("id"), Column("labels.a-b", "number"), Column("labels.c", "texts"), Column("any", "json")]


def written(path, rows):
    with path.open("wb") as out:
        writer = registry["PARQUET"].writer(out, COLUMNS)
        for row in rows:
            writer.row(row)
        writer.close()
    return duckdb.sql(f"FROM '{path}'").fetchall()


def test_nested_keys_become_typed_columns_and_no_rows_and_a_value_of_another_type_is_explained(tmp_path):
    rows = [{"id": "1", "labels": {"a-b": 2, "c": ["x"]}, "any": {"é": [1]}}, '{"id": "2", "labels": {"d": 1}}']
    assert written(tmp_path / "x.parquet", rows) == [("1", 2.0, ["x"], '{"é":[1]}'), ("2", None, None, None)]
    assert [path.name for path in tmp_path.iterdir()] == ["x.parquet"]

    assert written(tmp_path / "x.parquet", []) == []

    with pytest.raises(InvalidInput) as refused:
        written(tmp_path / "x.parquet", [{"labels": {"a-b": "many"}}])
    assert refused.value.code == "mixed_types"
