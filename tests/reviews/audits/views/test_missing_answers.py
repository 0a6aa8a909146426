"""Items that a model has not judged: told by state, asked again by those who may; and accepting many at once."""

import pytest
from django.urls import reverse

from evalhub.lib.reasons import TEXT
from reviews.models import Audit, AuditOpening, LLMRequest
from tests import factories
from tests.reviews.kept import kept, people
from tests.reviews.listing import list_all
from tests.statements import at_most
from tests.undoing import undone

LIST, ACCEPT = "/audit/waiting/", "/audit/accept/"


def world():
    made = people()
    task = factories.make_task(factories.make_version(factories.make_dataset(made.acme), rows=3))
    made.run = factories.make_run(task, factories.make_llm_annotator(made.acme, name="Kestrel judge"))
    return made


acme, bob, run = map(kept, ("acme", "bob", "run"))


def ask(run, **fields):
    item = run.task.items.exclude(pk__in=LLMRequest.objects.values("item")).first()
    return factories.make_request(run, item, **fields)


def url(row, name="audit_request"):
    return reverse(f"reviews:{name}", args=[row.pk])


def test_state_in_words(run, rita, client_of):
    client = client_of(rita)
    for fields, words in [
        ({"state": "waiting"}, "the request is waiting"),
        ({"state": "running", "lease_owner": "w"}, "the request is running"),
        ({"state": "failed", "error_class": "timeout"}, "the request failed"),
        ({"state": "failed", "error_class": "unparsable_answer"}, "answer does not match the form"),
    ]:
        with undone():
            page = client.get(url(ask(run, error_message=TEXT("said <b>so</b>"), **fields))).content.decode()

            assert words in page and "Kestrel judge" in page and "said &lt;b&gt;so" in page


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


def test_lists_tell_what_is_not_there_to_its_own_organization(run, rita, mallory, client_of):
    rows = [ask(run, state="failed", error_class="timeout"), ask(run)]
    client = client_of(rita)

    page = client.get("/audit/").content.decode()
    with at_most(7):
        listed = client.get(LIST).content.decode()

    assert "2 items have no answer yet" in page and "1 failed" in page
    assert all(url(row) in listed for row in rows)
    assert "All models have answered" in client_of(mallory).get(LIST).content.decode()


@pytest.fixture
def opened(run, rita, alice):
    """What a model said of three items; two of its answers were open before an auditor, and alice differs from one."""
    said = [factories.make_annotation(item, run.annotator) for item in run.task.items.all()]
    factories.make_annotation(said[0].item, factories.make_annotator(alice), {"verdict": "wrong"})
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
    assert "What is accepted here cannot be undone." in page and 'name="count" value="2"' in page
    listed = page[page.index('id="accepted"') :]
    assert all(reverse("reviews:audit_item", args=[row.pk]) in listed for row in opened[:2])
    assert listed.count("<strong") == 2 and "Differs from people" in listed
    assert not Audit.objects.exists()
    answer = client.post(ACCEPT, {"count": "2"}, follow=True)
    assert "2 answers accepted." in answer.content.decode() and Audit.objects.count() == 2


def test_another_number_is_a_conflict_and_filters_are_kept(opened, rita, client_of):
    client = client_of(rita)
    for count in ("3", "", "x", "-2"):
        answer = client.post(ACCEPT, {"count": count})

        assert answer.status_code == 409 and b"The list has changed: 2 answers" in answer.content, count
    assert client.post(ACCEPT, {"count": "0", "why": "missing"}).url.endswith("?why=missing")
    assert not Audit.objects.exists()
