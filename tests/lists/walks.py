"""What the shared walk over all lists needs of each: its test file has a function `walk(organization, member)`."""

import importlib
from dataclasses import dataclass

from evalhub.lists import registry


@dataclass(frozen=True)
class Walk:
    """A page whose list has seven rows or more: a search that finds some of them, a filter that lets some through."""

    path: str
    search: str = ""
    filter: str = ""
    value: str = ""
    columns: tuple = ()  # of this page, where they depend on its parent


def module_of(key):
    """The name of a list's test module."""
    *folders, name = registry[key].__module__.removeprefix("evalhub.").split(".")
    return ".".join(["tests", *folders, f"test_{name}"])


def walk_of(key, organization, member):
    """The Walk of a list, with its rows made."""
    return importlib.import_module(module_of(key)).walk(organization, member)
