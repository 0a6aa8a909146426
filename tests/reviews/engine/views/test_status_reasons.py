"""Why a run stands still: written by workers in English, read in the reader's language."""

from decimal import Decimal

import pytest
from django.utils import translation

from reviews.engine.client.exchange import FATAL
from reviews.engine.limits.actions import budgets
from reviews.engine.requests.actions import reservations
from reviews.engine.runs.actions import controls, supervisor
from reviews.engine.views.status_reasons import SENTENCES, reason_text
from tests import pseudo_language
from tests.reviews.machine import Script, failing, make_run, play, saying, work_until_quiet


@pytest.fixture(autouse=True)
def pseudo():
    with pseudo_language.spoken():
        yield


def read(run):
    """(as it is stored, as it is read in the made-up language)."""
    run.refresh_from_db()
    with translation.override(pseudo_language.CODE):
        return run.status_reason, reason_text(run.status_reason)


@pytest.mark.parametrize(
    "mode, words", [("best_effort", "All requests of score_gen failed."), ("exact", "Some requests of score_gen")]
)
def test_supervisor_says_why_in_the_readers_language(bob, monkeypatch, mode, words):
    play(monkeypatch, Script(failing(FATAL, "refused", "No.")))
    run = controls.set_policy(run=make_run(bob, rows=2), changes={"completion_mode": mode}, by=bob.user)
    work_until_quiet(run)
    supervisor.advance(run)

    stored, told = read(run)

    assert stored.startswith(words)
    title = f"“{pseudo_language.OPEN}Answers the form{pseudo_language.CLOSE}”"
    assert told == f"{pseudo_language.OPEN}{stored}{pseudo_language.CLOSE}".replace("score_gen", title)


@pytest.mark.parametrize("scope", ["run", "organization"])
def test_budgets_say_what_was_met_in_the_readers_language(bob, monkeypatch, scope):
    play(monkeypatch, saying())
    run = make_run(bob)
    amounts = {"limit_usd": Decimal("1.50"), "spent_usd": Decimal("1.40"), "reserved_usd": Decimal("0.20")}
    reservations.pause_for_budget(run, budgets.Exceeded(scope=scope, **amounts))

    stored, told = read(run)

    assert "1.50" in stored and told == f"{pseudo_language.OPEN}{stored}{pseudo_language.CLOSE}"


@pytest.mark.parametrize("reason", ["", "The provider said no.", "All of it failed", SENTENCES[1] + " And more."])
def test_other_words_come_as_they_are(reason):
    with translation.override(pseudo_language.CODE):
        assert reason_text(reason) == reason
