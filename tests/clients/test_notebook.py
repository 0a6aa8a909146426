"""The notebook of docs/ does what it shows, against a served site."""

import pytest

from tests import factories, notebooks
from tests.reviews import machine
from tests.reviews.machine import answer, outcome_of
from tests.source_tree import ROOT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("workers")]
PATH = ROOT / "docs" / "notebooks" / "first_figures.ipynb"
LINES, CASES = 40, 12


def test_cells_run_as_written(live_server, acme, alice, bob, monkeypatch):
    machine.play(monkeypatch, lambda call: outcome_of(answer(call, value="wrong")))
    members = {"BOSS": bob, "ONE": alice, "TWO": factories.make_member(acme, "zoe")}
    monkeypatch.setenv("EVALHUB_URL", live_server.url)
    for name, member in members.items():
        monkeypatch.setenv(name, factories.make_api_key(member).secret)

    me, outputs, task, submitted, answers, figures, pairs, truth = notebooks.run(PATH)

    assert me == ("Acme", ["admin", "annotator", "annotator"]) and task == ("ACTIVE", CASES)
    assert (outputs.created, submitted.created) == (CASES, CASES)
    assert answers.notna().all(axis=None) and answers.shape == (CASES, 3)
    percent = figures[(figures["scope"] == "people") & (figures["metric"] == "percent_agreement")]
    assert percent["value"].tolist() == [pytest.approx(11 / 12, abs=0.001)]
    assert len(pairs) == 3
    stored = notebooks.stored(PATH)
    assert [repr(outputs), repr(task), repr(submitted)] == stored[1:4] and repr(truth) == stored[7]


def test_it_is_short_and_shows_what_came_out():
    lines = [line for source in notebooks.cells(PATH) for line in source.splitlines() if line.strip()]
    stored = notebooks.stored(PATH)

    assert len(lines) < LINES
    assert all(stored) and "krippendorff_alpha" in stored[5]
    assert not any(word in PATH.read_text() for word in ("127.0.0.1", "localhost", "/work", "/tmp", "eval_"))
