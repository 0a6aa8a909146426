"""Formatted texts: pages of long ones, directions, and what must never come through."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotations.content.kinds import text as texts
from annotations.content.kinds.base import Given
from evalhub.lib.errors import InvalidInput
from evalhub.lib.traced import Traced
from tests.annotations.content.items import drawn, make_item


def formatted(text, at=""):
    return texts.formatted(Given("output", text, text), Traced.of(text), at)


def test_text_is_formatted_and_directions_and_overrides_are_visible_and_a_code_block_across_two_pages_stays_code():
    html = drawn(make_item({"q": "**Why** [here](https://e.example/a)? ![x](https://e.example/i.png) <b>raw</b>"}))
    assert "<strong>Why</strong>" in html and "(e.example)" in html
    assert "<img" not in html and "&lt;b&gt;raw" in html

    html = drawn(make_item({"q": "שלום עולם\n\nHello\n\n> مرحبا"}))
    assert html.count('<p dir="auto">') == 2 and '<blockquote dir="auto">' in html

    assert "abc⟦U+202E⟧def" in drawn(make_item({"q": "abc\u202edef"}))

    text = "```python\n" + "a * b * c\n" * 3_000 + "```\n\nthe *end*"
    second = formatted(text, formatted(text).rest)
    assert second.marked.html.startswith("<pre") and ">end</span></em>" in second.marked.html
    assert "a * b * c" in second.marked.html


@pytest.mark.parametrize(
    "evil",
    ["<script>alert(1)</script>", "[x](javascript:alert(1))", "<img src=x onerror=alert(1)>",
     '"><svg onload=alert(1)>', "<a hx-get=/x hx-trigger=load>", "{% load x %}{{ 7 }}"],
)  # fmt: skip
@pytest.mark.parametrize("view", ["rendered", "source"])
def test_hostile_text_is_text(evil, view):
    html = drawn(make_item({evil: evil}, evil), view=view)

    for bad in ("<script", "<img", "<svg", "<a hx", 'href="javascript'):
        assert bad not in html


@pytest.mark.parametrize("piece", ["word " * 50 + "\n\n", "line\n", "x", "```\ncode\n```\n\n", "שלום "])
def test_a_long_text_comes_in_pages_that_make_it_up(piece):
    text = (piece * 60_000)[:60_000]

    pages, at = [], ""
    while at or not pages:
        page = formatted(text, at)
        pages.append((page.start, page.end))
        at = page.rest

    assert pages[0][0] == 0 and pages[-1][1] == len(text)
    assert all(first[1] == second[0] for first, second in zip(pages, pages[1:], strict=False))
    assert 3 <= len(pages) <= 7


def test_a_page_begins_at_a_paragraph():
    text = "\n\n".join(["word " * 100] * 60)

    assert text[: formatted(text).end].endswith("\n\n")


@pytest.mark.parametrize("at", ["-1", "x", "4"])
def test_parts_that_do_not_exist_are_refused(at):
    with pytest.raises(InvalidInput):
        formatted("abc", at)


@settings(max_examples=40)
@given(st.text(max_size=200))
def test_any_text_can_be_drawn(text):
    drawn(make_item({"q": text}, text))
