"""The states of the audit page: in other hands, stale, partial, replaced; and what its small forms do."""

import datetime

from django.urls import reverse

from annotations.models import AdjudicationRequest, Annotation
from reviews.models import Audit, AuditLease, AuditOpening, LLMRequest
from tests import factories
from tests.reviews.kept import kept, people
from tests.statements import at_most
from tests.undoing import undone


def world():
    return people(said=make_said)


acme, bob, said = map(kept, ("acme", "bob", "said"))


def make_said(bob):
    """A machine's answer to one of two questions."""
    version = factories.make_version(factories.make_dataset(bob.organization), rows=1)
    note = {"key": "why", "type": "text", "title": "Why?", "required": False}
    task = factories.make_task(version, schema={"fields": [*factories.VERDICT["fields"], note]})
    annotator = factories.make_llm_annotator(bob.organization)
    return factories.make_annotation(task.items.get(), annotator, {"verdict": "correct"}, evidence="It is 0.")


def url(annotation, name="audit_item"):
    return reverse(f"reviews:{name}", args=[annotation.pk])


def test_answer_is_in_the_hands_of_who_opened_it_until_another_takes_over(rita, bob, said, client_of):
    holder, other = client_of(rita), client_of(bob)
    holder.get(url(said))

    page = other.get(url(said)).content.decode()
    taken = other.post(url(said, "audit_take_over"), {"why": "missing"})
    late = holder.post(url(said, "audit_decide"), {"verdict-verdict": "accept", "note-verdict": "typed"})

    assert "Rita has this answer open" in page and "Take over" in page and "data-verdict" not in page
    assert taken.status_code == 302 and taken.url == f"{url(said)}?why=missing"
    assert AuditLease.objects.get().auditor.user == bob.user
    assert "data-verdict" in other.get(url(said)).content.decode()
    assert late.status_code == 409 and b"Bob is auditing this answer. Nothing was saved" in late.content
    assert not Audit.objects.exists()
    assert holder.post(url(said, "audit_seen"), {"seconds": "5"}).status_code == 409


def test_sign_of_life_adds_time_and_slides_the_lease_until_leaving(rita, said, client_of):
    client = client_of(rita)
    client.post(url(said, "audit_seen"), {"seconds": "4", "leaving": "1"})
    assert not AuditLease.objects.exists() and not AuditOpening.objects.exists()
    client.get(url(said))
    AuditOpening.objects.update(opened_at=said.submitted_at.replace(year=2020))
    before = AuditLease.objects.get().lease_until
    AuditLease.objects.update(lease_until=before - datetime.timedelta(minutes=5))

    assert client.post(url(said, "audit_seen"), {"seconds": "4"}).json() == {"seconds_left": 600}
    assert client.post(url(said, "audit_seen"), {"seconds": "nonsense"}).status_code == 200

    assert AuditOpening.objects.get().seconds_in_view == 4
    assert AuditLease.objects.get().lease_until >= before


def test_partial_answer_is_told_as_missing_and_many_quotes_cost_no_more(
    rita, said, client_of, django_capture_on_commit_callbacks
):
    client = client_of(rita)
    with django_capture_on_commit_callbacks(execute=True):  # who she is as an annotator is remembered from then on
        page = client.get(url(said)).content.decode()
    for _ in range(9):
        factories.make_evidence(said.judgements.get(), "It is 0.")

    with at_most(30):
        client.get(url(said))

    assert "1 question has no answer (excluded from scores)" in page
    assert "No answer (excluded from scores)" in page
    assert 'name="verdict-why"' not in page


def test_stale_answer_is_told_and_can_be_asked_for_again_and_versions_and_history_are_told(rita, bob, said, client_of):
    Annotation.objects.update(content_sha256="0" * 64)
    factories.make_run(said.task, said.annotator)
    page = client_of(rita).get(url(said)).content.decode()
    assert "The item has changed since the model answered" in page
    assert "An admin can rerun the model" in page and url(said, "audit_again") not in page
    assert client_of(rita).post(url(said, "audit_again")).status_code == 403
    assert url(said, "audit_again") in client_of(bob).get(url(said)).content.decode()
    answer = client_of(bob).post(url(said, "audit_again"))
    made = LLMRequest.objects.get()
    assert answer.url == reverse("reviews:audit_request", args=[made.pk])
    assert "was replaced or withdrawn" in client_of(rita).get(url(said)).content.decode()

    Annotation.objects.filter(pk=said.pk).update(superseded_at=said.submitted_at)
    newer = factories.make_annotation(said.item, said.annotator, {"verdict": "wrong"}, revision=2)
    client_of(rita).post(url(newer, "audit_decide"), {"verdict-verdict": "accept"})
    page = client_of(rita).get(url(newer), {"state": "all"}).content.decode()
    assert "Versions of this answer" in page and url(said) in page and "replaced" in page
    assert "History of the item" in page and "audited" in page


def test_people_are_named_by_permission_and_item_is_sent_to_adjudication(alice, bob, rita, said, client_of):
    factories.make_annotation(said.item, factories.make_annotator(alice), {"verdict": "wrong", "why": "peers"})
    for member, is_named in ((bob, True), (rita, False)):
        with undone():
            page = client_of(member).get(url(said)).content.decode()
        assert "peers" in page and ("Alice" in page) is is_named, member

    answer = client_of(rita).post(url(said, "audit_adjudicate"), {"reason": "People differ."})
    assert answer.url.startswith(url(said))
    made = AdjudicationRequest.objects.get()
    assert (made.item, made.reason, made.asked_by) == (said.item, "People differ.", rita.user)
