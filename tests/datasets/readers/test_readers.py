"""What all formats share: names, wrong contents, packed files, previews."""

import gzip
import random
import zipfile

import pytest

from datasets.columns import Column
from datasets.readers import format_of, preview
from evalhub.lib.errors import UnknownKey, UnsupportedMedia
from tests.datasets.readers.reading import read_path


@pytest.mark.parametrize(
    "name, key",
    [("a.csv", "CSV"), ("A.B.JSON", "JSON"), ("../x.jsonl", "JSONL"), ("x.ndjson", "JSONL"), ("x.Parquet", "PARQUET")],
)
def test_format_of_a_file_name(name, key):
    assert format_of(name) == key


@pytest.mark.parametrize("name", ["", "csv", ".csv", "a.csv.gz", "a.zip", "a.csv "])
def test_other_extensions_are_refused(name):
    with pytest.raises(UnsupportedMedia, match="Valid: .csv"):
        format_of(name)


@pytest.mark.parametrize("name", ["a.xlsx", "A.XLS", "a.ods"])
def test_a_spreadsheet_is_refused_with_the_way_to_csv(name):
    with pytest.raises(UnsupportedMedia, match="Save the sheet as CSV UTF-8"):
        format_of(name)


@pytest.mark.parametrize("file_format", ["CSV", "JSON", "JSONL"])
def test_bytes_that_are_no_text_are_named_as_such(read, file_format):
    noise = random.Random(1).randbytes(2_000)

    assert read(file_format, noise).reasons == [f"The file is not a text file. Upload the {file_format} file itself."]
    assert "not a text file" not in read(file_format, "naïve\n".encode("cp1252") * 900).reasons[0]


def test_unknown_format_names_the_valid_ones(tmp_path):
    with pytest.raises(UnknownKey, match="CSV"):
        preview(tmp_path / "x", file_format="XLSX")


CONTENTS = {"CSV": b"a\n1\n", "JSON": b'[{"a": 1}]', "JSONL": b'{"a": 1}\n', "PARQUET": b"PAR1 and so on"}


@pytest.mark.parametrize("named", CONTENTS)
@pytest.mark.parametrize("holds", CONTENTS)
def test_content_under_a_wrong_name_is_refused(read, named, holds):
    reading = read(named, CONTENTS[holds])

    assert bool(reading.errors) == (named != holds or named == "PARQUET")
    assert not (reading.errors and reading.values)


@pytest.mark.parametrize("file_format", CONTENTS)
def test_packed_files_are_refused(tmp_path, read, file_format):
    packed = tmp_path / "packed.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.csv", "a\n1\n")

    reasons = [read_path(packed, file_format).reasons[0], read(file_format, gzip.compress(b"a\n1\n")).reasons[0]]

    assert reasons[0].startswith("The file is a ZIP archive")
    assert reasons[1].startswith("The file is compressed with gzip")


def test_utf_16_is_told(read):
    assert read("CSV", "a\n1\n".encode("utf-16")).reasons == ["The file is UTF-16. Save it as UTF-8."]


def test_preview_reads_the_first_rows_only(tmp_path):
    path = tmp_path / "file.jsonl"
    path.write_text('{"a": 1}\n[]\n{"b": "x"}\n{"c": 1}\n')

    found = preview(path, file_format="JSONL", rows=2)

    assert found.columns == [Column("a", "integer"), Column("b", "string")]
    assert [row.number for row in found.rows] == [1, 3]
    assert [error["row"] for error in found.errors] == [2]
