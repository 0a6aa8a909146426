"""Why a run stands still: stored by workers as a code, read in the reader's language."""

from decimal import Decimal

import pytest
from django.utils import translation

from evalhub.lib import reasons
from reviews.engine.actions.reasons import MONTH_BUDGET, RUN_BUDGET, STAGE_FAILED, STAGE_INCOMPLETE
from reviews.engine.client.exchange import FATAL
from reviews.engine.limits.actions import budgets
from reviews.engine.requests.actions import reservations
from reviews.engine.runs.actions import controls, supervisor
from tests import pseudo_language
from tests.reviews.machine import Script, failing, make_run, play, saying, work_until_quiet


@pytest.fixture(autouse=True)
def pseudo():
    with pseudo_language.spoken():
        yield


def in_pseudo_language(reason):
    with translation.override(pseudo_language.CODE):
        return str(reason)


@pytest.mark.parametrize("mode, sentence", [("best_effort", STAGE_FAILED), ("exact", STAGE_INCOMPLETE)])
def test_supervisor_says_why_in_the_readers_language(bob, api_of, monkeypatch, mode, sentence):
    play(monkeypatch, Script(failing(FATAL, "refused", "No.")))
    run = controls.set_policy(run=make_run(bob, rows=2), changes={"completion_mode": mode}, by=bob.user)
    work_until_quiet(run)
    supervisor.advance(run)
    run.refresh_from_db()

    answer = api_of(bob).get(f"/v1/runs/{run.pk}").json()

    assert run.status_reason == sentence(stage="score_gen")
    title = f"“{pseudo_language.OPEN}Answers the form{pseudo_language.CLOSE}”"
    expected = run.status_reason.english.replace("score_gen", title)
    assert in_pseudo_language(run.status_reason) == f"{pseudo_language.OPEN}{expected}{pseudo_language.CLOSE}"
    assert (answer["status_reason_code"], answer["status_reason"]) == (sentence.code, run.status_reason.english)


@pytest.mark.parametrize("scope, sentence", [("run", RUN_BUDGET), ("organization", MONTH_BUDGET)])
def test_budgets_say_how_much_was_spent_in_the_readers_language(bob, monkeypatch, scope, sentence):
    play(monkeypatch, saying())
    run = make_run(bob)
    amounts = {"limit_usd": Decimal("1.50"), "spent_usd": Decimal("1.40"), "reserved_usd": Decimal("0.20")}
    reservations.pause_for_budget(run, budgets.Exceeded(scope=scope, **amounts))
    run.refresh_from_db()

    assert run.status_reason == sentence(limit="1.50", spent="1.40", reserved="0.20")
    assert in_pseudo_language(run.status_reason).startswith(pseudo_language.OPEN)
    assert "$1.50, of which $1.40" in run.status_reason.english


def test_every_code_has_a_sentence_in_english():
    assert all(code and reasons.sentence_of(code).singular for code in reasons.codes())
