"""Rows of evidence: what may stand in them, and which column is wrong."""

import pytest

from experiments.studies import evidence_rows
from experiments.studies.evidence_rows import BadCell


def test_only_the_text_is_needed_beside_views():
    row = evidence_rows.read({"raw_content": " Kept as it is. ", "id": 7})
    assert (row.title, row.url, row.raw_content, row.views) == ("", "", " Kept as it is. ", {})

    row = evidence_rows.read(
        {"raw_content": "x", "cleaned_content": "c", "neutralized_content": "", "abstracted_content": None}
    )
    assert row.views == {"cleaned": "c"}


@pytest.mark.parametrize("url", ["https://example.org/a?b=c", "HTTP://example.org", ""])
def test_web_addresses_are_kept(url):
    assert evidence_rows.read({"raw_content": "x", "url": url}).url == url


@pytest.mark.parametrize(
    "values, column",
    [
        ({"raw_content": "  "}, "raw_content"),
        ({}, "raw_content"),
        ({"raw_content": 7}, "raw_content"),
        ({"raw_content": "a\0b"}, "raw_content"),
        ({"raw_content": "\ud800"}, "raw_content"),
        ({"raw_content": "x" * 1_000_001}, "raw_content"),
        ({"raw_content": "x", "title": "t" * 501}, "title"),
        ({"raw_content": "x", "title": "two\nlines"}, "title"),
        ({"raw_content": "x", "url": "javascript:alert(1)"}, "url"),
        ({"raw_content": "x", "url": "https://"}, "url"),
        ({"raw_content": "x", "url": "https://example.org/a b"}, "url"),
        ({"raw_content": "x", "url": "https://example.org/" + "a" * 2000}, "url"),
        ({"raw_content": "x", "cleaned_content": ["c"]}, "cleaned_content"),
    ],
)
def test_the_wrong_column_is_named(values, column):
    with pytest.raises(BadCell) as refused:
        evidence_rows.read(values)

    assert refused.value.column == column
