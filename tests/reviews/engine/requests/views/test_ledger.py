"""The ledger: searched by texts, page by page, and taken home as CSV."""

import csv
import datetime
import io

from django.urls import reverse
from django.utils import timezone

from reviews.engine.client.exchange import FATAL
from reviews.engine.requests.views import ledger
from reviews.models import LLMAttempt, LLMRequest
from tests import factories
from tests.reviews.kept import kept, people
from tests.reviews.machine import Script, failing, make_run, play, saying, work_once, work_until_quiet
from tests.statements import at_most
from tests.undoing import undone

URL = reverse("reviews:ledger")


def world():
    return people(run=lambda bob: make_run(bob, rows=3))


acme, bob, run = map(kept, ("acme", "bob", "run"))


def found(client, query="", url=URL):
    """The ids that a search finds, newest first."""
    return [line.request.pk for line in client.get(f"{url}?{query}").context["lines"]]


def table(client, query="", url="reviews:ledger_csv", args=()):
    response = client.get(f"{reverse(url, args=args)}?{query}")
    text = b"".join(response.streaming_content).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_ledger_without_requests_says_what_will_be_here(mallory, client_of):
    assert "No requests yet" in client_of(mallory).get(URL).content.decode()


def test_request_is_shown_with_its_tries(bob, client_of, run, monkeypatch):
    play(monkeypatch, Script(failing(message="Internal <error>."), saying()))
    work_until_quiet(run)

    client = client_of(bob)
    page = client.get(URL).content.decode()

    line = client.get(URL).context["lines"][-1]
    assert (line.spent.tries, line.spent.tokens) == (2, 120) and "$0.0010" in page and "Done" in page


def test_each_text_narrows(bob, client_of, run, monkeypatch):
    play(monkeypatch, failing(FATAL, "refused", "No."))
    work_once(run)
    other = make_run(bob, model="anthropic/simulated-hasty")
    failed, client = run.requests.get(state="failed").pk, client_of(bob)

    assert found(client, f"request={failed}") == [failed]
    assert found(client, f"run={other.pk}") == found(client, "run=hasty") == found(client, "model=anthropic")
    assert len(found(client, "stage=score_gen")) == 4 and found(client, "stage=score_critic") == []
    assert found(client, "state=failed") == found(client, "error=refused") == [failed]
    assert found(client, "error=timeout") == []
    assert len(found(client, "run=simulated-careful&state=waiting")) == 2


def test_error_of_a_try_is_found_while_its_request_is_not_decided(bob, client_of, run, monkeypatch):
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

    assert old.pk in found(client) and old.pk not in found(client, "versions=current")
    assert "Replaced" in client.get(URL).content.decode()


def test_text_that_cannot_be_read_is_told(bob, client_of, run):
    cases = [
        ("request=abc", "the number of a request"),
        ("request=-1", "the number of a request"),
        ("state=gone", "waiting, running"),
        ("since=31.3.2026", "2026-03-31"),
        ("until=2026-02-30", "2026-03-31"),
        ("versions=old", "current"),
    ]
    client = client_of(bob)
    for query, words in cases:
        answer = client.get(f"{URL}?{query}")

        page = answer.content.decode()
        assert answer.status_code == 400 and words in page and "No requests match" in page
        assert client.get(f"{reverse('reviews:ledger_csv')}?{query}").status_code == 400


def test_odd_texts_break_nothing(bob, client_of, run):
    cases = ["run=%00", "model=%27%3B--", "error=%00x", "request=999999999999999999", "after=x"]
    client = client_of(bob)
    for query in cases:
        assert client.get(f"{URL}?{query}").status_code == 200


def test_pages_by_key_keep_the_search(bob, client_of, run):
    stage = run.stages.first()
    LLMRequest.objects.bulk_create(LLMRequest(run=run, stage=stage, target=10_000 + n) for n in range(60))
    client = client_of(bob)
    page = client.get(f"{URL}?state=waiting").context["page"]

    older = client.get(URL + page.after_query)

    assert len(page.rows) == 50 and len(older.context["lines"]) == 13
    assert "state=waiting" in page.after_query and "state=waiting" in older.context["page"].before_query


def test_many_requests_cost_no_more_statements_than_one(bob, client_of, run, monkeypatch):
    play(monkeypatch, failing(FATAL, "refused", "No."))
    work_until_quiet(run)
    make_run(bob, rows=20)
    client = client_of(bob)
    client.get(URL)

    with at_most(7):
        assert len(found(client)) == 23


def test_requests_of_a_run_are_a_page_of_their_own(bob, client_of, run):
    other, client = make_run(bob), client_of(bob)

    shown = found(client, url=reverse("reviews:run_requests", args=[run.pk]))

    assert set(shown) == set(run.requests.values_list("pk", flat=True))
    assert found(client, f"run={other.pk}", reverse("reviews:run_requests", args=[run.pk])) == []


def test_csv_has_a_row_for_each_try_and_no_formula(bob, client_of, run, monkeypatch):
    said = '=HYPERLINK("http://x")\nmore'
    play(monkeypatch, Script(failing(error_class="timeout", message=said), saying()))
    run.requests.exclude(pk=run.requests.first().pk).update(state="cancelled")
    work_until_quiet(run)

    first, second = table(client_of(bob), "state=done")

    assert (first["status"], first["error_message"]) == ("retryable", f"'{said}")
    assert (second["status"], second["cost_usd"], second["prompt_tokens"]) == ("ok", "0.0010000000", "100")
    assert second["run_id"] == str(run.pk) and second["attempt"] == "2" and second["simulated"] == "true"


def test_csv_is_read_in_pieces_and_narrowed(bob, client_of, run, monkeypatch):
    monkeypatch.setattr(ledger, "ROWS_PER_READ", 2)
    play(monkeypatch, saying())
    work_until_quiet(run)
    other = make_run(bob, rows=2)
    work_until_quiet(other)
    client = client_of(bob)

    assert len(table(client)) == 5
    assert len(table(client, url="reviews:run_requests_csv", args=[run.pk])) == 3
    assert table(client, "state=failed") == []


def test_csv_of_another_day_is_empty(bob, client_of, run, monkeypatch):
    play(monkeypatch, saying())
    work_once(run)
    tomorrow = (timezone.now() + datetime.timedelta(days=1)).date()

    assert table(client_of(bob), f"since={tomorrow}") == [] and LLMAttempt.objects.count() == 1


def test_roles(bob, client_of, run):
    cases = [("reviewer", 200), ("viewer", 200), ("annotator", 403)]
    for role, status in cases:
        with undone():
            client = client_of(factories.make_member(bob.organization, role=role))

            for path in (URL, reverse("reviews:ledger_csv"), reverse("reviews:run_requests", args=[run.pk])):
                assert client.get(path).status_code == status


def test_other_organizations_find_nothing(mallory, client_of, run, monkeypatch):
    play(monkeypatch, saying())
    work_once(run)
    client = client_of(mallory)

    assert found(client) == found(client, f"run={run.pk}") == [] and table(client) == []
    assert client.get(reverse("reviews:run_requests", args=[run.pk])).status_code == 404
    assert client.get(reverse("reviews:run_requests_csv", args=[run.pk])).status_code == 404
