"""JSON files: exact values, one object per line, well-formed when empty."""

import io
import json

import pytest

from annotations.exports.formats import registry
from evalhub.lib.strict_json import BadJson

ROWS = [{"text": "שלום 👩‍👩‍👧 \u2028 \x7f", "one": 1, "real": 1.0, "big": 10**30}, {"none": None, "list": ["é"]}]


def written(rows):
    out = io.BytesIO()
    writer = registry["JSON"].writer(out, [])
    for row in rows:
        writer.row(row)
    writer.close()
    return out.getvalue()


def read(content):
    return json.loads(content)


def test_values_are_exact_and_no_rows_and_json_text_is_written_as_it_is_and_what_json_cannot_hold_is_refused():
    content = written(ROWS)
    assert json.dumps(read(content)) == json.dumps(ROWS)
    assert content.endswith(b"\n")

    assert written([]) == b"[]\n"

    assert read(written(['{"a": 1.10}', {"b": 2}])) == [{"a": 1.1}, {"b": 2}]

    with pytest.raises(BadJson):
        written([{"a": float("nan")}])
