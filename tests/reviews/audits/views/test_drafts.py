"""Drafts of audits, undo, and the way from answer to answer without a whole page."""

import json

import pytest
from django.urls import reverse

from annotations.models import Annotation, AnnotationEvent, AnnotationTask, Draft, GroundTruth
from reviews.audits.actions import leases
from reviews.models import Audit, AuditLease, AuditOpening, AuditPick
from tests import factories
from tests.reviews.kept import kept, people
from tests.reviews.listing import list_all
from tests.statements import at_most

OVERRIDE = {"verdict-verdict": "override", "own-verdict": "wrong", "reason-verdict": "misread_source"}


def world():
    return people(said=make_said)


acme, bob, said = map(kept, ("acme", "bob", "said"))


def make_said(bob):
    """What a machine answered to the first of three items; the others too."""
    version = factories.make_version(factories.make_dataset(bob.organization), rows=3)
    task = factories.make_task(version)
    machine = factories.make_llm_annotator(bob.organization)
    made = [
        factories.make_annotation(item, machine, {"verdict": "correct"}) for item in task.items.order_by("position")
    ]
    list_all()
    return made[0]


@pytest.fixture
def client(rita, client_of):
    return client_of(rita)


@pytest.fixture
def following(said):
    return Annotation.objects.filter(pk__gt=said.pk).order_by("pk").first()


def url(annotation, name="audit_item"):
    return reverse(f"reviews:{name}", args=[annotation.pk])


def post(client, address, **fields):
    return client.post(address, {"state": "open", **fields}, headers={"HX-Request": "true"})


def save(client, said, version, **fields):
    return post(client, url(said, "audit_draft"), draft_version=version, **fields)


def undo(client):
    return post(client, reverse("reviews:audit_undo"))


def test_draft_is_kept_for_the_person_and_drawn_on_every_device(client, bob, client_of, said):
    first = save(client, said, 0, **{"note-verdict": "half a"})
    with at_most(12):
        second = save(
            client, said, first.json()["version"], **OVERRIDE, **{"note-verdict": "half a thought", "ms-verdict": "9"}
        )

    assert (first.json(), second.json()) == ({"version": 1}, {"version": 2})
    page = client.get(url(said)).content.decode()
    assert "half a thought" in page and 'value="override" data-verdict="o" checked' in page
    assert 'name="draft_version" value="2"' in page
    leases.take_over(annotation=said, auditor=factories.make_annotator(bob))
    assert "half a thought" not in client_of(bob).get(url(said)).content.decode()
    assert not Audit.objects.exists()


def test_two_versions_are_shown_and_made_one(client, said):
    save(client, said, 0, **OVERRIDE)

    refused = save(client, said, 0, **{"verdict-verdict": "cannot_judge", "note-verdict": "hm"})
    assert refused.status_code == 409 and refused["HX-Retarget"] == "#alerts"
    shown = refused.content.decode()
    assert "Cannot judge" in shown and "Override, Wrong, Misread source" in shown
    merge = {"keep": "mine", "other_version": "1", "verdict-verdict": "cannot_judge", "note-verdict": "hm"}
    merged = post(client, url(said, "audit_merge"), **merge)

    assert merged.status_code == 200 and b'<form id="review"' in merged.content
    assert Draft.objects.get().answers["verdict"]["verdict"] == "cannot_judge"
    assert post(client, url(said, "audit_merge"), keep="yours").status_code == 400


def test_decision_ends_the_draft_and_answers_with_the_next_item_and_its_address(client, said, following):
    save(client, said, 0, **OVERRIDE)
    answer = post(client, url(said, "audit_decide"), **OVERRIDE, time_spent_seconds="12.4", seconds_told="2")

    assert answer["HX-Replace-Url"].startswith(url(following)) and not Draft.objects.exists()
    page = answer.content.decode()
    assert "<html" not in page and 'id="work"' in page and "Undo item 1" in page and "Audit of item 1 saved" in page
    assert "<title>" in page and 'id="progress" hx-swap-oob="true"' in page
    late = save(client, said, 1, **OVERRIDE)
    assert late.status_code == 409 and b"already audited" in late.content


