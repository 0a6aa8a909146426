"""Gates over the client, its command and its pytest plug-in, in a scratch project of its own."""

import os
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ElementTree

import pytest
from evalhub_client import NotFound
from evalhub_client.command_line import main

from experiments.gates import expression
from tests.experiments.gates_world import systems
from tests.factories import make_api_key
from tests.source_tree import ROOT

PACKAGE = ROOT / "clients" / "python"
TEXT = "exact_match.mean >= baseline - 0.02"
TESTS = """
import os

import pytest

BASELINE = os.environ["BASELINE"]


@pytest.mark.parametrize("name", ["SAME", "WORSE", "FEW"])
def test_release(assert_evaluation, name):
    result = assert_evaluation(os.environ[name], "{text}", BASELINE)
    assert result["state"] == "passed"
"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ids(acme, bob, live_server, monkeypatch):
    """{name: id} of a baseline, two evaluations of 40 cases and one of 12, in the environment beside a key."""
    baseline, same, worse = systems(acme, 36, 36, 20)
    (few,) = systems(acme, 12, n=12)
    found = {"BASELINE": baseline, "SAME": same, "WORSE": worse, "FEW": few}
    monkeypatch.setenv("EVALUATION", str(same.pk))
    monkeypatch.setenv("EVALHUB_URL", live_server.url)
    monkeypatch.setenv("EVALHUB_KEY", make_api_key(bob).secret)
    for name, evaluation in found.items():
        monkeypatch.setenv(name, str(evaluation.pk))
    return {name: str(evaluation.pk) for name, evaluation in found.items()}


def test_gates_are_kept_and_decide(ids, client_of, bob):
    client = client_of(bob)
    gate = client.gates.create("Release", TEXT, baseline_rule="pinned", baseline_id=ids["BASELINE"])

    result = client.evaluations.gate(ids["WORSE"], gate="Release")

    assert (result["state"], result["conditions"][0]["value"]) == ("failed", 0.5)
    assert [each["state"] for each in client.gates.results(gate)] == ["failed"]
    assert client.evaluations.decide(ids["SAME"], TEXT, baseline=ids["BASELINE"])["state"] == "passed"
    assert client.gates.change(gate, name="Nightly")["name"] == "Nightly"
    with pytest.raises(NotFound, match="Known: Nightly"):
        client.gates.named("Release")
    client.gates.delete(gate)
    assert list(client.gates.list()) == []


@pytest.mark.parametrize("name, status", [("SAME", 0), ("WORSE", 1), ("FEW", 2)])
def test_command_exits_with_what_was_decided(ids, tmp_path, capsys, name, status):
    junit, markdown = tmp_path / "gate.xml", tmp_path / "gate.md"
    call = ["gate", "--expression", TEXT, "--evaluation", ids[name], "--baseline", ids["BASELINE"]]

    with pytest.raises(SystemExit) as exit_:
        main([*call, "--junit", str(junit), "--markdown", str(markdown)])

    state = ("passed", "failed", "undecided")[status]
    assert exit_.value.code == status and f"Gate: {state}." in capsys.readouterr().out
    suite = ElementTree.parse(junit).getroot()
    assert (suite.get("failures"), suite.get("errors")) == (str(int(status == 1)), str(int(status == 2)))
    assert state in markdown.read_text()


def test_command_that_cannot_decide_exits_2(ids, capsys):
    for call in (["Unknown"], ["--expression", "exact_match.mean >"], ["Unknown", "--baseline", ids["BASELINE"]]):
        with pytest.raises(SystemExit) as exit_:
            main(["gate", *call, "--evaluation", ids["SAME"]])
        assert exit_.value.code == 2 and "evalhub-client: " in capsys.readouterr().err


def test_plug_in_in_a_scratch_project(ids, tmp_path):
    installed(tmp_path / "packages")
    project = tmp_path / "project"
    project.mkdir()
    (project / "test_release.py").write_text(TESTS.replace("{text}", TEXT))
    (project / "test_of_docs.py").write_text(next(text for text in blocks("python") if "def test_" in text))
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--junit-xml", "junit.xml"],
        cwd=project,
        env=environment | {"PYTHONPATH": os.pathsep.join([str(tmp_path / "packages"), str(PACKAGE)])},
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert done.returncode == 1 and "2 failed, 2 passed" in done.stdout, done.stdout + done.stderr
    assert (
        "The evaluation failed its gate.\nexact_match.mean >= baseline - 0.02: failed. 0.5 against 0.88" in done.stdout
    )
    assert "The gate is undecided." in done.stdout and "n = 40" in done.stdout
    cases = ElementTree.parse(project / "junit.xml").getroot().iter("testcase")
    states = [case.find("properties/property[@name='evalhub_state']").get("value") for case in cases]
    assert states == ["passed", "passed", "failed", "undecided"]


def test_documentation_works_as_written(ids, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for text in blocks("gate"):
        assert len(expression.conditions_of(expression.read(text))) == 5
    for text in blocks("sh"):
        with pytest.raises(SystemExit) as exit_:
            main(shlex.split(os.path.expandvars(text))[1:])
        assert exit_.value.code == 0
    (program,) = (text for text in blocks("python") if "import Client" in text)
    (tmp_path / "program.py").write_text(program)
    runpy.run_path(str(tmp_path / "program.py"))

    printed = capsys.readouterr().out
    assert "Gate: passed." in printed and "### ✅ Gate: passed" in printed
    assert {path.name for path in tmp_path.iterdir()} >= {"gate.xml", "gate.md"}


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / "docs" / "gates.md").read_text(), re.DOTALL)


def installed(folder):
    """What an installation of the client tells pytest, by its entry points."""
    about = folder / "evalhub_client-0.dist-info"
    about.mkdir(parents=True)
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = [f"{name} = {target}" for name, target in project["entry-points"]["pytest11"].items()]
    (about / "entry_points.txt").write_text("\n".join(["[pytest11]", *lines, ""]))
