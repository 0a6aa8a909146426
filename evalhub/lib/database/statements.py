"""SQL that the ORM cannot say: one statement per file, in the folder `sql` of the feature that runs it."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path


def of_feature(module_file: str) -> Callable[[str], str]:
    """`load(name)` for a module of a feature's actions, named by its `__file__`: the text of `sql/<name>.sql`."""
    folder = Path(module_file).parents[1] / "sql"

    @cache
    def load(name: str) -> str:
        return (folder / f"{name}.sql").read_text()

    return load


def array(numbers: Sequence[float]) -> str:
    """The text of an array of plain numbers, to be cast: written at once, where the driver would dump each of them."""
    return "{" + str(numbers)[1:-1] + "}"
