"""The Models tab: add a model, watch it, pause, cancel, try again; failures and costs in words."""

import pytest
from django.urls import reverse

from annotations.models import Annotator
from reviews.engine.client.exchange import FATAL
from reviews.models import EvaluationRun
from reviews.scorers.prompts.prompt import prompt_versions
from tests import factories
from tests.reviews.kept import kept, people
from tests.reviews.machine import failing, finish, make_run, play, saying, work_once, work_until_quiet
from tests.reviews.scorers import second_judge
from tests.undoing import undone

pytestmark = pytest.mark.usefixtures("no_broker")

SIMULATED = ["simulated-careful", "simulated-hasty"]


def world():
    return people(
        task=lambda bob: factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))
    )


acme, bob, task = map(kept, ("acme", "bob", "task"))


def url(task):
    return reverse("reviews:task_machines", args=[task.pk])


def add(client, task, **fields):
    fields = {"model": "simulated-careful", "prompt_version": "questions.v1", **fields}
    return client.post(reverse("reviews:machine_add", args=[task.pk]), fields, follow=True)


def change(client, run, name, **fields):
    return client.post(reverse(f"reviews:{name}", args=[run.task_id, run.pk]), fields, follow=True)


def test_page_without_a_model_says_what_one_does_and_offers_what_can_be_asked(bob, task, client_of, no_keys):
    client = client_of(bob)

    answer = client.get(url(task))

    page, form = answer.content.decode(), answer.context["form"]
    assert "No models yet" in page and "Add a model" in page
    assert reverse("reviews:machine_estimate", args=[task.pk]) in page
    assert [version for version, _ in form.fields["prompt_version"].choices] == ["", *prompt_versions()]
    assert "experiment" not in str(form["prompt_version"]) and "score_critic" not in str(form["prompt_version"])
    assert (form["model"].value(), answer.context["suggested"]) == ("simulated-careful", SIMULATED)

    no_keys.setenv("OPENAI_API_KEY", "a-key")

    found = client.get(url(task)).context
    assert (found["form"]["model"].value(), found["suggested"]) == ("", ["openai/gpt-4o-mini", *SIMULATED])


def test_method_is_asked_for_where_there_are_several(bob, task, client_of):
    client = client_of(bob)

    with second_judge.registered():
        form = client.get(url(task)).context["form"]
        assert [key for key, _title in form.fields["method"].choices] == ["g_eval", "questions", "twice_read"]
        assert form["method"].value() == "questions"

        refused = add(client, task, method="twice_read", prompt_version="questions.v1")
        page = add(client, task, method="twice_read", prompt_version="").content.decode()

        assert refused.status_code == 422 and "prompt_version" in refused.context["form"].errors
        annotator = EvaluationRun.objects.get().stages.get().annotator
        assert (annotator.method, annotator.prompt_version) == ("twice_read", "questions.v2")
        assert "Trial on 3 items" in page


def test_model_is_tried_on_three_items_first(bob, task, client_of):
    page = add(client_of(bob), task, name="Careful", parameters='{"temperature": 0.5}').content.decode()

    run = EvaluationRun.objects.get()
    assert run.stages.get().annotator.parameters == {"temperature": 0.5} and run.requests.count() == 3
    assert (run.kind, run.task) == ("prompt", None)
    assert "Careful" in page and "Simulated" in page and "The trial is running." in page
    again = add(client_of(bob), task, name="Bob's", parameters='{"temperature": 0.5}').content.decode()
    assert "already here as “Careful” and keeps that name." in again


def test_mistake_is_shown_and_what_was_typed_kept(bob, task, client_of):
    cases = [
        ({"model": ""}, "required"),
        ({"model": "a b"}, "The model is"),
        ({"parameters": "{"}, "JSON"),
        ({"parameters": "[]"}, "JSON object"),
        ({"parameters": '{"api_base": "http://x"}'}, "unknown"),
        ({"prompt_version": "gone"}, "gone"),
    ]
    client = client_of(bob)
    for fields, words in cases:
        with undone():
            answer = add(client, task, name="My judge", **fields)

            assert answer.status_code == 422
            assert words in answer.content.decode() and "My judge" in answer.content.decode()
            assert not EvaluationRun.objects.exists()


