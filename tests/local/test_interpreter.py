"""Started with another Python than 3.11."""

import ast
import os
import subprocess
import sys

import pytest

from evalhub.local import interpreter
from evalhub.local.paths import ROOT


def test_without_a_311_it_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "version_info", (3, 13, 1))
    monkeypatch.setattr(interpreter.shutil, "which", lambda name: None)

    with pytest.raises(SystemExit, match="needs Python 3.11; this is Python 3.13"):
        interpreter.ensure_wanted_python(str(tmp_path))


def test_with_a_311_it_continues_there(monkeypatch, tmp_path):
    started = []
    monkeypatch.setattr(sys, "version_info", (3, 13, 1))
    monkeypatch.setattr(sys, "argv", ["evalhub", "up"])
    monkeypatch.setattr(interpreter.shutil, "which", lambda name: sys.executable if name == "python3.11" else None)
    monkeypatch.setattr(interpreter, "_is_wanted", lambda python: True)
    monkeypatch.setattr(os, "chdir", lambda folder: None)
    monkeypatch.setattr(os, "execv", lambda python, words: started.append(words) or sys.exit(0))

    with pytest.raises(SystemExit):
        interpreter.ensure_wanted_python(str(tmp_path))

    assert started[0][1:] == ["-m", "evalhub.local", "up"]


@pytest.mark.parametrize("name", ["__init__.py", "__main__.py", "interpreter.py"])
def test_what_runs_before_the_check_is_plain_python(name):
    source = (ROOT / "evalhub" / "local" / name).read_text()

    ast.parse(source, feature_version=(3, 7))


def test_the_command_line_needs_nothing_but_python():
    answer = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, {str(ROOT)!r}); import evalhub.local.command_line",
        ],
        capture_output=True,
        text=True,
    )

    assert answer.returncode == 0, answer.stderr