def test_blind_draft_ends_with_its_answer_which_outlives_the_undo(client, said):
    AnnotationTask.objects.update(audit_risk_mode="blind_first")
    save(client, said, 0, **{"own-verdict": "partly"})
    page = client.get(url(said)).content.decode()
    assert 'value="partly"' in page and "checked" in page and not AuditOpening.objects.exists()

    answer = post(client, url(said, "audit_answer"), **{"own-verdict": "partly"})
    assert b'<form id="review"' in answer.content and not Draft.objects.exists()

    post(client, url(said, "audit_decide"), **OVERRIDE)
    undo(client)
    assert Annotation.objects.current().get(origin="audit").exposure == "blind"


def test_next_item_is_laid_by_in_the_auditors_hands_and_opened_without_its_page(client, said, following):
    laid_by = post(client, url(said, "audit_prefetch"))
    name = laid_by["X-Prefetched"]

    assert AuditLease.objects.filter(annotation=following).exists() and AuditOpening.objects.filter(
        annotation=following
    )
    answer = post(client, url(said, "audit_decide"), **{"verdict-verdict": "accept"}, prefetched=name)
    assert answer["X-Use-Prefetched"] == name and 'id="work"' not in answer.content.decode()
    assert json.loads(answer["X-Lease"])["undo"] == "Undo item 1: 1 accepted"
    assert post(client, reverse("reviews:audit_release"), prefetched=name).status_code == 204
    assert not AuditLease.objects.filter(annotation=following).exists()


def test_nothing_is_laid_by_where_nothing_waits_or_another_has_it(client, bob, said):
    for other in Annotation.objects.exclude(pk=said.pk):
        leases.take(annotation=other, auditor=factories.make_annotator(bob))

    assert post(client, url(said, "audit_prefetch")).status_code == 204


def test_undo_brings_the_decision_back_as_a_draft(client, rita, said):
    post(client, url(said, "audit_decide"), **OVERRIDE, **{"note-verdict": "So."})
    own = Annotation.objects.get(origin="audit")

    page = undo(client).content.decode()

    own.refresh_from_db()
    assert not Audit.objects.exists() and own.withdrawn_at is not None
    assert 'value="override" data-verdict="o" checked' in page and 'value="So."' in page
    assert AuditPick.objects.get(annotation=said).is_open
    assert AnnotationEvent.objects.filter(verb="audit_undone", actor__user=rita.user).exists()
    assert "took back an audit" in page
    assert post(client, url(said, "audit_decide"), **{"verdict-verdict": "accept"}).status_code == 200
    assert Audit.objects.get().verdict == "accept"


def test_undo_of_a_second_thought_brings_the_own_answer_before_back(client, said):
    post(client, url(said, "audit_decide"), **OVERRIDE)
    machine = factories.make_llm_annotator(said.task.organization, name="another judge")
    other = factories.make_annotation(said.item, machine, {"verdict": "wrong"})
    post(client, url(other, "audit_decide"), **OVERRIDE | {"own-verdict": "partly"})

    undo(client)

    own = Annotation.objects.current().get(origin="audit")
    assert own.judgements.get().value == "wrong" and own.revision == 1
    assert Audit.objects.get().judgement.annotation == said


def test_nothing_is_undone_that_is_old_anothers_or_built_on(client, bob, client_of, said):
    nothing = undo(client)
    assert nothing.status_code == 409 and b"nothing to undo" in nothing.content
    post(client, url(said, "audit_decide"), **{"verdict-verdict": "accept"})
    assert undo(client_of(bob)).status_code == 409
    question = said.judgements.get().question
    GroundTruth.objects.create(item=said.item, question=question, value="wrong", source="adjudicated")

    assert b"adjudicated" in undo(client).content
    GroundTruth.objects.all().delete()
    Audit.objects.update(decided_at=said.submitted_at.replace(year=2020))
    assert undo(client).status_code == 409 and Audit.objects.count() == 1
