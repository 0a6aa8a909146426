"""The list of attempts: every call with its tokens, duration and cost, found by what its request is about."""

import csv
import io

from django.urls import reverse

from reviews.models import LLMAttempt
from tests.lists.walks import Walk
from tests.reviews.kept import kept, people
from tests.reviews.machine import Script, failing, make_run, play, saying, work_until_quiet
from tests.statements import at_most

URL = reverse("reviews:attempts")


def world():
    return people(run=lambda bob: make_run(bob, rows=3))


acme, bob, run = map(kept, ("acme", "bob", "run"))


def numbers(client, query=""):
    return [line.row.number for line in client.get(f"{URL}?{query}").context["list"].lines]


def make_retried(run, monkeypatch):
    """One request of the run, done after a failure."""
    play(monkeypatch, Script(failing(error_class="timeout", message='=HYPERLINK("http://x")'), saying()))
    run.requests.exclude(pk=run.requests.first().pk).update(state="cancelled")
    work_until_quiet(run)
    return run.requests.get(state="done")


def test_each_attempt_is_a_row_and_leads_to_it(bob, client_of, run, monkeypatch):
    request, client = make_retried(run, monkeypatch), client_of(bob)

    page = client.get(URL).content.decode()

    assert numbers(client) == [2, 1]
    assert f"{reverse('reviews:request_detail', args=[request.pk])}#try-1" in page
    assert "The provider timed out" in page and "$0.0010" in page


def test_searched_and_filtered(bob, client_of, run, monkeypatch):
    request, client = make_retried(run, monkeypatch), client_of(bob)

    assert numbers(client, "status=ok") == [2] == numbers(client, "cost_status=priced")
    assert numbers(client, "error=timeout") == [1] == numbers(client, "status=retryable")
    assert numbers(client, f"request={request.pk}") == [2, 1] == numbers(client, f"q={request.pk}")
    assert numbers(client, f"run={run.pk}") == [2, 1] == numbers(client, "q=careful") == numbers(client, "run=careful")
    assert numbers(client, "model=gpt") == [] == numbers(client, "stage=score_critic") == numbers(client, "q=gpt")
    assert numbers(client, f"prompt_version={request.stage.prompt_version}&sort=started_at") == [1, 2]
    assert numbers(client, "simulated=true&until=2026-01-01") == []


def test_file_has_a_row_for_each_attempt_and_no_formula(bob, client_of, run, monkeypatch):
    make_retried(run, monkeypatch)
    response = client_of(bob).get(
        f"{URL}?sort=started_at&format=csv&columns=attempt,status,error_message,cost_usd,prompt_tokens,run_id,simulated"
    )

    first, second = csv.DictReader(io.StringIO(b"".join(response.streaming_content).decode("utf-8-sig")))

    assert (first["status"], first["error_message"]) == ("retryable", '\'=HYPERLINK("http://x")')
    assert (second["attempt"], second["status"], second["cost_usd"]) == ("2", "ok", "0.0010000000")
    assert (second["prompt_tokens"], second["run_id"], second["simulated"]) == ("100", str(run.pk), "true")


def test_rows_are_read_again_while_a_call_is_sent(bob, client_of, run, monkeypatch):
    make_retried(run, monkeypatch)
    client = client_of(bob)
    assert not client.get(URL).context["list"].is_live

    LLMAttempt.objects.filter(number=1).update(status="sent")

    assert client.get(URL).context["list"].is_live


def test_many_attempts_cost_no_more_statements_than_one(bob, client_of, run, monkeypatch):
    play(monkeypatch, saying())
    other = make_run(bob, rows=9)
    work_until_quiet(run)
    client = client_of(bob)
    client.get(URL)
    work_until_quiet(other)

    with at_most(8):
        assert len(numbers(client)) == 12


def test_other_organizations_find_nothing(mallory, bob, client_of, run, monkeypatch):
    request = make_retried(run, monkeypatch)

    assert numbers(client_of(mallory)) == [] == numbers(client_of(mallory), f"request={request.pk}")


def walk(organization, member):
    run = make_run(member, rows=9)
    stage = run.stages.get()
    for number, request in enumerate(run.requests.all()):
        status = "ok" if number % 2 else "fatal"
        LLMAttempt.objects.create(request=request, number=1, status=status, prompt_tokens=10, completion_tokens=2)
    return Walk(URL, search=stage.model, filter="status", value="fatal")
