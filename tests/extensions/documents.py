"""Pages of docs/ that add one thing, followed word for word: their files are there and registered for one test."""

import copy
import importlib
import re
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.test import override_settings

from evalhub.lib.registry import Registry
from tests import api_contract
from tests.source_tree import ROOT

FILE = re.compile(r"^`(?P<path>[\w./]+)`\n\n```\w+\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def files_of(page):
    """{path: text} of the files that a page of docs/ shows whole: a path in backticks, then its text."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return {found["path"]: found["text"] for found in FILE.finditer(text)}


@contextmanager
def followed(page, start, folder):
    """The files of a page whose name, without its end, ends in `start`; they are written under `folder`.

    A Python file comes to the registry of its package, from a package of its own; a template is found as the others.
    """
    files = {path: text for path, text in files_of(page).items() if Path(path).stem == start}
    assert files, f"docs/{page} shows no file {start}."
    with ExitStack() as stack:
        for path, text in files.items():
            if path.startswith("templates/"):
                _write(folder / path, text)
                stack.enter_context(_templates(folder / "templates"))
            else:
                stack.enter_context(_registered(path, text, folder))
        yield files


@contextmanager
def _registered(path, text, folder):
    home = ".".join(Path(path).parent.parts)
    registry = next(each for each in vars(importlib.import_module(home)).values() if isinstance(each, Registry))
    package = f"documented_{home.replace('.', '_')}"
    _write(folder / package / "__init__.py", "")
    _write(folder / package / Path(path).name, text)
    with _offered(registry, package, folder):
        yield


@contextmanager
def folder_followed(page, registry, package, folder):
    """The files of a page that are in one folder, which is a package that the registry looks into too."""
    files = {path: text for path, text in files_of(page).items() if path.startswith(f"{package}/")}
    for path, text in files.items():
        _write(folder / path, text)
    with _offered(registry, package, folder):
        yield files


@contextmanager
def _offered(registry, package, folder):
    """A registry that looks into a package below `folder` too, for as long as the block runs."""
    sys.path.insert(0, str(folder))
    registry.keys()
    kept = {name: copy.copy(value) for name, value in vars(registry).items() if name != "_lock"}
    try:
        registry.add_package(package)
        with api_contract.changed():
            yield
    finally:
        vars(registry).update(kept)
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.split(".")[0] == package]:
            del sys.modules[name]


@contextmanager
def _templates(folder):
    from django.conf import settings

    changed = copy.deepcopy(settings.TEMPLATES)
    changed[0]["DIRS"].append(folder)
    with override_settings(TEMPLATES=changed):
        yield


def _write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
