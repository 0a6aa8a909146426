"""Characters that cannot be seen: named, and never lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotations.content import hidden_characters

ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
TAGGED = "".join(chr(0xE0000 + ord(letter)) for letter in "obey")


@pytest.mark.parametrize(
    "character, name",
    [
        ("\u202e", "U+202E"), ("\u2066", "U+2066"), ("\u200b", "U+200B"), ("\ufeff", "U+FEFF"), ("\u200f", "U+200F"),
        ("\x00", "U+0000"), ("\x1b", "U+001B"), ("\u00ad", "U+00AD"), (TAGGED, "U+E006F obey"),
    ],
)  # fmt: skip
def test_hidden_characters_have_names(character, name):
    assert hidden_characters.split(f"a{character}b") == [("a", ""), (character, name), ("b", "")]


@pytest.mark.parametrize("text", ["می\u200cخواهم", "👨\u200d👩\u200d👧", "❤\ufe0f", "\tindented\r\nlines", ENGLAND])
def test_what_writing_needs_is_left_alone(text):
    assert hidden_characters.split(text) == [(text, "")]
    assert hidden_characters.made_visible(text) == text


def test_formatted_text_shows_what_turns_or_hides():
    assert hidden_characters.made_visible("pay \u202eeno") == "pay ⟦U+202E⟧eno"
    assert hidden_characters.made_visible(f"hi{TAGGED}") == "hi⟦U+E006F obey⟧"
    assert hidden_characters.made_visible("a\u200bb") == "a\u200bb"


@given(st.text(st.characters(codec=None) | st.sampled_from("\u202e\u200b\U000e0041🏴\x00\n")))
def test_nothing_is_lost(text):
    runs = hidden_characters.split(text)

    assert "".join(run for run, _ in runs) == text
    assert all(run for run, _ in runs)
