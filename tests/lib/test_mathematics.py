"""Formulas in Markdown: left as they were written, whatever their signs would mean elsewhere."""

import re
import time
from html import unescape

import pytest

from evalhub.lib.markdown import render


def text_of(html):
    return unescape(re.sub(r"<[^>]+>", "", html)).strip()


@pytest.mark.parametrize(
    "formula",
    [
        "$x_1*y_2*z$",
        "$x^2$",
        r"$\{a\}$",
        "$$a_1 * b_1 * c$$",
        r"\(a_1 * b_2 * c\)",
        r"\[x_i\]",
        r"$\text{a\$b}$",
        "$$\na_1\n- b\n= c\n# d\n$$",
        "\\[\n\\frac{a_1}{b_1}\n\\]",
        r"\(a < b\)",
    ],
)
def test_a_formula_is_text(formula):
    html = render(f"before *now*\n\n{formula}\n\nafter *then*")

    assert formula in text_of(html)
    assert html.count("<em>") == 2


def test_money_code_and_escapes_are_no_formula_and_html_is_text():
    assert "<em>maybe</em>" in render("It costs $5 and *maybe* $6.")
    assert "<em>b</em>" in render("$a *b* $")

    assert "<em>x</em>" in render("$$\nnever closed *x*")
    assert "<em>x</em>" in render(r"\(never closed *x*")

    assert text_of(render(r"\$5 *a* \$6")) == "$5 a $6"

    assert "<code>$a$</code>" in render("`$a$`")

    html = render("$$\n<script>alert(1)</script>\n$$\n\n$<img src=x>$")
    assert "<script" not in html and "<img" not in html


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["$", "$a", "$$", r"\(", r"\[", "$$\n", "\\[\n", "$$a\n", r"\(\)", "> $$\n"])
def test_the_worst_text_takes_bounded_time(piece):
    started = time.process_time()

    render((piece * 25_000)[:25_000])

    assert time.process_time() - started < 5
