"""The tables of a bundle: their columns are the promise that the documentation makes."""

import re

from experiments.studies.exporting.tables import TABLES
from tests.source_tree import ROOT


def documented():
    """{table: [(name, type, may be missing, meaning)]} as docs/study-bundle.md has them."""
    text = (ROOT / "docs" / "study-bundle.md").read_text()
    found = {}
    for heading, body in re.findall(r"^### `(\w+)`\n(.*?)(?=^##|\Z)", text, re.DOTALL | re.MULTILINE):
        rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (yes|) ?\| (.*) \|$", body, re.MULTILINE)
        found[heading] = [(name, type_, bool(missing), meaning) for name, type_, missing, meaning in rows]
    return found


def test_columns_are_documented_and_unique():
    assert documented() == {
        table: [(column.name, column.type, column.is_optional, column.meaning) for column in columns]
        for table, columns in TABLES.items()
    }

    for columns in TABLES.values():
        names = [column.name for column in columns]
        assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in names) and len(set(names)) == len(names)
