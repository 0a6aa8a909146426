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
NO_SUFFIX = {"Makefile", "Dockerfile", "run"}


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

    @cached_property
    def tree(self):
        return ast.parse(self.text, filename=self.name)

    @property
    def is_test(self):
        return self.name.startswith("tests/")

    @property
    def is_migration(self):
        return "/migrations/" in self.name

    @property
    def room(self):
        return self.name.split("/")[0]

    def functions(self):
        """Every function of a Python file, methods and inner ones included."""
        return [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


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
