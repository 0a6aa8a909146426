"""Quotes drawn into a text whose words carry their places: formatted, turn by turn, as a table or a tree."""

import re
from html import escape, unescape

from evalhub.lib.traced import Html

_PIECE = re.compile(r'<span data-at="(\d+)"(?: data-to="(\d+)")?>(.*?)</span>', re.DOTALL)


def drawn(html, highlights, start):
    """The HTML of `Traced.html` or of Markdown with the exact_text.Highlights marked in it, as in the exact view.

    A highlight that begins before `start`, where the text does, has its anchor elsewhere.
    """
    pieces = [_Piece(*found.groups()) for found in _PIECE.finditer(html)]
    touched = {
        mark: [each for each in pieces if each.start < mark.end and mark.start < each.end] for mark in highlights
    }
    touched = {mark: each for mark, each in touched.items() if each}
    if not touched:
        return html
    left = iter(pieces)
    return Html(_PIECE.sub(lambda _found: "".join(_runs(next(left), touched, start)), html))


class _Piece:
    """The words of one element; `share` of the stored text belongs to each character, 0 where they stand together."""

    def __init__(self, start, end, inner):
        self.inner = inner
        self.text = unescape(inner)
        self.start = int(start)
        self.end = int(end) if end else self.start + len(self.text)
        is_whole = "<" in inner or (self.end - self.start) % len(self.text)
        self.share = 0 if is_whole else (self.end - self.start) // len(self.text)

    def place(self, offset, rounds_up=0):
        """The character at a stored offset."""
        if offset <= self.start or offset >= self.end or not self.share:
            return 0 if offset <= self.start or (offset < self.end and not rounds_up) else len(self.text)
        return (offset - self.start + rounds_up * (self.share - 1)) // self.share

    def html(self, first, last):
        if (first, last) == (0, len(self.text)):
            start, end, inner = self.start, self.end, self.inner
        else:
            start, end = self.start + first * self.share, self.start + last * self.share
            inner = escape(self.text[first:last])
        to = "" if end - start == last - first else f' data-to="{end}"'
        return f'<span data-at="{start}"{to}>{inner}</span>'


def _runs(piece, touched, start):
    """The HTML of the parts of a piece that the same quotes cover."""
    near = {
        mark: (piece.place(mark.start), piece.place(mark.end, rounds_up=1))
        for mark in touched
        if piece.start < mark.end and mark.start < piece.end
    }
    cuts = sorted({0, len(piece.text), *(place for ends in near.values() for place in ends)})
    for first, last in zip(cuts, cuts[1:], strict=False):
        over = sorted((mark for mark, (a, b) in near.items() if a <= first and last <= b), key=lambda mark: mark.letter)
        html = piece.html(first, last)
        if over:
            opens = [
                m for m in over if m.id != "" and m.start >= start and touched[m][0] is piece and near[m][0] == first
            ]
            anchor = f' id="e{opens[0].id}" tabindex="-1"' if opens else ""
            letters = "".join(dict.fromkeys(m.letter for m in over if touched[m][-1] is piece and near[m][1] == last))
            closes = f' data-letters="{escape(letters)}"' if letters else ""
            html = f'<mark class="evidence hue-{over[0].hue}"{anchor}{closes}>{html}</mark>'
        yield html
