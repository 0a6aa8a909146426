"""JSON as a tree that folds: closed below the second level, and what is large is fetched on demand."""

import json
from dataclasses import dataclass

from annotations.content import hidden_characters
from annotations.content.embedded_json import located, parsed, traced
from annotations.content.kinds import registry
from annotations.content.kinds.base import ContentKind, marked
from evalhub.lib.errors import InvalidInput
from evalhub.lib.traced import MarkedText

ROWS = 600  # of one answer of the server
CHILDREN = 100  # of one object or list, before the rest is behind a link
OPEN_LEVELS = 2
OPEN_CHILDREN = 20  # a longer list below the first level is closed
STRING_CHARACTERS = 1_000


@dataclass(frozen=True)
class Row:
    """One line of the tree, in the order of reading.

    `shape`: leaf, open (an object or list begins; `count` children), close, later (its children are fetched from
    `at`), more (`count` further children of the list at hand, from `at`). `type` of a leaf: text, number, truth, null;
    a text is `marked`.
    """

    shape: str
    key: str = ""
    text: str = ""
    type: str = ""
    count: int = 0
    is_open: bool = False
    at: str = ""
    left_out: int = 0
    marked: MarkedText | None = None


@dataclass(frozen=True)
class Tree:
    """`rows` of a value, or of a part of it; `rest` is always empty: what is left out has a row of its own."""

    rows: tuple
    rest: str = ""


@registry.register("json")
class JsonTree(ContentKind):
    template = "annotations/content/json.html"
    more = "annotations/content/json_rows.html"
    order = 20
    file_formats = {"json": "json"}

    def read(self, given):
        return parsed(given.value)

    def draw(self, given, found, at=""):
        path, start = _path_and_start(at)
        value = _at(located(given.text) or found, path)
        walk = _Walk(given)
        if at:
            walk.children(value, path, start, level=OPEN_LEVELS)
        else:
            walk.value("", value, path, level=0)
        return Tree(tuple(walk.rows))


class _Walk:
    """Writes the rows of a value until there are enough of them."""

    def __init__(self, given):
        self.given = given
        self.rows = []

    def value(self, key, value, path, level):
        if not isinstance(value, dict | list):
            self.rows.append(self.leaf(key, value))
            return
        bracket = "{}" if isinstance(value, dict) else "[]"
        common = {"key": hidden_characters.made_visible(key), "text": bracket, "count": len(value)}
        if not value:
            self.rows.append(Row("leaf", key=common["key"], text=bracket, type="empty"))
        elif len(self.rows) >= ROWS:
            self.rows.append(Row("later", at=_address(path, 0), **common))
        else:
            is_open = level == 0 or (level < OPEN_LEVELS and len(value) <= OPEN_CHILDREN)
            self.rows.append(Row("open", is_open=is_open, **common))
            self.children(value, path, 0, level)
            self.rows.append(Row("close"))

    def children(self, value, path, start, level):
        pairs = list(value.items() if isinstance(value, dict) else enumerate(value))
        for index, (key, part) in enumerate(pairs[start : start + CHILDREN], start=start):
            self.value(str(key), part, (*path, index), level + 1)
        if len(pairs) > start + CHILDREN:
            self.rows.append(Row("more", count=len(pairs) - start - CHILDREN, at=_address(path, start + CHILDREN)))

    def leaf(self, key, value):
        name = hidden_characters.made_visible(key)
        if isinstance(value, str):
            text = traced(value)[:STRING_CHARACTERS]
            drawn = marked(self.given, hidden_characters.shown(text))
            return Row("leaf", key=name, type="text", left_out=len(value) - len(text.text), marked=drawn)
        kind = "null" if value is None else "truth" if isinstance(value, bool) else "number"
        return Row("leaf", key=name, text=json.dumps(value), type=kind)


def _address(path, start):
    """`0.3.1:100`: the numbers of the children that lead to a value, and the first of its children to show."""
    return f"{'.'.join(map(str, path))}:{start}"


def _path_and_start(at):
    if not at:
        return (), 0
    steps, _, start = at.partition(":")
    indices = [step for step in steps.split(".") if step] + [start]
    if len(at) > 400 or not all(index.isascii() and index.isdigit() for index in indices):
        raise InvalidInput(f"There is no part {at[:40]!r} of this value.")
    *path, first = map(int, indices)
    return tuple(path), first


def _at(value, path):
    for index in path:
        parts = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
        if index >= len(parts):
            raise InvalidInput(f"There is no part {index} here. Valid: 0 to {len(parts) - 1}.")
        value = parts[index]
    if not isinstance(value, dict | list):
        raise InvalidInput("This part of the value has no parts of its own.")
    return value
