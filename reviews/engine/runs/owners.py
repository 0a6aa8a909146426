"""What runs belong to: the task, study, grading, prompt or review that each was begun for, and where its page is."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Owner:
    """`pk` of the row that a run was begun for, what people call it, and the address of its page."""

    pk: str
    name: str
    href: str


_finders: dict[str, Callable[[list[Any]], dict[Any, Owner]]] = {}


def register(kind: str, find: Callable[[list[Any]], dict[Any, Owner]]) -> None:
    """Have `find(runs)` say whose runs of this kind are, as {run's id: Owner}; features register theirs at start."""
    _finders[kind] = find


def owners_of(runs: Iterable[Any]) -> dict[Any, Owner]:
    """{run's id: Owner}; a run that no row owns, such as a program's own, is left out. Only kinds there are cost."""
    by_kind: dict[str, list[Any]] = {}
    for run in runs:
        by_kind.setdefault(run.kind, []).append(run)
    found = {}
    for kind, some in by_kind.items():
        if kind in _finders:
            found |= _finders[kind](some)
    return found
