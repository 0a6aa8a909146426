"""What every content kind answers: whether a text is of its kind, and what its template draws."""

from dataclasses import dataclass, replace

from annotations.content import marks
from evalhub.lib import traced
from evalhub.lib.errors import InvalidInput


@dataclass(frozen=True)
class Given:
    """One text of an item as kinds get it.

    `text` is what is stored and what quotes are looked up in; `value` the JSON value it was made of, the text itself
    for texts. `anchor` is the start of the ids that the kind may give to its elements. `is_judged` is False for an
    input when there is an answer to judge. `room` is about how many characters the page has room for. `format` is that
    of the file which the text was read from: one of the kinds' `file_formats`, or text; empty for a text that is none.
    `highlights` are the exact_text.Highlights of this text.
    """

    field: str
    text: str
    value: object
    anchor: str = "turn"
    is_judged: bool = True
    room: int = 20_000
    format: str = ""
    heading: int = 3
    highlights: tuple = ()

    @property
    def name(self):
        """`code` of `input.code`."""
        return self.field.rpartition(".")[2]


class ContentKind:
    """Base of the content kinds. Kinds are asked by `order`, lowest first; the first that reads a text draws it."""

    template = ""
    more = ""  # the template of a part that is fetched later, when it is not the same
    order = 100
    is_exact = False  # whether a file is drawn as it stands, so that the exact view shows no more
    file_formats = {}  # {ending of a file, or format that its directory declares: `Given.format`}

    def read(self, given):
        """The Given read as this kind (any object but None), or None when it is not of this kind. Never raises."""
        raise NotImplementedError

    def messages(self, given):
        """The messages of a text that is a conversation, each with `role` and `text`; None for all else, as here."""

    def draw(self, given, found, at=""):
        """What the template shows as `content`, from `at` on; `found` is what `read` returned.

        A content has `rest`: what to pass as `at` for the part that was left out, "" when nothing was. InvalidInput
        for an `at` that the kind did not hand out.
        """
        raise NotImplementedError


def marked(given, shown, html=None):
    """The MarkedText of a stretch of the text, with its highlights; `html` where it is not shown as it is."""
    text = traced.marked(given.field, shown, given.text, html)
    if not given.highlights or not text.attributes:
        return text
    return replace(text, html=marks.drawn(text.html, given.highlights, text.start))


def offset(at, total):
    """`at` as a place in something of `total` parts; 0 for an empty one."""
    index = int(at) if at.isascii() and at.isdigit() and len(at) < 12 else 0 if not at else -1
    if not 0 <= index <= total:
        raise InvalidInput(f"There is no part {at[:40]!r} of this text. Valid: 0 to {total}.")
    return index
