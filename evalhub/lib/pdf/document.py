"""PDF documents made of blocks, by Typst: the same blocks give the same bytes, and nothing is asked of the network.

All words are handed over as data. Letters are those of Noto, which come as packages, so that names and notes of people
are shown in whatever script they are written in; which way words run is told by their first letter.
"""

import functools
import json
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from evalhub.lib import colours
from evalhub.lib.charts import Chart
from evalhub.lib.pdf import drawing, style
from evalhub.lib.pdf.direction import is_rtl

SOURCE = Path(__file__).with_name("document.typ")
WIDTH = 657.0  # pixels between the margins of a page
LETTERS, WIDE = 32, 64  # after which a long word may be broken: anywhere, and where there is room for a hash
COLOUR = re.compile(r'"(#[0-9a-f]{6})"')
FONTS = ("manimgx_fonts", "manimgx_fonts_cjk")
MAY_BREAK = "\N{ZERO WIDTH SPACE}"
COLOURS = ("ink", "ink-muted", "line", "positive", "caution", "negative")
Block = dict[str, Any]


def heading(words: str, level: int = 2) -> Block:
    return {"kind": "heading", "level": level, "words": _text(words)}


def paragraph(words: str, *, is_muted: bool = False) -> Block:
    return {"kind": "paragraph", "words": _text(words), "is_muted": is_muted}


def verdict(sentence: str, numbers: str, tone: str) -> Block:
    """A sentence in a box of its tone: positive, caution or negative."""
    return {"kind": "verdict", "sentence": _text(sentence), "numbers": _text(numbers), "tone": tone}


def facts(rows: Sequence[tuple[str, str]]) -> Block:
    return {"kind": "facts", "rows": [[_text(name), _text(value, WIDE)] for name, value in rows]}


def checks(rows: Sequence[tuple[str, str, str, str]]) -> Block:
    """(what, why, how it is, tone) each."""
    names = ("label", "reason", "state")
    return {
        "kind": "checks",
        "rows": [dict(zip(names, map(_text, words), strict=True)) | {"tone": tone} for *words, tone in rows],
    }


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Block:
    return {"kind": "table", "columns": list(map(_text, columns)), "rows": [list(map(_text, row)) for row in rows]}


def chart(found: Chart, *, is_grey: bool = False) -> Block:
    """The drawing of a page, as vectors in the light theme, with its words; its description is read out."""
    block = {
        "kind": "chart",
        "finding": _text(found.finding),
        "definition": _text(found.definition),
        "note": _text(found.note),
        "description": drawing.description_of(found),
        "drawing": drawing.parts_of(found, WIDTH),
        "legend": [
            {"name": _text(key.label), "value": _text(key.value), "colour": style.of([("rect", {key.hue})], {})["fill"]}
            for key in found.legend
        ],
    }
    return _greyed(block) if is_grey else block


def render(*, title: str, lead: str, footer: str, language: str, blocks: Sequence[Block]) -> bytes:
    """The bytes of the file; `footer` stands beside the number of each page."""
    import typst  # here: it is large, and few requests make a file

    palette = colours.read_tokens()["light"]
    document = {
        "title": _text(title),
        "lead": _text(lead),
        "footer": _text(footer),
        "language": language,
        "colours": {name: colours.as_hex(palette[name]) for name in COLOURS},
        "blocks": list(blocks),
    }
    compiler = typst.Compiler(
        SOURCE.read_bytes(), font_paths=_fonts(), sys_inputs={"document": json.dumps(document, ensure_ascii=False)}
    )
    return cast(bytes, compiler.compile(format="pdf"))


def _greyed(block):
    """With every colour as the grey that is as bright."""
    greys = COLOUR.sub(lambda colour: f'"{colours.grey_of(colour.group(1))}"', json.dumps(block))
    return json.loads(greys)


@functools.cache
def _fonts():
    import typst

    folders = [str(files(package)) for package in FONTS]
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders)


def _text(words, letters=LETTERS):
    long_word = re.compile(rf"\S{{{letters}}}(?=\S)")
    return {"words": long_word.sub(lambda run: run.group() + MAY_BREAK, str(words)), "rtl": is_rtl(str(words))}
