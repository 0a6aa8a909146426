"""Export formats: each turns rows into one file, a row at a time.

A format is a subclass of Format with `title`, `extension`, `content_type` and `writer(out, columns)`, whose answer has
`row(row)` and `close()`; `out` takes bytes, `columns` are the Columns in order that a table needs. A row is a mapping,
or its JSON text where Postgres has written that already: most of the time of an export would go into reading and
writing it again.
"""

from dataclasses import dataclass

from evalhub.lib import strict_json
from evalhub.lib.registry import Registry

registry = Registry("export format", package="annotations.exports.formats", instances=True)

GENERATOR = "evalhub exports, version 3"  # raised when the same choices begin to give other columns or keys

WIDE, LONG, TASKS = "wide", "long", "tasks"


@dataclass(frozen=True)
class Column:
    """One column of a table: `labels.verdict` holds the key `verdict` of the object `labels`.

    type: text, number, integer, boolean, time, texts (a list) or json (anything, written as its JSON text).
    """

    name: str
    type: str = "text"

    @property
    def path(self):
        """("labels", "verdict") of `labels.verdict`, ("item_id", "") of `item_id`."""
        name, _, key = self.name.partition(".")
        return name, key


class Format:
    """What formats share; `shape` is what a row is: an annotation or item, one judgement (LONG), a whole item (TASKS).

    `is_packed` files are compressed already.
    """

    shape = WIDE
    is_packed = False


def json_text(row):
    return row if isinstance(row, str) else strict_json.dumps(row)
