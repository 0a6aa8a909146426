"""Shapes of public benchmark files, one file each: rows of any format that become a prompt and what is expected."""

from evalhub.lib.registry import Registry

registry = Registry("shape of benchmark files", package=__name__, instances=True)


class UnfitRow(Exception):
    """A row that is not like the first one of its file; the text says what it lacks."""


class Shape:
    """`fits` looks at the first row of a file; then every row goes through `row`. `says` is shown with the file.

    Nothing is lost: what the row has besides keeps its name. Code in a file is text and is not executed.
    """

    title = ""
    says = ""

    def fits(self, values: dict) -> bool:
        raise NotImplementedError

    def row(self, values: dict) -> dict:
        """The columns of a case; UnfitRow where the row lacks something."""
        raise NotImplementedError


def shape_of(values):
    """The Shape that the first row of a file has, or None."""
    return next((shape for shape in registry.values() if shape.fits(values)), None)


def texts(value):
    """The texts of a cell that is a list, or a text with semicolons between them."""
    parts = value if isinstance(value, list) else str(value or "").split(";")
    return [text for part in parts if (text := str(part).strip())]
