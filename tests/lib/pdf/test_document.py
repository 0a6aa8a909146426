"""Documents: the same blocks are the same bytes, in whatever script words are written."""

import pytest

from evalhub.lib import charts
from evalhub.lib.charts import EstimateMark, Series
from evalhub.lib.pdf import document
from tests.lib.pdf.letters import letters_of, streams_of

SCRIPTS = ["שלום עולם", "مرحبا", "नमस्ते", "日本語", "한국어", "Ελλάδα", "Привет", "ไทย", "😀 → ✓", "ß ł ő"]


def made(*blocks, title="Title", language="en"):
    return document.render(title=title, lead="lead", footer="look 1", language=language, blocks=blocks)


def chart():
    points = [EstimateMark(f"n {n}", 0.1, 0.0, 0.2, n=n) for n in (10, 20)]
    return charts.lines([Series(points, name="safe", says="bounds")], title="t", finding="f")


def test_the_same_blocks_are_the_same_bytes():
    blocks = [
        document.heading("Head"),
        document.verdict("Ship it.", "p = 0.01", "positive"),
        document.checks([("Size", "enough", "passed", "positive")]),
        document.facts([("Notes", "First line.\nSecond line.")]),
        document.table(["a", "b"], [["1", "2"], ["3", "4"]]),
        document.paragraph("Words.", is_muted=True),
        document.chart(chart()),
        document.chart(chart(), is_grey=True),
    ]
    first = made(*blocks)

    assert first.startswith(b"%PDF-") and first == made(*blocks)
    assert b"CreationDate" not in first and not any(b"CreationDate" in each for each in streams_of(first))
    assert b"/Subtype/Image" not in first.replace(b" ", b"")  # the drawing is of lines and letters
    assert first != made(*blocks, title="Another")


@pytest.mark.parametrize("words", SCRIPTS)
def test_every_script_has_its_letters(words):
    assert set(words) - {" "} <= letters_of(made(document.paragraph(words), document.facts([(words, words)])))


def test_words_are_no_markup():
    words = "#panic() *b* _i_ `c` $x$ <a> @b https://example.com // c"

    assert set(words) <= letters_of(made(document.paragraph(words), title=words)) | {" "}


@pytest.mark.parametrize("blocks", [(), (document.facts([]),), (document.table(["a"], []),), (document.paragraph(""),)])
def test_nothing_is_a_document_too(blocks):
    assert made(*blocks, title="").startswith(b"%PDF-")


def test_a_long_word_may_break():
    block = document.paragraph("x" * 100)

    assert block["words"]["words"].count(document.MAY_BREAK) == 3
