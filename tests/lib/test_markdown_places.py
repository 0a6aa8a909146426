"""The places of formatted words: whatever is drawn cuts the same characters out of the stored text."""

import html
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalhub.lib.markdown import render
from evalhub.lib.traced import Traced

PLACELESS = "link-host", "markdown-note"
WORDS = [
    "plain",
    "words here",
    "é\u0301",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "שלום עולם",
    "日本語",
    "x",
    "42",
    "&",
    "<b>",
    " ",
]
MARKS = [
    "*", "**", "_", "~~", "`", "``", "[", "](https://e.example/)", "<https://e.example/a%20b>", "&amp;", "&#233;",
    "&nbsp;", "\\*", "\\|", "\\", "$x_1*y$", "\\(a\\)", "#", "|", "!",
]  # fmt: skip
STARTS = [
    "", "", "# ", "## ", "- ", "1. ", "> ", "> > ", "    ", "\t", "```", "~~~", "$$", "| a | b\\|c |", "> | a | b |",
    "| - | - |", "> | - | :-: |", "---", "===", "  - ", "- - ", "|",
]  # fmt: skip
LINE = st.tuples(st.sampled_from(STARTS), st.lists(st.sampled_from(WORDS + MARKS), max_size=8).map("".join)).map(
    "".join
)
MARKDOWN = st.lists(LINE, max_size=10).map("\n".join)


class Words(HTMLParser):
    """Every text of a piece of HTML: (text, start, end or None), start None for one without a place."""

    def __init__(self, source):
        super().__init__()
        self.found, self.open = [], []
        self.feed(source)

    def handle_starttag(self, tag, attrs):
        if tag in ("br", "hr"):
            return
        self.open.append(dict(attrs))
        if "data-at" in self.open[-1]:
            end = self.open[-1].get("data-to")
            self.found.append(("", int(self.open[-1]["data-at"]), end and int(end)))

    def handle_endtag(self, tag):
        self.open.pop()

    def handle_data(self, data):
        around = self.open[-1] if self.open else {}
        if "data-at" in around:
            text, start, end = self.found.pop()
            self.found.append((text + data, start, end))
        elif around.get("class") not in PLACELESS:
            self.found.append((data, None, None))


def pieces(source):
    """(text, start, end) of all that `source` is drawn as, start None for what has no place."""
    found = Words(render(Traced.of(source))).found
    return [(text, start, end or (None if start is None else start + len(text))) for text, start, end in found]


def stands_for(text, stored):
    """Whether a stretch of the stored text is drawn as this."""
    if text == stored or text == html.unescape(stored) or "\\" + text == stored:
        return True
    return text == stored.replace("\n", " ") or "%" in stored


@settings(max_examples=400, deadline=None)
@given(MARKDOWN)
def test_every_drawn_word_is_cut_from_its_place(source):
    taken = set()
    for text, start, end in pieces(source):
        if start is not None:
            assert stands_for(text, source[start:end])
            assert taken.isdisjoint(range(start, end))
            taken.update(range(start, end))


@settings(max_examples=200, deadline=None)
@given(MARKDOWN)
def test_every_drawn_word_has_a_place(source):
    assert "".join(text for text, start, _ in pieces(source) if start is None).strip() == ""


@settings(max_examples=100, deadline=None)
@given(MARKDOWN)
def test_a_traced_text_looks_like_any_other(source):
    traced = re.sub(r'</?span( data-(at|to)="\d+")+>', "<>", render(Traced.of(source)))

    assert re.sub("<>|</span>", "", traced) == re.sub("</span>", "", render(source))


@pytest.mark.parametrize(
    ("source", "text", "start", "end"),
    [
        ("a **bold** b", "bold", 4, 8),
        ("> - one\n>   two", "two", 12, 15),
        ("| a | b\\|c |\n|-|-|\n| \\|x | y |", "y", 27, 28),
        ("x &eacute; y", "é", 2, 10),
        ("a \\* b", "*", 2, 4),
        ("`` a`b ``", "a`b", 3, 6),
        ("\U0001f600 *\U0001f468\u200d\U0001f469* c", "\U0001f468\u200d\U0001f469", 3, 6),
        ("```py\n  x = 1\n```", "  x = 1\n", 6, 14),
        ("## Title **b** ##", "b", 11, 12),
        ("<https://e.example/ä>", "https://e.example/ä", 1, 20),
        ("*a \u05e9\u05dc\u05d5\u05dd*", "a \u05e9\u05dc\u05d5\u05dd", 1, 7),
    ],
)
def test_places_in_every_kind_of_markup(source, text, start, end):
    assert (text, start, end) in pieces(source)


def test_places_count_the_stored_text_behind_what_was_replaced():
    shown = (
        Traced.of("a\r\n**b\u202e** c")
        .sub(re.compile("\r\n"), lambda _: "\n")
        .sub(re.compile("\u202e"), lambda _: "[RLO]")
    )

    assert '<strong><span data-at="5">b</span><span data-at="6" data-to="7">[RLO]</span></strong>' in render(shown)
