"""Paper for documents in any script."""

import re
from datetime import UTC, datetime

from evalhub.lib.pdf import paper as pdf_paper
from evalhub.lib.pdf.paper import Paper

ARABIC, CHINESE, HIEROGLYPH = "العينة صغيرة", "样本量足够", "\U00013080"


def fonts_in(paper):
    return set(re.findall(r"/BaseFont /[A-Z]+\+([A-Za-z0-9]+)", bytes(paper.output()).decode("latin-1")))


def test_words_without_a_font_are_told_and_replaced():
    with Paper(words=f"{CHINESE}{HIEROGLYPH}", title="A report") as paper:
        assert paper.missing == HIEROGLYPH
        assert paper.plain(f"a{HIEROGLYPH}b\t\x07\u202e\u3000") == "a?b  "


def test_each_script_brings_its_font():
    with Paper(words=f"{ARABIC} {CHINESE}", title="A report") as paper:
        paper.paragraph(f"{ARABIC} {CHINESE}")

        assert {"FiraGO", "NotoSansSCThin"} <= fonts_in(paper)


def test_latin_alone_carries_no_other_font():
    with Paper(words="plain", title="A report") as paper:
        paper.paragraph("plain", bold=True)

        assert all(name.startswith("FiraGO") for name in fonts_in(paper))


def test_long_document_breaks_over_sheets():
    with Paper(words="abcdefghijklmnopqrstuvwxyz", title="long", mark="Simulated", foot="job") as paper:
        for _ in range(40):
            paper.quote("abc " * 60, "notes.md")
            paper.facts([("name", "value " * 40)])
        paper.facts([("name", "value\n" * 120)])  # longer than a sheet

        paper.set_creation_date(datetime(2026, 1, 1, tzinfo=UTC))
        assert 4 < paper.page_no() < 12 and paper.output().startswith(b"%PDF-")


def test_paper_says_when_it_is_full(monkeypatch):
    monkeypatch.setattr(pdf_paper, "MOST_CHARACTERS", 1_000)
    with Paper(words="word ", title="t") as paper:
        assert not paper.is_full

        paper.paragraph("word " * 201)

        assert paper.is_full


def test_scripts_may_change_from_line_to_line():
    with Paper(words=f"{ARABIC}plain", title="t", mark=ARABIC) as paper:
        paper.paragraph(f"{ARABIC} " * 1_000 + "\nplain")

        assert paper.page_no() > 2 and paper.output().startswith(b"%PDF-")
