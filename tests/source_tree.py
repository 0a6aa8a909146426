"""The files of the project as the house rules read them."""

import ast
import os
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT_HIDDEN = {".ci", ".dockerignore", ".gitignore", ".gitattributes"}
SKIPPED = {"__pycache__", "node_modules", "screenshots"}
TEXT = ".py .html .css .js .md .toml .yaml .yml .txt .lock .sql .json .jsonl .csv .svg".split()
NO_SUFFIX = {"Makefile", "Dockerfile", "LICENSE", "run"}


@dataclass(frozen=True)
class Function:
    """A function of a Python file, a method or an inner one included."""

    name: str
    line: int
    length: int


@dataclass(frozen=True)
class Import:
    """An import statement; `modules` are those it names, relative ones with their points."""

    line: int
    modules: list


class Outline:
    """What the rules ask of every Python file: the trees of all of them, a million nodes, would be too much to keep.

    `asserts` and `broad_handlers` are numbers of lines.
    """

    def __init__(self, tree):
        self.is_empty = not tree.body
        self.docstring = ast.get_docstring(tree)
        self.functions, self.imports, self.asserts, self.broad_handlers = [], [], [], []
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self.functions.append(Function(node.name, node.lineno, node.end_lineno - node.lineno + 1))
            elif isinstance(node, ast.Import):
                self.imports.append(Import(node.lineno, [alias.name for alias in node.names]))
            elif isinstance(node, ast.ImportFrom):
                self.imports.append(Import(node.lineno, ["." * node.level + (node.module or "")]))
            elif isinstance(node, ast.Assert):
                self.asserts.append(node.lineno)
            elif isinstance(node, ast.ExceptHandler) and _is_broad(node):
                self.broad_handlers.append(node.lineno)


def _is_broad(handler):
    """Whether it catches everything and does not end in a bare raise."""
    names = [handler.type] if not isinstance(handler.type, ast.Tuple) else handler.type.elts
    broad = handler.type is None or any(getattr(name, "id", "") in ("Exception", "BaseException") for name in names)
    last = handler.body[-1]
    return broad and not (isinstance(last, ast.Raise) and last.exc is None)


@dataclass(frozen=True)
class SourceFile:
    """One file of the tree; `name` is its path from the root, with slashes."""

    name: str

    @property
    def path(self):
        return ROOT / self.name

    @cached_property
    def text(self):
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def lines(self):
        return self.text.splitlines()

    @property
    def tree(self):
        """Parsed at each call; most rules need only the outline."""
        return ast.parse(self.text, filename=self.name)

    @cached_property
    def outline(self):
        return Outline(self.tree)

    @property
    def is_test(self):
        return self.name.startswith("tests/")

    @property
    def is_migration(self):
        return "/migrations/" in self.name

    @property
    def room(self):
        return self.name.split("/")[0]


@lru_cache(maxsize=1)
def files():
    """All text files of the project, without what tools leave behind."""
    found = []
    for folder, folders, names in os.walk(ROOT):
        top = Path(folder) == ROOT
        kept = KEPT_HIDDEN if top else set()
        folders[:] = sorted(name for name in folders if name not in SKIPPED and (name[0] != "." or name in kept))
        for name in sorted(names):
            path = Path(folder, name)
            if path.suffix in TEXT or name in NO_SUFFIX | kept:
                found.append(SourceFile(path.relative_to(ROOT).as_posix()))
    return found


def python_files(*, tests=True, migrations=False):
    return [
        file
        for file in files()
        if file.name.endswith(".py") and (tests or not file.is_test) and (migrations or not file.is_migration)
    ]


def templates():
    return [file for file in files() if file.name.startswith("templates/") and file.name.endswith(".html")]


def complain(problems, rule):
    """Fail with the rule and every place that breaks it."""
    problems = list(problems)
    assert not problems, f"{rule}\n" + "\n".join(f"  {problem}" for problem in problems)
