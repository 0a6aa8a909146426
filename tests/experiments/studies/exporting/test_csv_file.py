"""CSV of a bundle's table: exact for whoever reads it with pandas, harmless in a spreadsheet, flat in memory."""

import csv
import json
import tracemalloc

import pandas
import pytest

from experiments.studies.exporting import csv_file
from experiments.studies.exporting.tables import Column

COLUMNS = [
    Column("n", "integer", ""),
    Column("share", "number", ""),
    Column("sure", "boolean", ""),
    Column("said", "text", ""),
    Column("parts", "texts", ""),
    Column("names", "mapping", ""),
]
ROW = {"n": 1, "share": 1, "sure": True, "said": "fine", "parts": ["a", "=b"], "names": {"é": 2}}


def written(folder, *rows):
    source, target = folder / "rows.jsonl", folder / "rows.csv"
    source.write_text("".join(json.dumps(ROW | row) + "\n" for row in rows), encoding="utf-8", newline="\n")
    csv_file.write(source, target, COLUMNS)
    return target


def test_cells_are_plain_values_and_lists_are_json(tmp_path):
    with written(tmp_path, {}, dict.fromkeys(ROW)).open(newline="") as file:
        table = list(csv.reader(file))

    assert table == [
        ["n", "share", "sure", "said", "parts", "names"],
        ["1", "1.0", "true", "fine", '["a","=b"]', '{"é":2}'],
        [""] * 6,
    ]


@pytest.mark.parametrize(
    "text, cell",
    [
        ("=1+1", "'=1+1"),
        ("- a list", "'- a list"),
        ("@x", "'@x"),
        ("\tx", "'\tx"),
        ("＝1", "'＝1"),
        ("-5", "-5"),
        ('a\r\nb,"c"\u2028d', 'a\r\nb,"c"\u2028d'),
        ("NA", "NA"),
        ("漢🙂", "漢🙂"),
    ],
)
def test_texts_come_back_with_an_apostrophe_at_most(tmp_path, text, cell):
    path = written(tmp_path, {"said": text})

    read = pandas.read_csv(path, keep_default_na=False, na_values=[""], dtype={"said": "string"})

    assert read["said"].tolist() == [cell]


def test_memory_does_not_grow_with_the_table(tmp_path):
    source = tmp_path / "rows.jsonl"
    line = json.dumps(ROW | {"said": "x" * 1000}) + "\n"
    with source.open("w") as out:
        out.writelines(line for _ in range(5_000))

    tracemalloc.start()
    csv_file.write(source, tmp_path / "rows.csv", COLUMNS)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 1_000_000 < (tmp_path / "rows.csv").stat().st_size
