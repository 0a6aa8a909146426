"""Registries: one file added to a package is one more thing on offer, without a second edit anywhere."""

import importlib
import pkgutil
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from evalhub.lib.errors import UnknownKey

T = TypeVar("T")


class Registry:
    """Maps keys to the things of one kind ("label type") that the modules of a package register.

    The package is imported whole, sub-packages included, at the first look-up; a module that fails to import
    fails the look-up. With `instances=True` a registered class is stored as one instance of itself.
    The things of a registry come in the order of their modules' names.
    """

    def __init__(self, kind, *, package=None, instances=False):
        self.kind = kind
        self.package = package
        self._packages = [] if package is None else [package]
        self._instances = instances
        self._things = {}
        self._sources = {}
        self._modules = {}
        self._lock = threading.RLock()
        self._state = "loaded" if package is None else "unloaded"

    def add_package(self, package: str) -> None:
        """Look into a package or module of another app too; called while the apps start, before the first look-up."""
        with self._lock:
            if package not in self._packages:
                self._packages.append(package)
                self._state = "unloaded"

    def register(self, key: str) -> Callable[[T], T]:
        """Decorator of a class or a function; two different things under one key are a ValueError."""

        def decorate(thing):
            source = f"{thing.__module__}.{thing.__qualname__}"
            if self._sources.setdefault(key, source) != source:
                raise ValueError(f"The {self.kind} {key!r} is registered by {self._sources[key]} and by {source}.")
            self._things[key] = thing() if self._instances else thing
            self._modules[key] = thing.__module__
            return thing

        return decorate

    def __getitem__(self, key):
        """The thing under `key`; UnknownKey lists the valid keys."""
        if key not in self:
            valid = ", ".join(self._things) or "none is registered"
            raise UnknownKey(
                f"Unknown {self.kind} {_shown(key)}. Valid: {valid}.",
                details={"valid": list(self._things)},
            )
        return self._things[key]

    def __contains__(self, key):
        self._load()
        return isinstance(key, str) and key in self._things

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self.keys())

    def keys(self) -> list[str]:
        self._load()
        return list(self._things)

    def values(self) -> list[Any]:
        self._load()
        return list(self._things.values())

    def items(self) -> list[tuple[str, Any]]:
        self._load()
        return list(self._things.items())

    def choices(self) -> list[tuple[str, str]]:
        """(key, title) pairs for forms; the title falls back to the key in words."""
        return [(key, getattr(thing, "title", key.replace("_", " ").capitalize())) for key, thing in self.items()]

    def where(self, holds: Callable[[Any], bool]) -> "View":
        """A View of those things for which `holds(thing)`: one registry, of which some place offers a part."""
        return View(self, holds)

    def _load(self):
        """Import every module once. Other threads wait for the first; a module under import sees what is there."""
        if self._state == "loaded":
            return
        with self._lock:
            if self._state != "unloaded":
                return
            self._state = "loading"
            try:
                for package in self._packages:
                    _import_all(package)
            except BaseException:
                self._state = "unloaded"
                raise
            self._sort()
            self._state = "loaded"

    def _sort(self):
        """By module, whichever of them somebody imported first; within a module as they are written."""
        order = sorted(self._things, key=lambda key: self._modules[key])
        self._things = {key: self._things[key] for key in order}


class View:
    """A part of a Registry, read anew at each look-up; UnknownKey lists the keys of the part alone."""

    def __init__(self, registry, holds):
        self._registry = registry
        self._holds = holds

    def __getitem__(self, key):
        if key not in self:
            valid = self.keys()
            raise UnknownKey(
                f"Unknown {self._registry.kind} {_shown(key)}. Valid: {', '.join(valid) or 'none is registered'}.",
                details={"valid": valid},
            )
        return self._registry[key]

    def __contains__(self, key):
        return key in self._registry and self._holds(self._registry[key])

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self.keys())

    def keys(self) -> list[str]:
        return [key for key, _thing in self.items()]

    def items(self) -> list[tuple[str, Any]]:
        return [(key, thing) for key, thing in self._registry.items() if self._holds(thing)]


def _import_all(package_name):
    package = importlib.import_module(package_name)
    for module in pkgutil.walk_packages(getattr(package, "__path__", ()), prefix=f"{package_name}."):
        importlib.import_module(module.name)


def _shown(key):
    if isinstance(key, str):
        return repr(key if len(key) <= 60 else f"{key[:60]}...")
    return f"of type {type(key).__name__}"
