"""SQL that the ORM cannot say, one statement per file."""

from functools import cache
from pathlib import Path


@cache
def load(name):
    """The text of `<name>.sql` beside this module."""
    return (Path(__file__).parent / f"{name}.sql").read_text()


def array(numbers):
    """The text of an array of plain numbers, to be cast: written at once, where the driver would dump each of them."""
    return "{" + str(numbers)[1:-1] + "}"
