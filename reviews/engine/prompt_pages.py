"""Where the page of a prompt version is that a stage stores; features register how theirs is found."""

from collections.abc import Callable

_finders: list[Callable[[str], str]] = []


def register(find: Callable[[str], str]) -> None:
    """Have `find(stored)` give the address of a stored prompt version, "" for one that it does not know."""
    _finders.append(find)


def href_of(stored: str) -> str:
    """The address of a stored prompt version; "" for one without a page, such as the prompt of a program."""
    return next(filter(None, (find(stored) for find in _finders)), "")
