"""Code and patches: told from prose, drawn line by line as they are."""

import pytest

from tests.annotations.content.items import drawn, make_item

PATCH = "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n"


@pytest.mark.parametrize(
    "input, outputs",
    [({"code": "def f():\n    pass"}, []), ({"q": "Q"}, [PATCH]), ({"q": f"diff --git a b\n{PATCH}"}, []),
     ({"q": "Traceback (most recent call last):\n  File"}, [])],
)  # fmt: skip
def test_code_is_code(input, outputs):
    html = drawn(make_item(input, *outputs))

    assert 'data-kind="code"' in html
    assert '<pre class="code item-code" dir="ltr" tabindex="0"' in html


@pytest.mark.parametrize("text", ["def f(): pass", "--- a list\n- b", "Traceback of the parcel"])
def test_prose_is_text(text):
    assert 'data-kind="code"' not in drawn(make_item({"question": text}))


def test_code_among_prose_is_left_to_its_fences_and_long_code_goes_on_at_a_line_and_long_lines_wrap():
    assert 'data-kind="text"' in drawn(make_item({"code": "Look:\n```\nx\n```"}))

    html = drawn(make_item({"code": "a = 1\n" * 20_000}))
    assert "49,998 of 120,000 characters are shown." in html and "at=49998" in html

    assert "item-code wraps" in drawn(make_item({"log": "prose " * 40}))
    assert "item-code wraps" not in drawn(make_item({"log": "prose\n" * 400}))


def test_what_turns_text_is_visible_in_code():
    assert "⟦U+202E⟧" in drawn(make_item({"code": "if access \u202e == x:"}))
