"""The notebooks of docs/ do what they show, against a served site."""

from dataclasses import replace

import pytest

from tests import factories, notebooks
from tests.reviews import machine
from tests.reviews.machine import answer, outcome_of
from tests.source_tree import ROOT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("workers")]
FOLDER = ROOT / "docs" / "notebooks"
FIGURES, EVALUATIONS = FOLDER / "first_figures.ipynb", FOLDER / "evaluations.ipynb"
EXPERIMENTS = FOLDER / "experiments.ipynb"
LINES, CASES = 41, 12


def test_first_figures_run_as_written(live_server, acme, alice, bob, monkeypatch):
    machine.play(monkeypatch, lambda call: outcome_of(answer(call, value="wrong")))
    members = {"BOSS": bob, "ONE": alice, "TWO": factories.make_member(acme, "zoe")}
    monkeypatch.setenv("EVALHUB_URL", live_server.url)
    for name, member in members.items():
        monkeypatch.setenv(name, factories.make_api_key(member).secret)

    me, outputs, task, submitted, answers, figures, pairs, truth = notebooks.run(FIGURES)

    assert me == ("Acme", ["admin", "annotator", "annotator"]) and task == ("ACTIVE", CASES)
    assert (outputs.created, submitted.created) == (CASES, CASES)
    assert answers.notna().all(axis=None) and answers.shape == (CASES, 3)
    percent = figures[(figures["scope"] == "people") & (figures["metric"] == "percent_agreement")]
    assert percent["value"].tolist() == [pytest.approx(11 / 12, abs=0.001)]
    assert len(pairs) == 3
    stored = notebooks.stored(FIGURES)
    assert [repr(outputs), repr(task), repr(submitted)] == stored[1:4] and repr(truth) == stored[7]


def test_evaluations_run_as_written(live_server, bob, monkeypatch):
    machine.play(monkeypatch, lambda call: replace(outcome_of({}), text="2", parsed=None))
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", "127.0.0.1=127.0.0.1")
    given = {"URL": live_server.url, "KEY": factories.make_api_key(bob).secret, "HOOK": "http://127.0.0.1:9/hook"}
    for name, variable in {"URL": "EVALHUB_URL", "KEY": "BOSS", "HOOK": "HOOK"}.items():
        monkeypatch.setenv(variable, given[name])

    _me, rows, figures, wrong, differences, gate, board, told = notebooks.run(EVALUATIONS)

    assert rows == 60 and figures["n_scored"].tolist() == [60, 60]
    assert len(wrong) == 4 and set(wrong["score"]) == {0.0}
    assert differences.loc["two", "high"] < 0 and differences.loc["one", "value"] == 0
    assert gate[0] == "failed" and board["model_name"].tolist() == ["simulated-careful", "simulated-hasty"]
    assert told.to_dict() == {"batch.completed": 8, "gate.failed": 1, "suite_run.completed": 2}
    stored = notebooks.stored(EVALUATIONS)
    assert [repr(figures), repr(wrong), repr(differences), repr(gate)] == stored[2:6] and repr(told) == stored[7]


def test_experiments_run_as_written(live_server, bob, monkeypatch):
    machine.play(monkeypatch, lambda call: outcome_of(answer(call, value=4)))
    monkeypatch.setenv("EVALHUB_URL", live_server.url)
    monkeypatch.setenv("BOSS", factories.make_api_key(bob).secret)

    role, effects, rows, plan, verdict, frame, asked, done = notebooks.run(EXPERIMENTS)

    assert (role, rows, plan) == ("admin", 120, ("DRAFT", "sequential", 120))
    assert effects["one_look"].tolist()[1] == pytest.approx(196.22, abs=0.01)
    assert verdict[0] == "ship" and frame["value"][0] == round(20 / 120, 3)
    assert asked == (40, 80, "ACTIVE") and done == ("CONCLUDED", "Fewer wrong sums.", 1)
    stored = notebooks.stored(EXPERIMENTS)
    assert [repr(each) for each in (role, effects, rows, plan, verdict, frame, asked, done)] == stored


@pytest.mark.parametrize(
    "path, shown",
    [(FIGURES, "krippendorff_alpha"), (EVALUATIONS, "simulated-hasty"), (EXPERIMENTS, "safe_to_look")],
)
def test_it_is_short_and_shows_what_came_out(path, shown):
    lines = [line for source in notebooks.cells(path) for line in source.splitlines() if line.strip()]
    stored = notebooks.stored(path)

    assert len(lines) < LINES
    assert all(stored) and any(shown in each for each in stored)
    assert not any(word in path.read_text() for word in ("127.0.0.1", "localhost", "/work", "/tmp", "eval_"))
