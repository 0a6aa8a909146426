"""Items that a model has not judged: told by state, asked again by those who may; and accepting many at once."""

import pytest
from django.urls import reverse

from evalhub.lib.reasons import TEXT
from reviews.models import Audit, AuditOpening, LLMRequest
from tests import factories
from tests.reviews.listing import list_all
from tests.statements import at_most
from tests.undoing import undone

LIST, ACCEPT = "/audit/waiting/", "/audit/accept/"


@pytest.fixture
def run(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=3))
    machine = factories.make_llm_annotator(acme, name="Kestrel judge")
    return factories.make_run(task, machine)


def ask(run, **fields):
    item = run.task.items.exclude(pk__in=LLMRequest.objects.values("item")).first()
    return factories.make_request(run, item, **fields)


def url(row, name="audit_request"):
    return reverse(f"reviews:{name}", args=[row.pk])


def test_state_in_words(run, rita, client_of):
    cases = [
        ({"state": "waiting"}, "the request is waiting"),
        ({"state": "running", "lease_owner": "w"}, "the request is running"),
        ({"state": "failed", "error_class": "timeout"}, "the request failed"),
        ({"state": "failed", "error_class": "unparsable_answer"}, "answer does not match the form"),
    ]
    client = client_of(rita)
    for fields, words in cases:
        with undone():
            row = ask(run, error_message=TEXT("said <b>so</b>"), **fields)

            page = client.get(url(row)).content.decode()

            assert words in page and "Kestrel judge" in page and "said &lt;b&gt;so" in page
            assert url(row) in client.get(LIST).content.decode()


def test_only_those_who_manage_ask_again(run, rita, bob, client_of):
    row = ask(run, state="failed", error_class="timeout")

    assert "An admin can rerun the model" in client_of(rita).get(url(row)).content.decode()
    assert client_of(rita).post(url(row, "audit_retry")).status_code == 403
    assert client_of(bob).post(url(row, "audit_retry")).status_code == 302
    row.refresh_from_db()
    assert row.state == "waiting"
    assert client_of(bob).post(url(row, "audit_retry")).status_code == 409


def test_answered_request_leads_to_its_answer(run, rita, client_of):
    row = ask(run)
    said = factories.make_annotation(row.item, run.annotator)
    LLMRequest.objects.update(annotation=said, state="done")

    assert client_of(rita).get(url(row)).url == reverse("reviews:audit_item", args=[said.pk])


def test_list_of_audits_tells_what_is_not_there(run, rita, client_of):
    ask(run, state="failed", error_class="timeout")
    ask(run)

    page = client_of(rita).get("/audit/").content.decode()

    assert "2 items have no answer yet" in page and "1 failed" in page


def test_nothing_owed(rita, client_of):
    assert "All models have answered" in client_of(rita).get(LIST).content.decode()


def test_other_organizations_see_nothing(run, mallory, client_of):
    row = ask(run, state="failed", error_class="timeout")

    assert url(row) not in client_of(mallory).get(LIST).content.decode()
    assert client_of(mallory).get(url(row)).status_code == 404
    assert client_of(mallory).post(url(row, "audit_retry")).status_code == 404


def test_list_costs_the_same_for_many(run, rita, client_of):
    for _ in range(3):
        ask(run)
    client = client_of(rita)
    client.get(LIST)

    with at_most(7):
        client.get(LIST)


@pytest.fixture
def opened(run, rita):
    said = [factories.make_annotation(item, run.annotator) for item in run.task.items.all()]
    auditor = factories.make_annotator(rita)
    AuditOpening.objects.bulk_create(
        AuditOpening(annotation=row, auditor=auditor, seconds_in_view=4) for row in said[:2]
    )
    list_all()
    return said


def test_button_shows_how_many_and_the_page_asks_first(opened, rita, bob, client_of):
    client = client_of(rita)

    assert "Accept 2 opened answers" in client.get("/audit/").content.decode()
    assert "opened answer" not in client_of(bob).get("/audit/").content.decode()
    page = client.get(ACCEPT).content.decode()
    assert "Audits are final and cannot be undone." in page and 'name="count" value="2"' in page
    assert not Audit.objects.exists()
    answer = client.post(ACCEPT, {"count": "2"}, follow=True)
    assert "2 answers accepted." in answer.content.decode() and Audit.objects.count() == 2


def test_another_number_is_a_conflict(opened, rita, client_of):
    cases = ["3", "", "x", "-2"]
    client = client_of(rita)
    for count in cases:
        with undone():
            answer = client.post(ACCEPT, {"count": count})

            assert answer.status_code == 409 and b"The list has changed: 2 answers" in answer.content
            assert not Audit.objects.exists()


def test_filters_are_kept(opened, rita, client_of):
    client = client_of(rita)

    assert client.post(ACCEPT, {"count": "0", "why": "missing"}).url.endswith("?why=missing")
    assert not Audit.objects.exists()
