"""Evidence drawn into a text: the text cut where quotes begin and end."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Quote:
    """A quote found in a text: code-point offsets, and how it is drawn (a letter and one of eight hues)."""

    id: int
    start: int
    end: int
    letter: str
    hue: int


@dataclass(frozen=True)
class Piece:
    """A run of text that lies in the same quotes. `hue` is the first one's, 0 outside.

    `opens` are the quotes that begin here; `closes` those that end here, one for each letter.
    """

    text: str
    hue: int
    opens: tuple
    closes: tuple


def pieces(text, quotes):
    """The text as Pieces in order; their texts joined are the text, whatever the quotes overlap.

    Quotes with offsets outside of the text are left out: they were found in another version of it.
    """
    inside = [quote for quote in quotes if 0 <= quote.start < quote.end <= len(text)]
    cuts = sorted({0, len(text), *(quote.start for quote in inside), *(quote.end for quote in inside)})
    return [_piece(text, start, end, inside) for start, end in zip(cuts, cuts[1:], strict=False)]


def _piece(text, start, end, quotes):
    over = sorted((quote for quote in quotes if quote.start <= start and end <= quote.end), key=lambda q: q.letter)
    ending = {quote.letter: quote for quote in over if quote.end == end}
    return Piece(
        text=text[start:end], hue=over[0].hue if over else 0, closes=tuple(ending.values()),
        opens=tuple(quote for quote in over if quote.start == start),
    )
