"""Answers that are no JSON, end too early or never, and lines that other ends of lines would tear apart."""

import json

import pytest

from reviews.engine.batches.adapters import http as batch_http
from reviews.engine.batches.adapters.errors import ProviderError
from reviews.engine.batches.adapters.http import MOST_PAGES
from tests.reviews.engine.batches.adapters.scripted import Answer


@pytest.fixture
def http(odd):
    return lambda answers: odd("openai", answers).http


def test_lines_end_at_line_feeds_and_are_objects(http):
    texts = ["one\u2028two", "three\x85four", "five\x0bsix", "x" * 200_000]
    rows = "".join(json.dumps({"text": text}, ensure_ascii=False) + "\r\n" for text in texts)
    found = list(http({"": rows.encode()}).lines("x"))
    assert [line["text"] for line in found] == texts

    content = b'{"a": 1}\n\n  \n[1]\nnull\n{"a": NaN}\n{"a": Infinity}\n{"a": "\xff"}\n<html>\n{"a": 2}\n{"a": '
    assert list(http({"": content}).lines("x")) == [{"a": 1}, *[None] * 6, {"a": 2}, None]


@pytest.mark.parametrize(
    "answer",
    [
        Answer(b"<html>Sign in</html>", headers={"content-type": "text/html; charset=utf-8"}),
        Answer(b"no gzip", headers={"content-encoding": "gzip"}),
    ],
    ids=["web page", "broken compression"],
)
def test_what_is_no_list_of_lines_is_worth_another_try(http, answer):
    with pytest.raises(ProviderError) as refused:
        list(http({"": answer}).lines("x"))

    assert (refused.value.failure.status, refused.value.failure.error_class) == ("retryable", "unreadable_response")


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"<html>",
        b"null",
        b"[{}]",
        b"7",
        b'{"a": NaN}',
        Answer(b"{}", headers={"content-type": "application/json; charset=hex", "content-encoding": "gzip"}),
    ],
    ids=lambda answer: repr(getattr(answer, "headers", answer)),
)
def test_answers_that_are_no_objects_are_worth_another_try(http, answer):
    with pytest.raises(ProviderError) as refused:
        http({"": answer}).get("x")

    assert (refused.value.failure.status, refused.value.failure.error_class) == ("retryable", "unreadable_response")


def test_character_set_of_the_header_changes_nothing(http):
    answer = Answer('{"a": "é"}'.encode(), headers={"content-type": "application/json; charset=hex"})

    assert http({"": answer}).get("x") == {"a": "é"}


@pytest.mark.parametrize("name", ["a\nb", "a\x00b", "x" * 70_000])
def test_names_that_fit_into_no_address_are_told(http, name):
    with pytest.raises(ProviderError):
        http({"": {}}).get(name)
    with pytest.raises(ProviderError):
        list(http({"": {}}).lines(name))


@pytest.mark.parametrize("address", ["http://[::1", "https://127.0.0.1:1/x", "http://127.0.0.1@example.org/x"])
def test_odd_addresses_are_foreign(http, address):
    with pytest.raises(ProviderError) as refused:
        http({}).address(address)

    assert refused.value.failure.error_class == "foreign_address"


def test_lists_that_never_end_are_given_up(http, odd_provider):
    pages = http({"": {"next": "more"}}).pages("x", "token", lambda page: page["next"])

    with pytest.raises(ProviderError, match="has not ended"):
        list(pages)
    assert len(odd_provider.asked) == MOST_PAGES


def test_redirect_is_not_followed(http):
    answer = Answer({"id": "x"}, 302, {"location": "http://127.0.0.1:9/"})
    for ask in (lambda: http({"": answer}).get("x"), lambda: list(http({"": answer}).lines("x"))):
        with pytest.raises(ProviderError) as refused:
            ask()

        assert (refused.value.failure.status, refused.value.failure.error_class) == ("retryable", "redirected")


def test_answers_and_lines_have_a_largest_size(http, monkeypatch):
    monkeypatch.setattr(batch_http, "MOST_BYTES", 100)
    monkeypatch.setattr(batch_http, "MOST_LINE_BYTES", 100)

    with pytest.raises(ProviderError, match="longer than 100 bytes"):
        http({"": b'{"a": "' + b"x" * 100 + b'"}'}).get("x")
    with pytest.raises(ProviderError, match="longer than 100 bytes"):
        list(http({"": b'{"a": "' + b"x" * 100}).lines("x"))


def test_call_has_a_deadline(http, monkeypatch):
    monkeypatch.setattr(batch_http, "SECONDS", 0.0)

    with pytest.raises(ProviderError) as late:
        http({"": b"{}"}).get("x")

    assert (late.value.failure.status, late.value.failure.error_class) == ("retryable", "timeout")


def test_errors_are_told_in_our_words_with_the_cleaned_ones_of_the_provider(http):
    ours = "The provider refuses the request as not valid (HTTP 400)."
    for content, message in [
        (b'{"error": {"message": "No."}}', f"{ours} The provider: No."),
        (b'{"error": "No."}', f"{ours} The provider: No."),
        (b"<b>No.</b> /srv/app/main.py", ours),
        (b"", ours),
        (b"\xff", ours),
        (b"[7]", ours),
        (b'{"error": {}}', ours),
        (b'{"error": {"message": "<html>Traceback (most recent call last)</html>"}}', ours),
    ]:
        with pytest.raises(ProviderError) as refused:
            http({"": Answer(content, 400)}).get("x")

        assert str(refused.value) == message, (content, message)
