"""A whole item: views, answers in the reader's order, fields, marks, and the size of its page."""

import re
import time

import pytest

from annotations import content
from annotations.content import panes
from evalhub.lib.errors import NotFound
from tests.annotations.content.items import CONVERSATION, drawn, make_item

SWAPPED = next(seed for seed in range(1, 20) if content.display_order(2, seed) == (1, 0))


def titles(html):
    return [re.sub(r"<[^>]+>", "", found).strip() for found in re.findall(r"<h3[^>]*>(.*?)</h3>", html, re.DOTALL)]


def test_one_answer_is_called_answer_and_values_that_are_no_texts_are_read_as_what_they_are():
    html = drawn(make_item({"question": "Q", "help_article": "H"}, "A"))
    assert titles(html) == ["Question", "Help article", "Answer"]
    assert 'id="answers"' not in html

    html = drawn(make_item({"q": "Q", "table": [{"a": 1}], "empty": "", "n": 3, "none": None}))
    assert re.findall(r'data-field="([^"]+)" data-kind="([^"]+)"', html) == [
        ("input.q", "text"),
        ("input.table", "json"),
        ("input.n", "text"),
    ]


@pytest.mark.parametrize("view", content.VIEWS)
def test_answers_stand_in_the_order_of_the_seed_under_stored_names(view):
    shown = make_item({"question": "Q"}, "first", "second")

    straight = content.pane(shown, view=view)
    swapped = content.pane(shown, view=view, seed=SWAPPED)

    assert [(part.number, part.field) for part in straight.answers] == [(1, "output.1"), (2, "output.2")]
    assert [(part.number, part.field) for part in swapped.answers] == [(1, "output.2"), (2, "output.1")]
    html = drawn(shown, view=view, seed=SWAPPED)
    assert titles(html)[1:] == ["Answer 1", "Answer 2"]
    assert html.index("second") < html.index("first")


def test_an_input_that_is_a_list_is_read_too_and_unknown_views_and_texts_are_refused():
    assert 'data-kind="conversation"' in drawn(make_item([{"role": "user", "content": "Hi"}]))

    with pytest.raises(ValueError, match="no view 'both'"):
        content.pane(make_item({"q": "Q"}), view="both")
    with pytest.raises(NotFound):
        panes.part(make_item({"q": "Q"}), "input.other")


def test_turns_name_the_places_on_the_page_and_a_preview_without_an_item_has_no_links():
    shown = make_item({"conversation": CONVERSATION}, "An answer")
    found = content.turns(shown)
    assert [(turn.number, turn.role) for turn in found][:2] == [(1, "system"), (2, "user")]
    assert found[4].line == "There are 12 boxes left."
    html = drawn(shown)
    assert all(f'id="{turn.anchor}"' in html for turn in found)
    assert content.turns(make_item({"q": "Q"}, "An answer")) == ()

    html = drawn(make_item({"q": "word " * 20_000, "data": list(range(900))}, "one", "two", item_id=None))
    assert "href" not in html and "hx-get" not in html
    assert "of 100,000 characters are shown" in html


@pytest.mark.slow
@pytest.mark.parametrize("view", content.VIEWS)
@pytest.mark.parametrize(
    "text",
    ["word " * 200_000, "x" * 1_000_000, "<b>&" * 250_000, "中文" * 170_000, "x\n" * 500_000, "\n\u202e" * 350_000,
     "[[{" * 300_000],
)  # fmt: skip
def test_the_largest_item_fits_in_a_page(view, text):
    shown = make_item({f"text_{number}": text for number in range(6)}, text, text)
    started = time.process_time()

    html = drawn(shown, view=view)

    assert time.process_time() - started < 8
    assert len(html.encode()) < 2_000_000
    assert html.count("Show the rest") == 8
