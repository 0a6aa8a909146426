"""JSONL exports say the same as JSON exports."""

from tests.annotations.imports.formats.test_json_file import entry_of


def test_a_line_is_a_row_of_the_list():
    values = {"item_id": 7, "annotator_email": "a@example.org", "labels": {"tone": "rude"}}

    assert entry_of(values, "JSONL") == entry_of(values, "JSON")
    assert entry_of(values, "JSONL").who.email == "a@example.org"
