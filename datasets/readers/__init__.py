"""Readers of uploaded files, one file per format: rows out, every error with its row, constant memory."""

from dataclasses import dataclass, field
from pathlib import PurePath

from datasets.limits import Limits
from datasets.row_errors import worded
from evalhub.lib.errors import UnsupportedMedia
from evalhub.lib.registry import Registry
from evalhub.lib.translation import gettext as _

registry = Registry("file format", package=__name__)

SPREADSHEETS = ("xlsx", "xls", "xlsm", "ods")
PREVIEW_ROWS = 1_000
PREVIEW_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True)
class Preview:
    """The first rows of a file: [Column] as far as they show, [Row], and {row, column, reason} errors among them.

    `wrapper` is the key under which a JSON file has them, `shape` the Shape of a public benchmark, or None,
    `unused` {name: why} of columns that no row has.
    """

    columns: list
    rows: list
    errors: list
    wrapper: str = ""
    shape: object = None
    unused: dict = field(default_factory=dict)


def open_reader(path, *, file_format, limits=None):
    """An unread Reader of the file at `path`; UnknownKey names the valid formats."""
    return registry[file_format].for_file(path)(path, limits=limits or Limits())


def preview(path, *, file_format, limits=None, rows=PREVIEW_ROWS):
    """What the first `rows` good rows look like, fewer of very long ones: for the mapping and for a first look."""
    reader = open_reader(path, file_format=file_format, limits=limits)
    found = []
    for row in reader:
        found.append(row)
        if len(found) == rows or (reader.progress_unit == "bytes" and reader.done > PREVIEW_BYTES):
            break
    return Preview(
        reader.columns(), found, worded(reader.errors.as_json()), reader.wrapper, reader.shape, reader.unused
    )


def format_of(file_name):
    """The format that the extension of an uploaded file's name stands for; UnsupportedMedia lists the extensions."""
    extension = PurePath(file_name).suffix.lower().removeprefix(".")
    for key, reader in registry.items():
        if extension in reader.extensions:
            return key
    valid = ", ".join(f".{extension}" for reader in registry.values() for extension in reader.extensions)
    if extension in SPREADSHEETS:
        text = _("Excel files cannot be read. Save the sheet as CSV UTF-8 (File, Save as) and upload the CSV file.")
    elif extension:
        text = _("Files named *.%(extension)s cannot be read. Valid: %(valid)s.")
        text = text % {"extension": extension[:20], "valid": valid}
    else:
        text = _("The file name has no extension. Valid: %(valid)s.") % {"valid": valid}
    raise UnsupportedMedia(text, code="unknown_file_format")
