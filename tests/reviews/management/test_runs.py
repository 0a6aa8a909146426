"""manage.py runs: the table in the terminal, drawn again while runs go on, and what is done with one of them."""

import io

import pytest
from django.core.management import CommandError, call_command

from evalhub.lib.reasons import TEXT
from reviews.engine.client.exchange import FATAL
from reviews.management.commands import runs as command
from reviews.models import EvaluationRun
from tests.reviews.kept import kept, people
from tests.reviews.machine import failing, finish, make_run, play, saying, work_once


def call(*words, **options):
    out = io.StringIO()
    call_command("runs", *words, stdout=out, **options)
    return out.getvalue()


def world():
    return people(run=lambda bob: make_run(bob, rows=4, critic=True))


acme, bob, run = map(kept, ("acme", "bob", "run"))


@pytest.fixture
def alone(run):
    """Only the runs that the test makes go on."""
    run.requests.all().delete()
    type(run).objects.filter(pk=run.pk).update(desired_state="cancel", status="cancelled")


def test_nothing_to_show(rival):
    assert call(organization=rival.slug) == "No runs yet.\n"


def test_table_shows_every_stage(run, monkeypatch):
    play(monkeypatch, saying())
    work_once(run)

    table = call()

    assert f"{run.pk}  Running  {run}" in table
    assert f"Answers the form             [{'######' + '.' * 18}] 1 of 4, 3 waiting" in table
    assert f"Critic answers independently [{'......' + ' ' * 18}] 0 of 4, 1 waiting" in table
    assert f"Criticizes the answers       [{' ' * 24}] 0 of 4" in table
    assert "simulated" in table


@pytest.mark.usefixtures("alone")
def test_table_shows_cost_and_failures(bob, monkeypatch, openai_key):
    run = make_run(bob, rows=2, model="openai/gpt-4o-mini")
    play(monkeypatch, saying())
    work_once(run)
    play(monkeypatch, failing(FATAL, "refused", "No."))
    work_once(run)

    assert f"[{'#' * 12}{'x' * 12}] 1 of 2, 1 failed, 1 a minute, $0.0010" in call()


def test_small_parts_are_drawn_too(bob):
    run = make_run(bob, rows=30)
    run.requests.filter(pk=run.requests.first().pk).update(state="failed")

    assert f"[x{'.' * 23}]" in call()


def test_reason_of_a_hold_is_told_on_one_line(run):
    EvaluationRun.objects.update(status="held", held_reason=TEXT("No key.\x1b[2J\nSet one."))

    table = call()

    assert "Waiting for the provider" in table and "No key. [2J Set one." in table and "\x1b" not in table


def test_runs_that_go_on_come_first_and_of_one_organization_alone(bob, mallory, run):
    EvaluationRun.objects.create(kind="study", organization=bob.organization, name="Ended study", status="completed")
    foreign = make_run(mallory)

    table, own = call(), call(organization=bob.organization.slug)

    assert table.index(str(run.pk)) < table.index("Ended study") and str(foreign.pk) in table
    assert str(foreign.pk) not in own and str(run.pk) in own
    with pytest.raises(CommandError, match="no organization 'none'"):
        call(organization="none")


def test_table_is_drawn_again_until_no_run_goes_on(run, monkeypatch):
    def end(seconds):
        assert seconds == command.LOOK_AGAIN_SECONDS
        EvaluationRun.objects.filter(pk=run.pk).update(status="completed")

    monkeypatch.setattr(command.time, "sleep", end)
    out = io.StringIO()
    out.isatty = lambda: True

    call_command("runs", watch=True, stdout=out)

    tables = out.getvalue().split(command.FROM_THE_TOP)[1:]
    assert len(tables) == 2 and "Running" in tables[0] and "Completed" in tables[-1]


def test_pause_stop_at_a_stage_resume_and_cancel(run):
    assert "Paused" in call("pause", str(run.pk))
    assert EvaluationRun.objects.get().status == "paused"
    assert "Begins nothing after score_gen." in call("stop-at", str(run.pk), "score_gen")
    assert EvaluationRun.objects.get().stop_at_stage == "score_gen"
    assert "lifted" in call("stop-at", str(run.pk)) and EvaluationRun.objects.get().stop_at_stage == ""
    assert "Goes on" in call("resume", str(run.pk)) and EvaluationRun.objects.get().status == "running"

    call("cancel", str(run.pk))

    assert EvaluationRun.objects.get().status == "cancelled"
    with pytest.raises(CommandError, match="cancelled"):
        call("resume", str(run.pk))


def test_retry_and_ask_anew(run):
    run.requests.update(state="failed")
    assert "No failed requests." in call("retry", str(run.pk), "score_critic")
    assert "4 failed requests queued again." in call("retry", str(run.pk))

    assert "asked anew" in call("ask-anew", str(run.pk), "score_gen")

    assert run.stages.get(position=0).request_version == 2


MISTAKES = [
    (["pause"], "There is no run"),
    (["pause", "x"], "There is no run 'x'"),
    (["dance"], "invalid choice"),
    (["stop-at", "{run}", "dance"], "Valid: score_gen, critic_answer, score_critic"),
    (["ask-anew", "{run}"], "Valid: score_gen"),
    (["retry", "{run}", "dance"], "Valid: score_gen, critic_answer, score_critic"),
]


def test_mistake_says_what_is_valid(run, rival):
    for words, told in MISTAKES:
        with pytest.raises(CommandError, match=told):
            call(*(word.format(run=run.pk) for word in words))
    with pytest.raises(CommandError, match="There is no run"):
        call("pause", str(run.pk), organization=rival.slug)


@pytest.mark.usefixtures("alone")
def test_repeat_begins_another_round_and_reused_answers_are_counted_apart(bob, monkeypatch):
    play(monkeypatch, saying())
    run = make_run(bob, rows=2)
    with pytest.raises(CommandError, match="still answering"):
        call("repeat", str(run.pk))
    finish(run)
    run.requests.filter(pk=run.requests.first().pk).update(reused_from=run.requests.last().pk)
    assert "1 reused" in call()

    said = call("repeat", str(run.pk))

    again = EvaluationRun.objects.get(round=2)
    assert f"Repetition 2 is started: {again.pk}" in said and f"{again}  repetition 2" in call()
    other = EvaluationRun.objects.create(organization=bob.organization, kind="prompt", status="completed")
    with pytest.raises(CommandError, match="Only a run over a task"):
        call("repeat", str(other.pk))
