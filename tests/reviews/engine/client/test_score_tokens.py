"""Numbers in an answer with their likely tokens: kept where they stand, or not at all."""

import math

import pytest

from reviews.engine.client import score_tokens

TEXT = '{"é": 4, "b": 12}'


def row(token, *likely, **fields):
    shown = [{"token": each, "logprob": math.log(share)} for each, share in likely or [(token, 1.0)]]
    return {"token": token, "logprob": 0.0, "top_logprobs": shown} | fields


def rows(*, first=(("4", 0.6), (" 4", 0.1), ("5", 0.2), ("x", 0.1))):
    return [row('{"é": '), row("4", *first), row(', "b":'), row(" 12"), row("}")]


def body(content):
    return {"id": "1", "choices": [{"message": {"content": TEXT}, "logprobs": {"content": content}}]}


def test_numbers_and_letters_in_parts_have_the_shares_of_their_tokens():
    kept = score_tokens.compacted(body(rows()), TEXT)
    found = score_tokens.found_in(kept)
    assert found == {7: pytest.approx({"4": 0.7, "5": 0.2, "x": 0.1}), 15: pytest.approx({"12": 1})}
    assert TEXT.encode()[7:8] == b"4" and TEXT.encode()[15:17] == b"12"
    assert kept["choices"][0]["logprobs"].keys() == {"numbers"} and kept["id"] == "1"

    halves = [row("\\xc3", bytes=[0xC3]), row("\\xa9", bytes=[0xA9])]
    kept = score_tokens.compacted(body([row('{"'), *halves, row('": '), *rows()[1:]]), TEXT)
    assert list(score_tokens.found_in(kept)) == [7, 15]


@pytest.mark.parametrize(
    "content",
    [rows()[:-1], [row("{"), *rows()], [{"token": "4"}], [None], [row("4", ("4", 1.0), logprob=None, bytes=["x"])], []],
)
def test_tokens_that_do_not_make_up_the_text_are_none(content):
    assert score_tokens.found_in(score_tokens.compacted(body(content), TEXT)) == {}


@pytest.mark.parametrize("raw", [{}, {"choices": []}, {"choices": [None]}, {"choices": [{"logprobs": None}]}])
def test_an_answer_without_tokens_stays_as_it_is(raw):
    assert score_tokens.compacted(raw, TEXT) == raw and score_tokens.found_in(raw) == {}
