"""Parts of answers are read as they should be, or that they are not is told."""

import math

import pytest

from reviews.engine.batches.adapters import answers
from reviews.engine.batches.adapters.errors import ProviderError
from reviews.engine.client import json_bodies

NOT_A_NAME = [None, "", 7, True, ["x"], {"id": "x"}, "x" * 301]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"null",
        b"7",
        b'"text"',
        b"[1]",
        b"<html>",
        b'{"a": 1',
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": 1e999}',
        b'{"a": "\xff"}',
        b'{"a": ' + b"[" * 100_000,
        b'{"a": ' + b"[" * 700 + b"]" * 700 + b"}",
        b'{"a": ' + b"[" * 64 + b"]" * 64 + b"}",
        b'{"a": ' + b"9" * 5000 + b"}",
    ],
    ids=lambda content: repr(content[:20]),
)
def test_what_is_no_object_that_can_be_kept_is_none(content):
    assert json_bodies.json_object(content) is None


def test_texts_names_and_lists_are_found_or_told():
    assert json_bodies.json_object(b'{"a": ' + b"[" * 63 + b"]" * 63 + b"}")  # as deep as may be
    assert json_bodies.json_object(b'\xef\xbb\xbf{"a\\u0000": "\\ud800", "b": 1.5}') == {"a\ufffd": "\ufffd", "b": 1.5}

    answer = {"file": {"name": "files/x", "rows": [{"a": 1}, None, "text", 7]}}
    assert answers.named(answer, "file", "name") == "files/x"
    assert answers.listed(answer, "file", "rows") == [{"a": 1}, None, "text", 7]
    assert answers.objects(answer, "file", "rows") == [{"a": 1}]
    assert answers.listed(answer, "other", "rows") == []

    for value in NOT_A_NAME:
        with pytest.raises(ProviderError, match=r"file\.name") as refused:
            answers.named({"file": {"name": value}}, "file", "name")

        assert (refused.value.failure.status, refused.value.failure.error_class) == ("retryable", "unreadable_response")

    for value in ("text", 7, True, {"0": "a"}):
        with pytest.raises(ProviderError, match="data"):
            answers.listed({"data": value}, "data")
        with pytest.raises(ProviderError, match="rows"):
            answers.listed({"data": "text"}, "data", "rows")


COUNTS = [
    (0, 0),
    (12, 12),
    ("12", 12),
    (None, None),
    (-1, None),
    ("-1", None),
    (True, None),
    (1.5, None),
    ("x", None),
    ([], None),
    ({}, None),
    (2**31, None),
    ("9" * 5000, None),
]


def test_counts_moments_and_messages_whatever_their_shape():
    for value, count in COUNTS:
        assert answers.whole(value) == count
    for value, status in STATUSES:
        assert answers.google_status(value) == status

    for value in (None, "", "soon", [], {}, True, "0001-01-01T00:00:00"):
        assert answers.unix_seconds(value) == math.inf
    assert answers.unix_seconds(12) == 12
    assert answers.unix_seconds("1970-01-01T00:01:00Z") == 60
    for found, message in MESSAGES:
        assert json_bodies.message_text(json_bodies.error_in(found).get("message")) == message


STATUSES = [
    (3, 400),
    ("8", 429),
    (16, 401),
    (503, 503),
    (99, 500),
    (700, 500),
    (None, 500),
    ("x", 500),
    ([], 500),
    ({}, 500),
]


MESSAGES = [
    ({"error": {"error": {"message": "deep"}}}, "deep"),
    ({"error": "bare"}, "bare"),
    ("text", "text"),
    ({"message": "flat"}, "flat"),
    ({"error": {"message": {"a": 1}}}, '{"a": 1}'),
    ({"error": [1]}, "[1]"),
    (7, "7"),
    (None, ""),
    ({}, ""),
    ({"error": {"message": "sk-abcdefghijkl is wrong"}}, "[key removed] is wrong"),
    ("x" * 900, "x" * 500),
]
