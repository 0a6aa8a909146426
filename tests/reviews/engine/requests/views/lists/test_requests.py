"""The ledger: requests searched, filtered and sorted, over the API too, and taken home as CSV."""

import csv
import datetime
import io

from django.urls import reverse
from django.utils import timezone

from reviews.engine.client.exchange import FATAL
from reviews.models import EvaluationRun, LLMRequest, RunStage
from tests.lists.walks import Walk, shown
from tests.reviews.costs_world import make_answered
from tests.reviews.kept import kept, people
from tests.reviews.machine import Script, failing, make_run, play, saying, work_once, work_until_quiet

URL = reverse("reviews:ledger")


def world():
    return people(run=lambda bob: make_run(bob, rows=3))


acme, bob, run = map(kept, ("acme", "bob", "run"))


def found(member, query=""):
    """The ids that are found, newest first."""
    return [line.row.pk for line in shown("requests", member, f"?{query}").lines]


def table(client, query="", url=URL):
    response = client.get(f"{url}?{query}&format=csv")
    return list(csv.DictReader(io.StringIO(b"".join(response.streaming_content).decode("utf-8-sig"))))


def test_other_organizations_find_nothing_and_are_told_what_will_be_here(mallory, client_of, api_of, run):
    client = client_of(mallory)

    page = client.get(URL)

    assert "No requests yet" in page.content.decode() and page.context["list"].lines == []
    foreign = client.get(f"{URL}?run={run.pk}").context["list"]
    assert [chip.text for chip in foreign.chips] == [str(run.pk)] and foreign.lines == []
    assert table(client) == [] and api_of(mallory).get("/v1/requests").json()["requests"] == []


def test_request_is_shown_with_its_attempts_while_it_is_under_way_and_after(bob, client_of, run, monkeypatch):
    play(monkeypatch, Script(failing(message="Internal <error>."), saying()))
    client, old = client_of(bob), run.requests.first()
    assert client.get(URL).context["list"].is_live
    work_until_quiet(run)
    LLMRequest.objects.filter(pk=old.pk).update(replaced=True)
    EvaluationRun.objects.update(status="cancelled")

    answer = client.get(URL)

    page, shown = answer.content.decode(), answer.context["list"]
    row = shown.lines[-1].row
    assert (row.pk, row.spent.tries, row.spent.tokens) == (old.pk, 2, 120) and "$0.0010" in page
    assert "Done" in page and "Item 1" in page and "Replaced</span>" in page and not shown.is_live
    assert old.pk not in found(bob, "replaced=false")


def test_row_and_page_lead_to_the_version_of_the_prompt(bob, client_of, run):
    program = EvaluationRun.objects.create(kind="prompt", organization=bob.organization, name="By a program")
    stage = RunStage.objects.create(run=program, name="p", kind="prompt", position=0, prompt_version="plain")
    plain, client = LLMRequest.objects.create(run=program, stage=stage, target=1), client_of(bob)
    asked = run.requests.first()
    href = f"{reverse('reviews:prompt_find')}?version={asked.stage.prompt_version}"

    assert f'href="{href}"' in client.get(URL).content.decode()
    assert f'href="{href}"' in client.get(reverse("reviews:request_detail", args=[asked.pk])).content.decode()
    assert client.get(href).status_code == 302
    assert "version=plain" not in client.get(f"{URL}?run={program.pk}").content.decode()
    assert "version=plain" not in client.get(reverse("reviews:request_detail", args=[plain.pk])).content.decode()


