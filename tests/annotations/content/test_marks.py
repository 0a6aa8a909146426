"""Quotes in formatted content: the marked words are those of the quote, and the words stay as they were."""

import json
import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotations.content import Highlight
from annotations.content.marks import drawn
from evalhub.lib.traced import Traced
from tests.annotations.content.items import make_item, placed

MARK = re.compile(r'<mark class="evidence hue-(\d)"([^>]*)>(.*?)</mark>', re.DOTALL)


def words(html):
    return unescape(re.sub("<[^>]+>", "", html))


def quoted(html):
    """(hue, attributes, words) of each marked run."""
    return [(int(hue), attributes, words(inner)) for hue, attributes, inner in MARK.findall(html)]


def shown(text, *quotes, **options):
    marks = [
        Highlight("output", text.index(q), text.index(q) + len(q), id=n, letter="ABC"[n], hue=n + 3)
        for n, q in enumerate(quotes)
    ]
    return placed(make_item({"q": "Q"}, text), highlights=marks, **options)


def test_a_quote_over_markup_is_marked_word_by_word_and_closed_once_and_quotes_over_each_other():
    html = shown("We **may** move\n\n- two", "may** move")
    assert [found[2] for found in quoted(html)] == ["may", " move"]
    assert quoted(html)[0][1] == ' id="e0" tabindex="-1"' and quoted(html)[1][1] == ' data-letters="A"'

    html = shown("one two three", "one two", "two three")
    assert [found[0] for found in quoted(html)] == [3, 3, 4]
    assert [found[2] for found in quoted(html)] == ["one ", "two", " three"]


def test_quotes_in_turns_with_escapes():
    text = json.dumps(
        [{"role": "user", "content": 'He said "no" twice'}, {"role": "assistant", "content": "\u00e9t\u00e9"}]
    )

    html = shown(text, '\\"no\\"', "\\u00e9t")

    assert "".join(found[2] for found in quoted(html)) == '"no"ét'


@pytest.mark.parametrize("view", ["rendered", "source"])
def test_both_views_mark_the_same_words(view):
    assert [found[2] for found in quoted(shown("plain words here", "words", view=view))] == ["words"]


@given(st.text("ab<&\u00e9\U0001f600\n", max_size=12), st.integers(0, 12), st.integers(0, 12))
def test_marks_change_no_words(text, start, end):
    before = Traced.of(text, 5).html

    html = drawn(before, [Highlight("output", start + 5, end + 5)], 5)

    assert words(html) == text
    assert "".join(found[2] for found in quoted(html)) == (text[start:end] if start < end else "")
