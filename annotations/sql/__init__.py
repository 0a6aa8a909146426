"""SQL that the ORM cannot say, one statement per file."""

from functools import cache
from pathlib import Path


@cache
def load(name):
    """The text of `<name>.sql` beside this module."""
    return (Path(__file__).parent / f"{name}.sql").read_text()
