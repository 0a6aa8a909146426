"""Which Python goes on, whichever the command was started with."""

import ast
import os
import subprocess
import sys

import pytest

from evalhub.local import interpreter
from evalhub.local.paths import ROOT

WORDS = ["-m", "evalhub.local", "up"]


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """machine(running, python3.13=…) tells which Python goes on, where those of the PATH have these versions."""

    def choose(running, *, venv=None, named="", **others):
        versions = {f"/usr/bin/{name}": version for name, version in others.items()}
        started = []
        if venv:
            versions[str(tmp_path / ".venv" / "bin" / "python")] = venv
        monkeypatch.setattr(sys, "version_info", (*running, 1))
        monkeypatch.setattr(interpreter.shutil, "which", lambda name: f"/usr/bin/{name}" if name in others else None)
        monkeypatch.setattr(interpreter, "_version", versions.get)
        monkeypatch.setattr(os, "execv", lambda python, words: started.append([python, *words]) or sys.exit(0))
        try:
            interpreter.ensure_supported_python(str(tmp_path), WORDS, named)
        except SystemExit:
            if not started:
                raise
        if not started:
            return "this"
        assert started[0] == [started[0][0], started[0][0], *WORDS]
        return started[0][0].removeprefix(f"{tmp_path}/")

    return choose


def test_the_newest_named_or_existing_interpreter_goes_on_and_without_a_supported_one_it_says_what_to_install(machine):
    assert machine((3, 11)) == "this"
    assert machine((3, 11), **{"python3.12": (3, 12), "python3.14": (3, 14)}) == "/usr/bin/python3.14"
    assert machine((3, 13), **{"python3.12": (3, 12)}) == "this"
    assert machine((3, 9), **{"python3.11": (3, 11)}) == "/usr/bin/python3.11"
    assert machine((3, 10), **{"python3.13": None, "python3.12": (3, 12)}) == "/usr/bin/python3.12"
    assert machine((3, 13), venv=(3, 11), **{"python3.14": (3, 14)}) == ".venv/bin/python"
    assert machine((3, 12), venv=(3, 12), **{"python3.14": (3, 14)}) == "this"
    assert machine((3, 12), venv=(3, 11), named="python3.12", **{"python3.14": (3, 14)}) == "this"

    with pytest.raises(
        SystemExit, match="(?s)needs Python 3.11 to 3.14; this is Python 3.10 .*apt-get install python3.13 "
    ):
        machine((3, 10))
    with pytest.raises(SystemExit, match="this is Python 3.15 "):
        machine((3, 15))
    with pytest.raises(SystemExit, match="this is Python 3.9 "):
        machine((3, 9), named="python3.9", **{"python3.13": (3, 13)})


def test_versions_are_asked_of_the_program_itself_and_the_command_line_needs_nothing_but_python(tmp_path):
    broken = tmp_path / "python3.13"
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    assert interpreter._version(sys.executable) == sys.version_info[:2]
    assert interpreter._version(str(broken)) is None
    assert interpreter._version(str(tmp_path / "absent")) is None

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


@pytest.mark.parametrize(
    "name", ["evalhub/local/__init__.py", "evalhub/local/__main__.py", "evalhub/local/interpreter.py", "manage.py"]
)
def test_what_runs_before_the_check_is_plain_python(name):
    ast.parse((ROOT / name).read_text(), feature_version=(3, 7))
