"""The files that an item's texts were read from: what each is, and how they lie in their folders."""

from dataclasses import dataclass

from annotations.content.kinds import registry

PLAIN = "text"


@dataclass(frozen=True)
class FileFacts:
    """A file that a text of an item was read from; `name` is the text's key in the item's input.

    `declared` is the format as whoever wrote the file says. A file that `is_missing` has no text.
    """

    name: str
    path: str
    declared: str
    size_bytes: int
    is_missing: bool = False

    @property
    def field(self):
        return f"input.{self.name}"

    @property
    def format(self):
        """One that a content kind knows, or text: as declared, else as the path's ending says."""
        known = {name: format for kind in registry.values() for name, format in kind.file_formats.items()}
        ending = self.path.rpartition(".")[2].lower()
        return known.get(self.declared.strip().lower()) or known.get(ending, PLAIN)


@dataclass(frozen=True)
class ShownFile:
    """A file as it is drawn: `formatted` where that differs from `exact`, both None for one without a text.

    `opens_exact`: which of the two is in view first. `marks` counts the highlights in it.
    """

    facts: FileFacts
    anchor: str
    formatted: object = None
    exact: object = None
    opens_exact: bool = False
    marks: int = 0


@dataclass(frozen=True)
class TreeLine:
    """A line of the tree, files and folders in the order of their paths; a folder has no `file`."""

    name: str
    depth: int
    file: ShownFile | None = None


@dataclass(frozen=True)
class Directory:
    """The files of an item in the order of their paths; `name` is the directory's, which may be empty."""

    name: str
    files: tuple
    lines: tuple

    @property
    def first(self):
        """The anchor of the file to begin with: the first of those with most highlights, else the first."""
        return max(self.files, key=lambda file: file.marks).anchor


def in_order(facts):
    """FileFacts by their paths, each folder's content together."""
    return sorted(facts, key=lambda each: each.path.split("/"))


def tree(files):
    """The TreeLines of ShownFiles that are in order; each folder is named once, before what it holds."""
    lines, seen = [], set()
    for file in files:
        *folders, name = file.facts.path.split("/")
        for depth, folder in enumerate(folders):
            if (above := tuple(folders[: depth + 1])) not in seen:
                seen.add(above)
                lines.append(TreeLine(folder, depth))
        lines.append(TreeLine(name, len(folders), file))
    return tuple(lines)
