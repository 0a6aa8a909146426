"""What is compiled while the environment is made."""

import importlib.util
import json
import os
import sys
import time
from json import tool

import pytest

from evalhub.local import bytecode
from tests.imported import modules


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """An own package and an environment with two packages, of which one module is imported by a start."""
    site = tmp_path / ".venv" / "lib" / "python3.11" / "site-packages"
    for name in ("own/__init__.py", "own/models.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x = 1")
    for name in ("django/__init__.py", "django/conf.py", "django/unused.py"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text("x = 1")
    listed = tmp_path / "imported.txt"
    listed.write_text("json\njson.tool\ndjango\ndjango.conf\ndjango.gone\n")
    for name, value in {"ROOT": tmp_path, "VENV": tmp_path / ".venv", "FOLDER": tmp_path / "bytecode"}.items():
        monkeypatch.setattr(bytecode, name, value)
    monkeypatch.setattr(bytecode, "TREE", ("own",))
    monkeypatch.setattr(bytecode, "IMPORTED", listed)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "bytecode"))
    return tmp_path


def compiled(*sources):
    """Whether these files are compiled, in the end."""
    files = [importlib.util.cache_from_source(str(source)) for source in sources]
    deadline = time.monotonic() + 60
    while not all(map(os.path.exists, files)) and time.monotonic() < deadline:
        time.sleep(0.01)
    return all(map(os.path.exists, files))


def test_only_what_a_start_imports_is_compiled(tree):
    bytecode.compile_tree(sys.executable)
    assert compiled(tree / "own" / "__init__.py", tree / "own" / "models.py", json.__file__, tool.__file__)

    bytecode.compile_packages(sys.executable)
    django = next(tree.glob(".venv/lib/*/site-packages/django"))
    # The last is compiled first.
    assert compiled(django / "conf.py", django / "__init__.py")
    assert not os.path.exists(importlib.util.cache_from_source(str(django / "unused.py")))


@pytest.mark.slow
def test_nearly_all_that_a_start_imports_is_listed():
    """Another Python imports a few others."""
    listed = set(bytecode.IMPORTED.read_text().split())

    missing = [name for name in modules() if name not in listed]

    assert len(missing) < 0.03 * len(listed), f"Run: python -m tests.imported. {missing}"
