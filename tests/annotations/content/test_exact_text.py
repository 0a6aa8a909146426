"""The exact text: every character, in lines and runs, whatever is marked in it."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotations.content import Highlight
from annotations.content.exact_text import exact
from tests.annotations.content.items import make_item, placed

TEXTS = st.text(st.sampled_from("ab<&\"' \n\r\t\u2028\x0b\x1c\u202e\u200b\U000e0041שé👍"), max_size=40)


class Exact(HTMLParser):
    """The text content of the elements of class `exact`, by their data-field."""

    def __init__(self, html):
        super().__init__()
        self.found, self.depth, self.field = {}, 0, None
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if "exact" in (attrs.get("class") or "").split():
            self.field, self.depth = attrs["data-field"], 0
            self.found[self.field] = ""
        if self.field:
            self.depth += 1

    def handle_endtag(self, tag):
        if self.field:
            self.depth -= 1
            self.field = self.field if self.depth else None

    def handle_data(self, data):
        if self.field:
            self.found[self.field] += data


def joined(found):
    return "".join(run.text for line in found.lines for run in line)


@given(TEXTS, st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=4))
def test_the_runs_are_the_text_and_the_marks_are_exact(text, spans):
    marks = [Highlight("output", start, end, letter="abcd"[place]) for place, (start, end) in enumerate(spans)]

    found = exact("output", text, highlights=marks)

    assert joined(found) == text
    at, marked = 0, set()
    for line in found.lines:
        for run in line:
            marked |= set(range(at, at + len(run.text))) if run.hue else set()
            at += len(run.text)
    valid = [mark for mark in marks if mark.start < mark.end <= len(text)]
    assert marked == {place for mark in valid for place in range(mark.start, mark.end)}
    assert sum(len(run.opens) for line in found.lines for run in line) == len(valid)


def test_a_line_ends_at_its_line_feed_only_and_the_page_holds_the_text_and_nothing_else():
    found = exact("output", "a\r\nb\u2028c\x0bd\n\ne")
    assert ["".join(run.text for run in line) for line in found.lines] == ["a\r\n", "b\u2028c\x0bd\n", "\n", "e"]

    text = '\n  <b>"x"</b> &amp; \u202eשלום\r\n\ttail \n'
    html = placed(make_item({"q": "Q"}, text), view="source", highlights=[Highlight("output", 3, 6, id=5, letter="A")])
    assert Exact(html).found == {"input.q": "Q", "output": text}
    assert re.search(r'<mark class="evidence hue-1" id="e5" tabindex="-1" data-letters="A">&lt;b&gt;</mark>', html)
    assert 'data-name="U+202E"' in html
    assert "&#13;\n" in html  # else a browser would leave the return out


def test_a_long_text_goes_on_where_it_was_cut_and_a_mark_across_a_cut_is_drawn_on_both_sides():
    text = "word " * 50_000
    first = exact("output", text)
    second = exact("output", text, start=int(first.rest))
    assert (first.start, first.end, second.start) == (0, 100_000, 100_000)
    assert joined(first) + joined(second) + joined(exact("output", text, start=int(second.rest))) == text

    mark = Highlight("output", 4, 8, letter="A")
    first = exact("output", "0123456789", highlights=[mark], room=6)
    second = exact("output", "0123456789", start=6, highlights=[mark])
    assert [run.text for run in first.lines[0] if run.hue] == ["45"]
    assert [run.text for run in second.lines[0] if run.hue] == ["67"]


@pytest.mark.parametrize("piece", ["\n", "x\n", "\u202e\u200b", "a\u202e\n"])
def test_lines_and_hidden_characters_take_more_room(piece):
    text = piece * 8_000

    parts, at = [], 0
    while not parts or parts[-1].rest:
        parts.append(exact("output", text, start=at))
        at = parts[-1].end

    assert "".join(map(joined, parts)) == text and len(parts) > 1
    assert all(sum(map(len, part.lines)) < 7_000 for part in parts)


def test_marks_of_another_version_of_the_text_are_left_out():
    assert [run.hue for run in exact("output", "abc", highlights=[Highlight("output", 1, 9)]).lines[0]] == [0]