def test_each_filter_narrows_on_the_page_and_in_the_api(bob, client_of, api_of, run, monkeypatch):
    play(monkeypatch, failing(FATAL, "refused", "No."))
    work_once(run)
    other = make_run(bob, model="anthropic/simulated-hasty")
    failed, client, api = run.requests.get(state="failed"), client_of(bob), api_of(bob)
    of_run, all_of_run = ([*each.requests.order_by("-pk").values_list("pk", flat=True)] for each in (other, run))
    undecided = [pk for pk in all_of_run if pk != failed.pk]

    for query, wanted in [
        (f"request={failed.pk}", [failed.pk]),
        (f"q={failed.pk}", [failed.pk]),
        (f"item={failed.item_id}", [failed.pk]),
        (f"run={other.pk}", of_run),
        ("run=hasty", of_run),
        ("model=anthropic", of_run),
        ("q=HASTY", of_run),
        ("q=anthropic/", of_run),
        ("stage=score_gen", of_run + all_of_run),
        ("stage=score_critic", []),
        ("state=failed", [failed.pk]),
        ("error=refused", [failed.pk]),
        ("error=timeout", []),
        ("run=simulated-careful&state=waiting,running", undecided),
        (f"prompt_version={failed.stage.prompt_version}", of_run + all_of_run),
        ("prompt_version=questions", []),
        ("model=%27%3B--", []),
        ("request=999999999999999999", []),
        ("q=9999999999999999999", []),
        ("run=%25", []),
    ]:
        assert found(bob, query) == wanted, query
    for query in ("state=failed,done", "run=hasty", "error=refused", "model=anthropic", "replaced=true"):
        told = [int(each["request_id"]) for each in api.get(f"/v1/requests?{query}").json()["requests"]]
        assert told == found(bob, query), query
    listed = api.get(f"/v1/runs/{run.pk}/requests?state=failed").json()["requests"]
    assert [each["error_class"] for each in listed] == ["refused"]
    assert api.get("/v1/requests?state=gone").status_code == 400
    assert str(run) in [chip.text for chip in client.get(f"{URL}?run={run.pk}").context["list"].chips]


def test_error_of_an_attempt_is_found_while_its_request_is_not_decided(bob, run, monkeypatch):
    play(monkeypatch, failing(error_class="timeout"))
    request = work_once(run)
    assert found(bob, "error=timeout") == [request.pk]

    LLMRequest.objects.filter(pk=request.pk).update(state="failed", error_class="refused")

    assert found(bob, "error=timeout") == []


def test_days_are_taken_in_whole(bob, run):
    first, second, third = run.requests.order_by("pk")
    for request, day in ((first, 1), (second, 2), (third, 3)):
        moment = datetime.datetime(2026, 3, day, 23, 59, 59, tzinfo=datetime.UTC)
        LLMRequest.objects.filter(pk=request.pk).update(created_at=moment)

    assert found(bob, "since=2026-03-02") == [third.pk, second.pk]
    assert found(bob, "until=2026-03-02") == [second.pk, first.pk]
    assert found(bob, "since=2026-03-02&until=2026-03-02") == [second.pk]
    assert len(found(bob, "until=9999-12-31")) == 3


def test_address_that_cannot_be_used_says_what_is_valid(bob, client_of):
    for query in (
        "request=abc",
        "request=-1",
        "state=gone",
        "since=31.3.2026",
        "until=2026-02-30",
        "run=%00",
        "after=x",
    ):
        assert "Valid: " in shown("requests", bob, f"?{query}").problem, query
    answer = client_of(bob).get(f"{URL}?request=abc")
    assert answer.status_code == 422 and "Valid: " in answer.content.decode()


def test_file_has_the_costs_and_no_formula(bob, client_of, run, monkeypatch):
    said = '=HYPERLINK("http://x")\nmore'
    play(monkeypatch, Script(failing(FATAL, "refused", said), saying()))
    run.requests.exclude(pk=run.requests.first().pk).update(state="cancelled")
    work_once(run)
    client, tomorrow = client_of(bob), (timezone.now() + datetime.timedelta(days=1)).date()

    (row,) = table(client, "state=failed&columns=request,state,attempts,cost_usd,error_message,run,prompt_version")

    assert (row["state"], row["attempts"], row["run"]) == ("failed", "1", str(run))
    assert row["error_message"].startswith("'=HYPERLINK") and row["prompt_version"] == run.stages.get().prompt_version
    assert table(client, f"since={tomorrow}") == []


def walk(organization, member):
    make_run(member, rows=4)
    make_run(member, rows=4, model="anthropic/simulated-hasty").requests.update(state="cancelled")
    make_answered(organization)
    return Walk(URL, search="hasty", filter="state", value="cancelled")
