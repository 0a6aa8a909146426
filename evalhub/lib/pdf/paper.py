"""Paper for PDF documents in any script: headings, paragraphs, quotes and tables, each line in its own direction.

It is imported where a document is made, not before: the library behind it takes long to load.
"""

import tempfile
from pathlib import Path
from unicodedata import bidirectional, category

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from evalhub.lib.pdf.fonts import BOLD, REGULAR, fonts_for

MARGIN, LINE, SIZE = 20, 5.2, 10
MOST_CHARACTERS = 150_000
GREY, BLACK, FAINT = (95, 95, 105), (20, 20, 25), (205, 205, 212)
STANDS_IN = "?"
_JOINERS = "\u200c\u200d"  # they change how their neighbours are written
_NEXT = {"new_x": XPos.LMARGIN, "new_y": YPos.NEXT}


class Paper(FPDF):
    """A4 sheets. `words` is everything that will be written: it decides the fonts, and what `missing` holds.

    `mark` stands on top of every sheet, `foot` at its bottom beside the number of the sheet. Used in a `with`, which
    closes the files of its fonts.
    """

    def __init__(self, *, words, title, mark="", foot="", language="en"):
        super().__init__(format="A4")
        self.mark, self.foot = mark, foot
        self._written = 0
        self._folder = tempfile.TemporaryDirectory()
        self._use_fonts(fonts_for(f"{words}{title}{mark}{foot}0123456789{STANDS_IN}"))
        self.set_title(title)
        self.set_lang(language)
        self.set_margins(MARGIN, MARGIN)
        self.set_auto_page_break(True, MARGIN)
        self.add_page()

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        for font in self.fonts.values():
            font.ttfont.close()
        self._folder.cleanup()

    @property
    def is_full(self):
        """Whether so much was written that more would take many seconds."""
        return self._written > MOST_CHARACTERS

    def header(self):
        if self.mark:
            self.set_y(10)
            self._face(8, colour=GREY)
            self._lines(self.plain(self.mark), 0, 5, align="R")
        self.set_y(MARGIN)

    def footer(self):
        self.set_y(-13)
        self._face(8, colour=GREY)
        self._lines(self.plain(f"{self.foot[:90]}  {self.page_no()}"), 0, 5, align="C")

    def heading(self, text, size=13):
        self.ln(4)
        if self.will_page_break(30):
            self.add_page()
        self._face(size, BOLD)
        self._write(text, size * 0.52)
        self.ln(1.5)

    def paragraph(self, text, *, size=SIZE, bold=False, grey=False, indent=0):
        """The lines of a text, each from the side where its script begins."""
        self._face(size, BOLD if bold else REGULAR, GREY if grey else BLACK)
        self._write(text, size * LINE / SIZE, indent)

    def quote(self, text, source=""):
        """A passage beside a line, and where it stands."""
        top, page = self.get_y(), self.page_no()
        self.paragraph(text, size=9, indent=5)
        if source:
            self.paragraph(source, size=7.5, grey=True, indent=5)
        if self.page_no() == page:
            self.set_draw_color(*FAINT)
            self.set_line_width(0.6)
            self.line(self.l_margin + 2, top + 0.6, self.l_margin + 2, self.get_y() - 0.6)
        self.ln(1)

    def facts(self, pairs, *, width=46):
        """Names and values in two columns."""
        for name, value in pairs:
            height = max(self._height(name, width), self._height(value, self.epw - width))
            if self.will_page_break(min(height, 60)):
                self.add_page()
            top, page = self.get_y(), self.page_no()
            self._face(9, colour=GREY)
            self._lines(self.plain(name), width - 3, LINE - 0.4, align="L")
            left_end = self.get_y() if self.page_no() == page else top
            self.set_xy(self.l_margin + width, top)
            self._face(9.5)
            self._lines(self.plain(value), self.epw - width, LINE - 0.2)
            if self.page_no() == page:
                self.set_y(max(self.get_y(), left_end) + 0.8)

    def plain(self, text):
        """What can be written of a text: blanks as blanks, no controls, a sign in the place of what no font has."""
        return "".join(self._shown(character) for character in str(text))

    def _shown(self, character):
        kind = category(character)
        if character == "\n" or kind in ("Zl", "Zp"):
            return "\n"
        if kind == "Zs" or character == "\t":
            return " "
        if kind in ("Cc", "Cf"):
            return character if character in _JOINERS else ""
        return STANDS_IN if character in self.missing else character

    def _use_fonts(self, found):
        self.missing = found.missing
        for font in found.fonts:
            path = Path(self._folder.name, f"{font.family}{font.style}.ttf")
            path.write_bytes(font.content)
            self.add_font(font.family, font.style, path)
        self.set_fallback_fonts(found.families[1:], exact_match=False)

    def _face(self, size, style=REGULAR, colour=BLACK):
        self.set_font("base", style, size)
        self.set_text_color(*colour)

    def _write(self, text, height, indent=0):
        self._written += len(str(text))
        for line in self.plain(text).split("\n"):
            self.set_x(self.l_margin + indent)
            if line.strip():
                self._lines(line, self.epw - indent, height)
            else:
                self.ln(height / 2)

    def _height(self, text, width):
        self._face(9.5)
        return self._lines(self.plain(text), width, LINE, dry_run=True, output="HEIGHT")

    def _lines(self, text, width, height, **options):
        """Letters are joined and put in order only where a script asks for it: that takes twenty times as long."""
        before, self.text_shaping = self.text_shaping, None  # a sheet may end in the middle of other lines
        self.set_text_shaping(_is_shaped(text))
        try:
            return self.multi_cell(width, height, text, **{"align": _side(text)} | _NEXT | options)
        finally:
            self.text_shaping = before


def _is_shaped(text):
    """Whether letters of the text run from right to left, take marks, or belong to a script of southern Asia."""
    return any(
        bidirectional(each) in ("R", "AL") or category(each)[0] == "M" or "\u0900" <= each < "\u1100" for each in text
    )


def _side(text):
    """Right for a text whose first letter is of a script that runs from right to left."""
    for character in text:
        direction = bidirectional(character)
        if direction in ("L", "R", "AL"):
            return "L" if direction == "L" else "R"
    return "L"
