"""Bodies of requests: their size, and what is packed by gzip."""

import gzip
import zlib

import pytest

from datasets.api.datasets import DatasetList
from datasets.models import Dataset
from evalhub.api import parsers
from tests.undoing import undone

PATH = "/v1/datasets"
BODY = b'{"name": "Packed"}'
PACKED = gzip.compress(BODY, mtime=0)  # each process gives these tests the same names


def sent(caller, body, encoding="gzip"):
    return caller.raw("POST", PATH, body, content_encoding=encoding)


def code_of(answer):
    return answer.status_code, answer.json()["error"]["code"]


@pytest.mark.parametrize("encoding, body", [("gzip", PACKED), ("GZIP", PACKED), ("", BODY)])
def test_a_body_may_be_packed(api_of, bob, encoding, body):
    assert sent(api_of(bob), body, encoding).status_code == 201
    assert Dataset.objects.get().name == "Packed"


def test_what_is_no_whole_gzip_is_400(api_of, bob, subtests):
    for body in [BODY, PACKED[:-3], PACKED + b"x", zlib.compress(BODY)]:
        with subtests.test(body=body), undone():
            assert code_of(sent(api_of(bob), body)) == (400, "bad_gzip")


def test_other_encodings_are_415(api_of, bob):
    assert code_of(sent(api_of(bob), BODY, "br")) == (415, "unsupported_media_type")


def test_what_unpacks_to_more_than_a_request_may_send_is_413(api_of, bob, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100_000
    bomb = gzip.compress(b'{"name": "' + b"x" * 100_000 + b'"}')

    assert len(bomb) < 1_000
    assert code_of(sent(api_of(bob), bomb)) == (413, "too_large")
    assert code_of(sent(api_of(bob), b"x" * 100_001, "")) == (413, "too_large")


@pytest.mark.parametrize(
    "text, values",
    [
        ('{"a": [1, "x,[{", {"b": null}]}', 6),
        ('{"a": "\\\\", "b": ["\\",[", 2.5]}', 5),
        ('["\\u0022,", "[", [], {}]', 7),  # an empty one is taken for one that holds something
        ("0", 1),
    ],
)
def test_values_are_counted_and_not_what_stands_in_texts(text, values):
    assert parsers.has_more_values(text.encode(), values - 1) and not parsers.has_more_values(text.encode(), values)


def test_a_body_with_more_values_than_its_view_takes_is_413(api_of, bob, monkeypatch):
    monkeypatch.setattr(DatasetList, "most_values", 3)

    answer = sent(api_of(bob), b'{"name": "Many", "tags": [[], []]}', "")

    assert code_of(answer) == (413, "too_large") and "more than 3 values" in answer.json()["error"]["message"]
    assert sent(api_of(bob), BODY, "").status_code == 201