def test_missing_keys_are_told(bob, task, client_of, no_keys):
    client = client_of(bob)
    for model, words in [("openai/gpt-4o-mini", "Set OPENAI_API_KEY"), ("nonsense-model", "no known provider")]:
        answer = add(client, task, model=model)

        assert answer.status_code == 422 and words in answer.content.decode()
        assert 'href="/organization/keys/"' in answer.content.decode().split("<form", 1)[1]
        assert not EvaluationRun.objects.exists() and not Annotator.objects.machines().exists()

    no_keys.setenv("OPENAI_API_KEY", "a-key")
    client = client_of(bob)
    make_run(bob, task=task, model="openai/gpt-4o-mini")
    no_keys.delenv("OPENAI_API_KEY")
    work_once(EvaluationRun.objects.get())
    page = client.get(url(task)).content.decode()
    assert "Set OPENAI_API_KEY" in page and "Automatic retry:" in page and "Retry now" in page


def test_fragment_is_polled_while_there_is_work_and_no_longer(bob, task, client_of, monkeypatch):
    play(monkeypatch, saying())
    run = make_run(bob, task=task)
    client = client_of(bob)
    fragment = client.get(url(task), headers={"HX-Request": "true"}).content.decode()
    assert "every 3s" in fragment and "<html" not in fragment
    for status, words in [("DRAFT", "Starts when"), ("PAUSED", "Continues when"), ("COMPLETED", "reopened")]:
        type(task).objects.update(status=status)
        fragment = client.get(url(task), headers={"HX-Request": "true"}).content.decode()
        assert words in fragment and "every 3s" not in fragment, status
    type(task).objects.update(status="ACTIVE")

    work_until_quiet(run)

    fragment = client.get(url(task), headers={"HX-Request": "true"}).content.decode()
    assert "every 3s" not in fragment and "3 of 3 items answered" in fragment
    assert "300 in, 60 out" in fragment and "$0.0030" in fragment


def test_failures_are_told_with_their_reason_and_an_unknown_price_is_not_zero(bob, task, client_of, monkeypatch):
    play(monkeypatch, failing(FATAL, "refused", "<b>I will not</b>"))
    run = make_run(bob, task=task)
    type(run.annotator).objects.update(simulated=False)
    work_until_quiet(run)

    page = client_of(bob).get(url(task)).content.decode()

    assert "3 failed" in page and "refused to answer" in page and "Items 1, 2, 3" in page
    assert "&lt;b&gt;I will not&lt;/b&gt;" in page and "<b>I will" not in page
    assert "Retry 3" in page and "Have people answer these items" in page
    assert "no known price" in page and "not reported" in page and "$0" not in page


def test_pause_resume_cancel_and_retry(bob, task, client_of):
    run, client = make_run(bob, task=task), client_of(bob)

    assert "Resume" in change(client, run, "run_state", desired_state="pause").content.decode()
    assert "Pause" in change(client, run, "run_state", desired_state="run").content.decode()
    run.requests.filter(item__position=0).update(state="failed")
    assert "1 failed request queued again" in change(client, run, "run_retry").content.decode()
    assert "Cancelled" in change(client, run, "run_state", desired_state="cancel").content.decode()
    assert set(run.requests.values_list("state", flat=True)) == {"cancelled"}


def test_forms_are_shown_to_admins_only(bob, rita, task, client_of):
    make_run(bob, task=task)

    page = client_of(rita).get(url(task)).content

    assert b"Add a model" not in page and b"Cancel remaining" not in page


def test_price_and_time_stand_beside_the_form_before_a_start(bob, task, client_of):
    address = reverse("reviews:machine_estimate", args=[task.pk])
    fields = {"model": "simulated-careful", "prompt_version": "questions.v1"}
    client = client_of(bob)

    page = client.get(address, fields).content.decode()

    assert "About 9 requests: $0 (simulated), time unknown" in page and 'value="simulated-careful"' in page
    assert EvaluationRun.objects.count() == 0
    wrong = client.get(address, fields | {"model": "no model!"})
    assert wrong.status_code == 422 and "The model is" in wrong.content.decode()


def test_model_answers_again_as_a_repetition(bob, client_of, monkeypatch):
    play(monkeypatch, saying())
    run, client = make_run(bob, rows=2), client_of(bob)
    assert "Run again as a new repetition" not in client.get(url(run.task)).content.decode()
    finish(run)
    assert "Run again as a new repetition" in client.get(url(run.task)).content.decode()

    page = change(client, run, "run_repeat").content.decode()

    again = EvaluationRun.objects.get(round=2)
    assert "Repetition 2 is started" in page and "Run again as a new repetition" not in page
    finish(again)
    shown = client.get(reverse("reviews:run_detail", args=[again.pk])).content.decode()
    assert "Agreement with itself" in shown and "Repetition 2" in shown
    assert "repetition 2" in client.get(reverse("reviews:run_list")).content.decode()
