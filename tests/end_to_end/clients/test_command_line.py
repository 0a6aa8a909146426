"""The command evalhub-client and the README of the client: every command and program in it works as written."""

import importlib
import os
import re
import runpy
import shlex
import subprocess
import sys
import tomllib

import pandas
import pytest

from experiments.studies.exporting.tables import TABLES
from tests.experiments.scored import make_scored
from tests.factories import make_api_key
from tests.source_tree import ROOT

PACKAGE = ROOT / "clients" / "python"
README = (PACKAGE / "README.md").read_text()

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(400)]


@pytest.fixture
def folder(live_server, bob, rita, tmp_path, monkeypatch):
    """An empty folder to be in, with the environment that the README asks for."""
    surroundings = {
        "EVALHUB_URL": live_server.url,
        "EVALHUB_KEY": make_api_key(rita).secret,
        "STUDY": str(make_scored(bob).pk),
        "EVALHUB_CACHE": str(tmp_path / "cache"),
    }
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(line):
    """A line of a shell: the command of the package as an installation starts it, Python in a process of its own."""
    name, *words = shlex.split(os.path.expandvars(line))
    if name == "python":
        done = subprocess.run(
            [sys.executable, *words],
            env=os.environ | {"PYTHONPATH": str(PACKAGE)},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    else:
        scripts = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]["scripts"]
        module, function = scripts[name].split(":")
        getattr(importlib.import_module(module), function)(words)


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.mark.slow
def test_readme_works_as_written(folder):
    for line in "".join(blocks("sh")).splitlines():
        run(line)
    for program in blocks("python"):
        (folder / "program.py").write_text(program)
        runpy.run_path(str(folder / "program.py"))

    names = {path.name for path in (folder / "bundle").iterdir()}
    assert names == {"manifest.json", *(f"{table}.{suffix}" for table in TABLES for suffix in ("csv", "parquet"))}
    assert len(pandas.read_parquet(folder / "bundle" / "responses.parquet")) == 3


def test_show_tells_counts_and_rows(folder, capsys):
    run("evalhub-client show $STUDY")
    summary = capsys.readouterr().out
    run("evalhub-client show $STUDY samples --rows 1")
    table = capsys.readouterr().out

    assert ": waiting, as of 20" in summary and "       3  responses\n" in summary
    assert "score_target_total" in table and len(table.splitlines()) == 2


def test_failures_are_one_line_and_a_status(folder, capsys):
    def failure(**changes):
        """The exit status, and what stands on standard error."""
        with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as ended:
            for name, value in changes.items():
                patch.setenv(name, value)
            run("evalhub-client download $STUDY --to out")
        assert not (folder / "out").exists()
        return ended.value.code, capsys.readouterr().err

    for changes, words in [
        ({"EVALHUB_KEY": "eval_wrong"}, "refuses the key (401)"),
        ({"EVALHUB_URL": "http://127.0.0.1:9"}, "cannot be reached"),
        ({"STUDY": "00000000-0000-7000-8000-000000000000"}, "There is no such study"),
    ]:
        status, line = failure(**changes)
        line = line.removesuffix("\n")
        assert status == 1 and line.startswith("evalhub-client: ") and words in line and "\n" not in line, line
        assert "eval_" not in line
    status, text = failure(EVALHUB_KEY="")
    assert status == 2 and "required: --key" in text
