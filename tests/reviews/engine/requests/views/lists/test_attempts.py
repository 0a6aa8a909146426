"""The list of attempts: every call with its tokens, duration and cost, found by what its request is about."""

import csv
import io

from django.urls import reverse

from reviews.models import LLMAttempt
from tests.lists.walks import Walk, shown
from tests.reviews.kept import kept, people
from tests.reviews.machine import Script, failing, make_run, play, saying, work_until_quiet

URL = reverse("reviews:attempts")


def world():
    return people(run=lambda bob: make_run(bob, rows=3))


acme, bob, run = map(kept, ("acme", "bob", "run"))


def numbers(member, query=""):
    return [line.row.number for line in shown("attempts", member, f"?{query}").lines]


def make_retried(run, monkeypatch):
    """One request of the run, done after a failure."""
    play(monkeypatch, Script(failing(error_class="timeout", message='=HYPERLINK("http://x")'), saying()))
    run.requests.exclude(pk=run.requests.first().pk).update(state="cancelled")
    work_until_quiet(run)
    return run.requests.get(state="done")


def test_each_attempt_is_a_row_on_the_page_and_in_the_file(bob, client_of, run, monkeypatch):
    request, client = make_retried(run, monkeypatch), client_of(bob)

    answer, page = client.get(URL), client.get(URL).content.decode()
    response = client.get(
        f"{URL}?sort=started_at&format=csv&columns=attempt,status,error_message,cost_usd,prompt_tokens,run_id,simulated"
    )

    assert [line.row.number for line in answer.context["list"].lines] == [2, 1]
    assert f"{reverse('reviews:request_detail', args=[request.pk])}#try-1" in page
    assert "The provider timed out" in page and "$0.0010" in page
    first, second = csv.DictReader(io.StringIO(b"".join(response.streaming_content).decode("utf-8-sig")))
    assert (first["status"], first["error_message"]) == ("retryable", '\'=HYPERLINK("http://x")')
    assert (second["attempt"], second["status"], second["cost_usd"]) == ("2", "ok", "0.0010000000")
    assert (second["prompt_tokens"], second["run_id"], second["simulated"]) == ("100", str(run.pk), "true")
    assert not answer.context["list"].is_live
    LLMAttempt.objects.filter(number=1).update(status="sent")
    assert shown("attempts", bob).is_live


def test_searched_and_filtered(bob, mallory, run, monkeypatch):
    request = make_retried(run, monkeypatch)

    assert numbers(bob, "status=ok") == [2] == numbers(bob, "cost_status=priced")
    assert numbers(bob, "error=timeout") == [1] == numbers(bob, "status=retryable")
    assert numbers(bob, f"request={request.pk}") == [2, 1] == numbers(bob, f"q={request.pk}")
    assert numbers(bob, f"run={run.pk}") == [2, 1] == numbers(bob, "q=careful") == numbers(bob, "run=careful")
    assert numbers(bob, "model=gpt") == [] == numbers(bob, "stage=score_critic") == numbers(bob, "q=gpt")
    assert numbers(bob, f"prompt_version={request.stage.prompt_version}&sort=started_at") == [1, 2]
    assert numbers(bob, "simulated=true&until=2026-01-01") == []
    assert numbers(mallory) == [] == numbers(mallory, f"request={request.pk}")


def walk(organization, member):
    run = make_run(member, rows=9)
    stage = run.stages.get()
    for number, request in enumerate(run.requests.all()):
        status = "ok" if number % 2 else "fatal"
        names = ("prompt_tokens", "completion_tokens", "cached_tokens", "reasoning_tokens", "latency_ms")
        known = dict.fromkeys(names, number) | {"cost_status": "priced", "cost_usd": number} if number % 3 else {}
        LLMAttempt.objects.create(request=request, number=1 + number // 5, status=status, **known)
    return Walk(URL, search=stage.model, filter="status", value="fatal")
