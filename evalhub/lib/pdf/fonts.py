"""Fonts that write any text into a PDF: what a document says decides which of them are put into it.

Latin, Greek, Cyrillic, Arabic, Hebrew, Thai, Devanagari and Georgian come from FiraGO, signs from Noto Symbols, and
Chinese, Japanese and Korean from Noto Sans, of which only the characters in use are cut out: those files are large.
"""

import io
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from unicodedata import category

REGULAR, BOLD = "", "B"
# Names of pymupdf_fonts.
_WHOLE = {"base": {REGULAR: "figo", BOLD: "figbo"}, "signs": {REGULAR: "symbol2"}, "mathematics": {REGULAR: "math"}}
_CUT = {"sc": "SC", "jp": "JP", "kr": "KR", "tc": "TC"}
_CUT_PACKAGE, _CUT_WEIGHT = "justmytype_intl_cjk", 400
_DROPPED = ["GSUB", "GPOS", "GDEF", "BASE", "HVAR", "VVAR", "MVAR", "STAT", "vhea", "vmtx", "VORG", "DSIG"]
_WITHOUT_FORM = {"Cc", "Cf", "Zs", "Zl", "Zp"}
_JAPANESE = range(0x3040, 0x3100)  # the syllables: with them in a text, its ideographs are drawn as Japan draws them


@dataclass(frozen=True)
class Font:
    """`content` is the file of a TrueType font, of which the document embeds what it uses."""

    family: str
    style: str
    content: bytes


@dataclass(frozen=True)
class FontsInUse:
    """The fonts of a document, its plain one first, and the characters that none of them can draw."""

    fonts: tuple
    missing: str

    @property
    def families(self):
        return list(dict.fromkeys(font.family for font in self.fonts))


def fonts_for(text):
    """The FontsInUse of everything that a document says; up to a second for a script that needs a font cut."""
    left = {character for character in set(text) if category(character) not in _WITHOUT_FORM}
    fonts = []
    for family, styles in _WHOLE.items():
        covered = left & _characters(styles[REGULAR])
        if covered or family == "base":
            fonts += [Font(family, style, _content(name)) for style, name in styles.items()]
            left -= covered
    order = sorted(_CUT, key=lambda family: family != "jp") if any(ord(each) in _JAPANESE for each in left) else _CUT
    for family in order:
        if not left:
            break
        content, covered = _cut(family, left)
        if covered:
            fonts.append(Font(family, REGULAR, content))
            left -= covered
    return FontsInUse(tuple(fonts), "".join(sorted(left)))


@cache
def _content(name):
    return import_module("pymupdf_fonts").myfont(name)


@cache
def _characters(name):
    from fontTools.ttLib import TTFont

    with TTFont(io.BytesIO(_content(name)), lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap()))


def _cut(family, wanted):
    """(a font of those wanted characters that the file has, these characters); none without the package."""
    from fontTools import subset
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    path = _path(_CUT[family])
    if path is None:
        return b"", set()
    with TTFont(path, lazy=True) as font:
        covered = wanted & set(map(chr, font.getBestCmap()))
        if not covered:
            return b"", set()
        options = subset.Options(layout_features=[], notdef_outline=True)
        options.drop_tables += _DROPPED
        cutting = subset.Subsetter(options)
        cutting.populate(text="".join(covered))
        cutting.subset(font)
        instancer.instantiateVariableFont(font, {"wght": _CUT_WEIGHT}, inplace=True)
        content = io.BytesIO()
        font.save(content)
    return content.getvalue(), covered


def _path(region):
    try:
        package = import_module(_CUT_PACKAGE)
    except ImportError:
        return None
    path = Path(package.__file__).parent / "fonts" / "ofl" / f"notosans{region.lower()}" / f"NotoSans{region}[wght].ttf"
    return path if path.is_file() else None
