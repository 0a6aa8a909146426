"""What the shared walk over all lists needs of each: its test file has a function `walk(organization, member)`."""

import importlib
from dataclasses import dataclass

from django.test import RequestFactory

from evalhub.lists import registry
from evalhub.lists.shown import show


@dataclass(frozen=True)
class Walk:
    """A page whose list has seven rows or more: a search that finds some of them, a filter that lets some through."""

    path: str
    search: str = ""
    filter: str = ""
    value: str = ""
    columns: tuple = ()  # of this page, where they depend on its parent


def spread(rows, **values):
    """Give the first of the rows of a queryset these values in turn, {field: [a value of each]}."""
    for pk, *given in zip(list(rows.values_list("pk", flat=True)), *values.values(), strict=False):
        rows.model.objects.filter(pk=pk).update(**dict(zip(values, given, strict=True)))


def module_of(key):
    """The name of a list's test module."""
    *folders, name = registry[key].__module__.removeprefix("evalhub.").split(".")
    return ".".join(["tests", *folders, f"test_{name}"])


def walk_of(key, organization, member):
    """The Walk of a list, with its rows made."""
    return importlib.import_module(module_of(key)).walk(organization, member)


def shown(key, member, query="", parent=None):
    """What the page of a list shows to a member, without its HTML; `query` is of its address, or {name: value}."""
    request = RequestFactory().get("/", query) if isinstance(query, dict) else RequestFactory().get(f"/{query}")
    request.organization, request.membership = member.organization, member
    return show(registry[key](request, parent), request.GET)
