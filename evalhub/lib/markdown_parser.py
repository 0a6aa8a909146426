"""The parser of Markdown, and the words of a text without their marks."""

from urllib.parse import urlsplit

from markdown_it import MarkdownIt

from evalhub.lib.markdown_places import PlacingInline
from evalhub.lib.mathematics import mathematics

MAX_CHARACTERS = 50_000
MAX_NESTING = 24  # the parser drops, without a word, what lies deeper
MAX_URL_LENGTH = 2_000


def make_parser() -> MarkdownIt:
    """CommonMark with tables and strike-through; one line end is one line break, as writers of chats expect.

    Reference links are off: a few thousand references to one long address would make megabytes of a small text.
    """
    parser = MarkdownIt()
    parser.inline = PlacingInline()
    parser.configure("commonmark", {"html": False, "xhtmlOut": False, "breaks": True, "maxNesting": MAX_NESTING})
    parser.enable(["table", "strikethrough"])
    parser.core.ruler.disable("text_join")  # tokens stay as they were parsed, each at its place
    parser.inline.ruler2.disable("fragments_join")
    parser.disable(["image", "reference", "html_block", "html_inline"])
    parser.validateLink = _is_web_address
    parser.use(mathematics)
    return parser


def words(text: str) -> str:
    """The words of a text in one line, without the marks that format them."""
    found = [
        "".join(part.content or " " * part.type.endswith("break") for part in token.children or [token])
        for token in _parser.parse(text[:MAX_CHARACTERS])
        if token.content
    ]
    return " ".join(" ".join(found).split())


def host_of(url: str) -> str:
    """The host an http(s) address leads to, empty for every other address."""
    try:
        parts = urlsplit(url)
        return (parts.hostname or "") if parts.scheme in ("http", "https") else ""
    except ValueError:
        return ""


def _is_web_address(url):
    return len(url) <= MAX_URL_LENGTH and bool(host_of(url))


_parser = make_parser()
