"""One row of evidence: which columns it has, and what may stand in them."""

from dataclasses import dataclass, field

from annotations.labels.reading import unstorable
from datasets.row_errors import shown
from evalhub.lib.translation import gettext as _
from experiments.studies.settings import VIEWS

LONGEST_TITLE = 500
LONGEST_URL = 2000
LONGEST_TEXT = 1_000_000
CONTENT = "raw_content"
VIEW_COLUMNS = {f"{view}_content": view for view in VIEWS}
COLUMNS = ("title", "url", CONTENT, *VIEW_COLUMNS)


@dataclass(frozen=True)
class EvidenceRow:
    """A row that may be stored; `views` is {view: text} of the views that came with it."""

    title: str
    url: str
    raw_content: str
    views: dict = field(default_factory=dict)


class BadCell(Exception):
    """A row that may not be stored: the column and the reason."""

    def __init__(self, column, reason):
        super().__init__(reason)
        self.column = column
        self.reason = reason


def read(values):
    """The EvidenceRow of {column: value}; BadCell for the first mistake. Other columns are not looked at."""
    given = {name: _text(name, values.get(name)) for name in COLUMNS}
    if not given[CONTENT].strip():
        raise BadCell(CONTENT, _("The evidence has no text."))
    if len(given["title"]) > LONGEST_TITLE or len(given["title"].splitlines()) > 1:
        text = _("The title has %(n)s characters or several lines. Valid: one line of at most %(most)s.")
        raise BadCell("title", text % {"n": f"{len(given['title']):,}", "most": LONGEST_TITLE})
    if given["url"] and not _is_address(given["url"]):
        text = _("The address is %(url)s. Valid: http:// or https:// and a host, at most %(most)s characters.")
        raise BadCell("url", text % {"url": shown(given["url"]), "most": LONGEST_URL})
    views = {view: given[name] for name, view in VIEW_COLUMNS.items() if given[name].strip()}
    return EvidenceRow(title=given["title"].strip(), url=given["url"], raw_content=given[CONTENT], views=views)


def _text(name, value):
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadCell(name, _("The value is %(value)s. Valid: a text.") % {"value": shown(value)})
    if unstorable(value):
        raise BadCell(name, _("The text contains a NUL character or half of a character."))
    if len(value) > LONGEST_TEXT:
        text = _("The text has %(n)s characters. Valid: at most %(most)s.")
        raise BadCell(name, text % {"n": f"{len(value):,}", "most": f"{LONGEST_TEXT:,}"})
    return value


def _is_address(url):
    scheme, separator, rest = url.partition("://")
    is_web = scheme.lower() in ("http", "https") and bool(separator)
    return is_web and len(url) <= LONGEST_URL and url.isprintable() and " " not in url and rest.split("/")[0] != ""
