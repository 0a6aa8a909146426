"""The command evalhub-client and the README of the client: every command and program in it works as written."""

import os
import re
import subprocess
import sys
import tomllib

import pandas
import pytest

from experiments.exporting.tables import TABLES
from tests.experiments.scored import make_scored
from tests.factories import make_api_key
from tests.source_tree import ROOT

PACKAGE = ROOT / "clients" / "python"
README = (PACKAGE / "README.md").read_text()

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(400)]


@pytest.fixture
def surroundings(live_server, bob, rita, tmp_path):
    """The environment that the README asks for, with the command where an installation puts it."""
    scripts = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]["scripts"]
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, entry in scripts.items():
        module, function = entry.split(":")
        (programs / name).write_text(f"#!{sys.executable}\nfrom {module} import {function}\n{function}()\n")
    (programs / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    for program in programs.iterdir():
        program.chmod(0o700)
    return os.environ | {
        "EVALHUB_URL": live_server.url, "EVALHUB_KEY": make_api_key(rita).secret, "STUDY": str(make_scored(bob).pk),
        "EVALHUB_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(PACKAGE),
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
    }


def run(words, surroundings, folder):
    return subprocess.run(
        words, cwd=folder, env=surroundings, capture_output=True, text=True, timeout=300, check=False
    )


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.mark.slow
def test_readme_works_as_written(surroundings, tmp_path):
    for commands in blocks("sh"):
        done = run(["sh", "-ec", commands], surroundings, tmp_path)
        assert done.returncode == 0, done.stderr
    for program in blocks("python"):
        done = run([sys.executable, "-W", "error", "-c", program], surroundings, tmp_path)
        assert done.returncode == 0, done.stderr

    names = {path.name for path in (tmp_path / "bundle").iterdir()}
    assert names == {"manifest.json", *(f"{table}.{suffix}" for table in TABLES for suffix in ("csv", "parquet"))}
    assert len(pandas.read_parquet(tmp_path / "bundle" / "responses.parquet")) == 3


@pytest.mark.slow
def test_show_tells_counts_and_rows(surroundings, tmp_path):
    summary = run(["evalhub-client", "show", surroundings["STUDY"]], surroundings, tmp_path)
    table = run(["evalhub-client", "show", surroundings["STUDY"], "samples", "--rows", "1"], surroundings, tmp_path)

    assert ": waiting, as of 20" in summary.stdout and "       3  responses\n" in summary.stdout
    assert "score_target_total" in table.stdout and len(table.stdout.splitlines()) == 2


@pytest.mark.parametrize("changes, status, words", [
    ({"EVALHUB_KEY": "eval_wrong"}, 1, "refuses the key (401)"),
    ({"EVALHUB_URL": "http://127.0.0.1:9"}, 1, "cannot be reached"),
    ({"STUDY": "00000000-0000-7000-8000-000000000000"}, 1, "There is no such study"),
    ({"EVALHUB_KEY": ""}, 2, "required: --key"),
])
def test_failures_are_one_line_and_a_status(surroundings, tmp_path, changes, status, words):
    done = run(["sh", "-c", "evalhub-client download $STUDY --to out"], surroundings | changes, tmp_path)

    assert (done.returncode, words in done.stderr) == (status, True), done.stderr
    assert status == 2 or done.stderr.startswith("evalhub-client: ") and done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr and "eval_" not in done.stderr
    assert not (tmp_path / "out").exists()
