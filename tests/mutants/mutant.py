"""One bug: what it is in plain words, the text that brings it about, and the tests that should notice it."""

from dataclasses import dataclass
from pathlib import Path


class DoesNotApply(Exception):
    """The source has changed, so that the bug can no longer be put into it as it is written down."""


@dataclass(frozen=True)
class Mutant:
    """`old` stands exactly once in `file` (a path from the root) and becomes `new`; `tests` are files or folders."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def applied(self, root: Path) -> str:
        """The text of the file with the bug in it."""
        path = root / self.file
        if not path.is_file():
            raise DoesNotApply(f"{self.name}: there is no file {self.file}.")
        text = path.read_text(encoding="utf-8")
        found = text.count(self.old)
        if found != 1:
            raise DoesNotApply(f"{self.name}: {self.file} holds its old text {found} times. Valid: once.")
        return text.replace(self.old, self.new)
