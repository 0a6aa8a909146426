"""The tags and filters of the design parts: hostile names stay text, states look alike, nothing is shown for None."""

from datetime import timedelta

import pytest
from django.template import engines
from django.template.loader import render_to_string
from django.utils import timezone

from evalhub.design import samples
from evalhub.templatetags.json_marks import marked_json

HOSTILE = '"><script>alert(1)</script>'


def render(source, **context):
    return engines["django"].from_string("{% load components %}" + source).render(context)


@pytest.mark.parametrize(
    ("code", "words", "tone"),
    [("ACTIVE", "Active", "positive"), ("active", "Active", "positive"), ("odd_state", "Odd state", "")],
)
def test_a_state_looks_the_same_in_any_case(code, words, tone):
    chip = render("{% state code %}", code=code)

    assert f'class="chip {tone}"' in chip and words in chip


def test_a_hostile_name_stays_text():
    page = render("{% avatar name kind='llm' simulated=True %}", name=HOSTILE)

    assert "<script>" not in page and "Simulated" in page and "<rect" in page


def test_a_hostile_title_stays_text_in_blocks():
    page = render("{% dialog id='d' title=title %}{{ text }}{% enddialog %}", title=HOSTILE, text="<b>")

    assert "<script>" not in page and "&lt;b&gt;" in page and 'aria-labelledby="d-title"' in page


def test_a_menu_without_a_label_names_its_button():
    page = render("{% menu %}<a href='/x'>Edit</a>{% endmenu %}")

    assert '<span class="visually-hidden">More</span>' in page and "<a href='/x'>Edit</a>" in page


@pytest.mark.parametrize("name", ["coefficient", "counted", "share", "dollars", "bytes_read", "duration"])
def test_filters_print_nothing_for_none(name):
    assert render("{{ value|" + name + " }}", value=None) == ""


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(12, "12 s"), (200, "3 min 20 s"), (1230, "20 min"), (7500, "2 h 5 min"), (7200, "2 h"), (345600, "4 days")],
)
def test_durations_use_at_most_two_units(seconds, words):
    assert render("{{ value|duration }}", value=seconds) == words


@pytest.mark.parametrize(("cost", "words"), [(0.0021, "$0.0021"), (4.1234, "$4.12"), (0, "$0"), (1234.5, "$1,234.50")])
def test_money_has_four_digits_under_one_dollar(cost, words):
    assert render("{{ value|dollars }}", value=cost) == words


@pytest.mark.parametrize(
    ("ago", "words"),
    [(timedelta(seconds=4), "just now"), (timedelta(minutes=3), "3 min ago"), (timedelta(days=1), "1 day ago")],
)
def test_times_are_relative_with_the_exact_time_on_hover(ago, words):
    moment = timezone.now() - ago

    page = render("{% when moment %}", moment=moment)

    assert words in page and f'title="{moment:%Y-%m-%d %H:%M:%S} UTC"' in page


def test_a_time_that_has_not_come_says_so():
    assert render("{% when moment none='not yet' %}", moment=None) == "not yet"


def test_json_is_marked_and_escaped():
    page = marked_json({"a<": ['x"y', -2.5, True, None]})

    assert '<span class="k">&quot;a&lt;&quot;</span>' in page
    assert '<span class="s">&quot;x\\&quot;y&quot;</span>' in page
    assert '<span class="n">-2.5</span>' in page and '<span class="l">null</span>' in page


def test_the_error_page_needs_no_context():
    page = render_to_string("500.html")

    assert "Server error" in page and "style=" not in page


def test_an_error_says_what_it_is_as_page_and_as_fragment():
    error = type("E", (), {"status": 409, "code": "slot_taken", "message": "Someone else took <it>."})()

    page, fragment = (render_to_string(name, {"error": error}) for name in ("error.html", "error.html#fragment"))

    assert "Conflict with the current state" in page and "Someone else took &lt;it&gt;." in page
    assert 'role="alert"' in fragment and "<html" not in fragment


@pytest.mark.parametrize("name", ["base.html", "workbench.html", "bare.html"])
def test_frames_hold_no_inline_script_or_style(name):
    page = render_to_string(name)

    assert "<style" not in page and " style=" not in page and " onclick" not in page and "<script>" not in page
    assert 'href="#content"' in page or name == "bare.html"


def test_the_living_page_shows_every_part():
    page = render_to_string("design/design.html", samples())

    assert page.count('class="chart-svg') == 9
    assert "style=" not in page and "not a &lt;mistake&gt;" in page
