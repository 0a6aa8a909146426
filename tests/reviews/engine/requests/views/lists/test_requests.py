"""The ledger: requests searched, filtered and sorted, over the API too, and taken home as CSV."""

import csv
import datetime
import io

import pytest
from django.urls import reverse
from django.utils import timezone

from reviews.engine.client.exchange import FATAL
from reviews.models import EvaluationRun, LLMRequest, RunStage
from tests import factories
from tests.lists.walks import Walk
from tests.reviews.kept import kept, people
from tests.reviews.machine import Script, failing, make_run, play, saying, work_once, work_until_quiet
from tests.statements import at_most
from tests.undoing import undone

URL = reverse("reviews:ledger")


def world():
    return people(run=lambda bob: make_run(bob, rows=3))


acme, bob, run = map(kept, ("acme", "bob", "run"))


def lines(client, query="", url=URL):
    return client.get(f"{url}?{query}").context["list"].lines


def found(client, query=""):
    """The ids that are found, newest first."""
    return [line.row.pk for line in lines(client, query)]


def table(client, query="", url=URL):
    response = client.get(f"{url}?{query}&format=csv")
    return list(csv.DictReader(io.StringIO(b"".join(response.streaming_content).decode("utf-8-sig"))))


def test_ledger_without_requests_says_what_will_be_here(mallory, client_of):
    assert "No requests yet" in client_of(mallory).get(URL).content.decode()


def test_request_is_shown_with_its_attempts(bob, client_of, run, monkeypatch):
    play(monkeypatch, Script(failing(message="Internal <error>."), saying()))
    work_until_quiet(run)
    client = client_of(bob)

    page, row = client.get(URL).content.decode(), lines(client)[-1].row

    assert (row.spent.tries, row.spent.tokens) == (2, 120) and "$0.0010" in page and "Done" in page
    assert "Item 1" in page


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


def test_each_filter_narrows(bob, client_of, run, monkeypatch):
    play(monkeypatch, failing(FATAL, "refused", "No."))
    work_once(run)
    other = make_run(bob, model="anthropic/simulated-hasty")
    failed, client = run.requests.get(state="failed"), client_of(bob)

    assert found(client, f"request={failed.pk}") == [failed.pk] == found(client, f"q={failed.pk}")
    assert found(client, f"item={failed.item_id}") == [failed.pk]
    assert found(client, f"run={other.pk}") == found(client, "run=hasty") == found(client, "model=anthropic")
    assert found(client, "q=HASTY") == found(client, "q=anthropic/") == found(client, f"run={other.pk}") != []
    assert len(found(client, "stage=score_gen")) == 4 and found(client, "stage=score_critic") == []
    assert found(client, "state=failed") == found(client, "error=refused") == [failed.pk]
    assert found(client, "error=timeout") == []
    assert len(found(client, "run=simulated-careful&state=waiting,running")) == 2
    assert len(found(client, f"prompt_version={failed.stage.prompt_version}")) == 4
    assert found(client, "prompt_version=questions") == []


def test_run_of_a_filter_is_named(bob, client_of, mallory, run):
    assert str(run) in [chip.text for chip in client_of(bob).get(f"{URL}?run={run.pk}").context["list"].chips]
    foreign = client_of(mallory).get(f"{URL}?run={run.pk}").context["list"]
    assert [chip.text for chip in foreign.chips] == [str(run.pk)] and foreign.lines == []


def test_error_of_an_attempt_is_found_while_its_request_is_not_decided(bob, client_of, run, monkeypatch):
    play(monkeypatch, failing(error_class="timeout"))
    request, client = work_once(run), client_of(bob)
    assert found(client, "error=timeout") == [request.pk]

    LLMRequest.objects.filter(pk=request.pk).update(state="failed", error_class="refused")

    assert found(client, "error=timeout") == []


def test_days_are_taken_in_whole(bob, client_of, run):
    first, second, third = run.requests.order_by("pk")
    for request, day in ((first, 1), (second, 2), (third, 3)):
        moment = datetime.datetime(2026, 3, day, 23, 59, 59, tzinfo=datetime.UTC)
        LLMRequest.objects.filter(pk=request.pk).update(created_at=moment)
    client = client_of(bob)

    assert found(client, "since=2026-03-02") == [third.pk, second.pk]
    assert found(client, "until=2026-03-02") == [second.pk, first.pk]
    assert found(client, "since=2026-03-02&until=2026-03-02") == [second.pk]
    assert len(found(client, "until=9999-12-31")) == 3


