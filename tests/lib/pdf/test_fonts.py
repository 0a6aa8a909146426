"""Fonts chosen by what a document says."""

import pytest

from evalhub.lib.pdf import fonts
from evalhub.lib.pdf.fonts import fonts_for


@pytest.mark.parametrize(
    "text, families",
    [
        ("plain, Ελληνικά, Русский, العربية, עברית, ไทย", ["base"]),
        ("样本", ["base", "sc"]),
        ("サンプル 標本", ["base", "jp"]),
        ("표본", ["base", "kr"]),
        ("∮", ["base", "mathematics"]),
    ],
)
def test_only_fonts_in_use_are_taken(text, families):
    found = fonts_for(text)

    assert found.families == families and found.missing == ""


def test_ideographs_are_cut_out_of_their_large_font():
    found = fonts_for("样本")

    assert max(len(font.content) for font in found.fonts if font.family == "sc") < 50_000


def test_blanks_and_controls_need_no_font():
    assert fonts_for("a\t\n\u3000\u200d\u202e").missing == ""


def test_without_the_package_its_characters_are_missing(monkeypatch):
    monkeypatch.setattr(fonts, "_CUT_PACKAGE", "absent_package_of_fonts")

    found = fonts_for("a样")

    assert (found.families, found.missing) == (["base"], "样")
