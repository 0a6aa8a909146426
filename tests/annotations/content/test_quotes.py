"""Evidence."""

import hashlib
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotations.content.quotes import source_texts, verify

POLICY = "Refunds are paid within 14 days.\r\nTom &amp; Jerry said “hello—there” and left."


def verified(quote, text=POLICY):
    return verify(quote, {"context": text})


def test_a_copied_quote_is_exact_with_offsets_and_hash_and_a_slip_in_a_word_is_fuzzy_with_its_score():
    match = verified("within 14 days")
    assert (match.match, match.field, match.start, match.end) == ("exact", "context", 17, 31)
    assert match.found == "within 14 days"
    assert match.score == 1.0
    assert match.source_sha256 == hashlib.sha256(POLICY.encode()).hexdigest()

    match = verified("Refunds are being paid within 14 days")
    assert match.match == "fuzzy"
    assert 0.85 <= match.score < 1
    assert match.found == "Refunds are paid within 14 days"


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("WITHIN\n14   days", "within 14 days"),
        ("14 days.\nTom", "14 days.\r\nTom"),
        ('Tom & Jerry said "hello-there"', "Tom &amp; Jerry said “hello—there”"),
        ("“Refunds are paid within 14 days…”", "Refunds are paid within 14 days"),
        ("  ‘within 14 days’  ", "within 14 days"),
        ("within\u00a014\u200b days", "within 14 days"),
    ],
)
def test_another_writing_is_found_at_the_original_offsets(quote, found):
    match = verified(quote)

    assert match.match == "whitespace"
    assert match.found == found
    assert POLICY[match.start : match.end] == found
    assert match.quote == quote


@pytest.mark.parametrize(
    ("text", "quote", "found"),
    [
        ("the 👨‍👩‍👧 family plan", "👨‍👩‍👧 family", "👨‍👩‍👧 family"),
        ("🎬🎬 Film night costs €9", "Film night", "Film night"),
        ("Cafe\u0301 is open", "Café is open", "Cafe\u0301 is open"),
        ("Café is open", "cafe\u0301 IS open", "Café is open"),
        ("שלום עולם, מה שלומך", "עולם", "עולם"),
        ("\u200fשלום\u200f עולם", "שלום עולם", "שלום\u200f עולם"),
        ("ﬁnal oﬀer of 5 µm", "final offer of 5 μm", "ﬁnal oﬀer of 5 µm"),
        ("a &lt;b&gt; &#8364;5 tag", "<b> €5", "&lt;b&gt; &#8364;5"),
        ("STRASSE 5", "straße 5", "STRASSE 5"),
        ("返品は14日以内です。", "14日以内", "14日以内"),
    ],
)
def test_offsets_count_code_points_of_the_stored_text(text, quote, found):
    match = verified(quote, text)

    assert match.match in {"exact", "whitespace"}
    assert text[match.start : match.end] == match.found == found


@pytest.mark.parametrize(
    "quote",
    [
        "Refunds are paid within 30 days.",
        "Refunds are not paid within 14 days.",
        "All questions are settled by the central office.",
        "",
        " \n ",
        "!!!!",
    ],
)
def test_an_invented_quote_is_missing(quote):
    match = verified(quote)

    assert match.match == "missing"
    assert (match.field, match.start, match.end, match.found) == ("", None, None, "")


def test_an_exact_place_in_a_later_text_beats_a_rewritten_one_and_no_texts_hold_nothing():
    match = verify("Two days", {"input": "It takes two days.", "output": "Two days, no more."})
    assert (match.match, match.field) == ("exact", "output")

    assert verify("anything", {}).match == "missing"


@given(text=st.text(min_size=1, max_size=60), data=st.data())
@settings(max_examples=75)
def test_every_passage_of_a_text_is_found_in_it(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : data.draw(st.integers(start + 1, len(text)))]

    match = verify(quote, {"output": text})

    assert match.match == ("exact" if quote.strip() else "missing")
    assert match.found in {quote, ""}


@given(quote=st.text(max_size=40), text=st.text(max_size=80))
@settings(max_examples=75)
def test_offsets_always_name_what_was_found(quote, text):
    match = verify(quote, {"output": text})

    if match.match != "missing":
        assert text[match.start : match.end] == match.found != ""


@pytest.mark.parametrize("quote", ["of the goods and the box " * 23, "nothing of the kind " * 25, "the " * 5000])
def test_a_long_text_takes_bounded_time(quote):
    text = "The customer may return the goods when the box is whole and 12 of the parts are there. " * 1150
    started = time.process_time()

    verify(quote, {"context": text})

    assert len(text) > 100_000
    assert time.process_time() - started < 10


def test_source_texts_name_fields_and_not_models_and_source_texts_leave_out_blanks_and_take_any_input():
    texts = source_texts(
        input={"question": "Why?", "tags": ["a"], "note": None}, outputs=["One", "Two"], context="Text"
    )
    assert texts == {"input.question": "Why?", "input.tags": '[\n "a"\n]', "context": "Text",
                     "output.1": "One", "output.2": "Two"}  # fmt: skip

    assert source_texts(input="Why?", outputs=["  "]) == {"input": "Why?"}
    assert source_texts(input=3, outputs=["Because"], context={"a": ""}) == {"input": "3", "output": "Because"}