def test_replaced_requests_can_be_left_out(bob, client_of, run):
    old = run.requests.first()
    LLMRequest.objects.filter(pk=old.pk).update(replaced=True)
    client = client_of(bob)

    assert old.pk in found(client) and old.pk not in found(client, "replaced=false")
    assert "Replaced</span>" in client.get(URL).content.decode()


@pytest.mark.parametrize(
    "query", ["request=abc", "request=-1", "state=gone", "since=31.3.2026", "until=2026-02-30", "run=%00", "after=x"]
)
def test_address_that_cannot_be_used_says_what_is_valid(bob, client_of, run, query):
    answer = client_of(bob).get(f"{URL}?{query}")

    assert answer.status_code == 422 and "Valid: " in answer.content.decode()


def test_odd_texts_find_nothing(bob, client_of, run):
    for query in ("model=%27%3B--", "error=x", "request=999999999999999999", "q=9999999999999999999", "run=%25"):
        assert found(client_of(bob), query) == []


def test_api_narrows_as_the_page_does(bob, client_of, api_of, run, monkeypatch):
    play(monkeypatch, failing(FATAL, "refused", "No."))
    work_once(run)
    make_run(bob, model="anthropic/simulated-hasty")
    api, client = api_of(bob), client_of(bob)

    for query in (
        "state=failed,done",
        "run=hasty",
        "error=refused",
        "model=anthropic",
        f"run={run.pk}",
        "replaced=true",
    ):
        told = [int(each["request_id"]) for each in api.get(f"/v1/requests?{query}").json()["requests"]]
        assert told == found(client, query), query
    of_run = api.get(f"/v1/runs/{run.pk}/requests?state=failed").json()["requests"]
    assert [each["error_class"] for each in of_run] == ["refused"]
    assert api.get("/v1/requests?state=gone").status_code == 400


def test_rows_are_read_again_while_requests_are_under_way(bob, client_of, run):
    client = client_of(bob)
    assert client.get(URL).context["list"].is_live

    EvaluationRun.objects.update(status="cancelled")

    assert not client.get(URL).context["list"].is_live


def test_many_requests_cost_no_more_statements_than_one(bob, client_of, run, monkeypatch):
    play(monkeypatch, failing(FATAL, "refused", "No."))
    work_until_quiet(run)
    make_run(bob, rows=20)
    client = client_of(bob)
    client.get(URL)

    with at_most(9):
        assert len(found(client)) == 23


def test_file_has_the_costs_and_no_formula(bob, client_of, run, monkeypatch):
    said = '=HYPERLINK("http://x")\nmore'
    play(monkeypatch, Script(failing(FATAL, "refused", said), saying()))
    run.requests.exclude(pk=run.requests.first().pk).update(state="cancelled")
    work_once(run)

    (row,) = table(
        client_of(bob), "state=failed&columns=request,state,attempts,cost_usd,error_message,run,prompt_version"
    )

    assert (row["state"], row["attempts"], row["run"]) == ("failed", "1", str(run))
    assert row["error_message"].startswith("'=HYPERLINK") and row["prompt_version"] == run.stages.get().prompt_version


def test_file_of_another_day_is_empty(bob, client_of, run):
    tomorrow = (timezone.now() + datetime.timedelta(days=1)).date()

    assert table(client_of(bob), f"since={tomorrow}") == []


def test_roles(bob, client_of, run):
    for role, status in (("reviewer", 200), ("viewer", 200), ("annotator", 403)):
        with undone():
            assert client_of(factories.make_member(bob.organization, role=role)).get(URL).status_code == status


def test_other_organizations_find_nothing(mallory, client_of, api_of, run):
    client = client_of(mallory)

    assert found(client) == found(client, f"run={run.pk}") == table(client) == []
    assert api_of(mallory).get("/v1/requests").json()["requests"] == []


def walk(organization, member):
    make_run(member, rows=4)
    make_run(member, rows=4, model="anthropic/simulated-hasty").requests.update(state="cancelled")
    return Walk(URL, search="hasty", filter="state", value="cancelled")
