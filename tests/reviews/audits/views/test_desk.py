"""The audit page: what it shows, what blind mode withholds, and what a posted form does."""

import re

import pytest
from django.urls import reverse

from annotations.models import Annotation, AnnotationTask, Judgement
from reviews.models import Audit, AuditSample, LLMAttempt
from tests import factories
from tests.reviews.kept import kept, people
from tests.reviews.listing import list_all

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>{{ 7*7 }} =1+1"
# What a blind page must not hold: said by the machine, about the machine, or said by other people.
TELLING = [
    b"Kestrel judge",
    b"openai/kestrel",
    b"Because it adds up",
    b'class="evidence',
    b"Confidence </span>0.83",
    b"peers-say-so",
    b"Simulated",
    b"data-verdict",
]


def world():
    made = people()
    made.alice = factories.make_member(made.acme, "alice")
    made.said = make_said(made)
    return made


acme, alice, bob, said = map(kept, ("acme", "alice", "bob", "said"))


def make_said(made):
    """A machine's and a person's answer to the same item."""
    version = factories.make_version(factories.make_dataset(made.acme), rows=2)
    remark = {"key": "why", "type": "text", "title": "Why?", "required": False}
    schema = {"fields": [*factories.VERDICT["fields"], remark]}
    task = factories.make_task(version, schema=schema)
    machine = factories.make_llm_annotator(made.acme, name="Kestrel judge", model="openai/kestrel")
    first, second = task.items.order_by("position")
    factories.make_annotation(first, factories.make_annotator(made.alice), {"verdict": "wrong", "why": "peers-say-so"})
    words = {"evidence": "It is 0.", "justification": "Because it adds up", "confidence": 0.83}
    annotation = factories.make_annotation(first, machine, {"verdict": "correct"}, **words)
    factories.make_annotation(second, machine, {"verdict": "partly"})
    return annotation


def url(annotation, name="audit_item"):
    return reverse(f"reviews:{name}", args=[annotation.pk])


def post(client, annotation, **fields):
    return client.post(url(annotation, "audit_decide"), {"state": "open", **fields})


def test_page_shows_answer_reasons_evidence_people_and_what_is_missing(rita, said, client_of):
    page = client_of(rita).get(url(said)).content

    assert [word for word in TELLING if word not in page] == []
    assert b'<mark class="evidence hue-3"' in page and b'data-letters="A"' in page
    assert b"Verbatim" in page and b"No answer (excluded from scores)" in page


def test_own_answer_is_chosen_only_with_a_verdict(rita, said, client_of):
    """A chosen value takes no further click: beside an abstention the auditor decides anew."""
    Judgement.objects.filter(annotation=said).update(value=None, abstained=True)
    factories.make_annotation(said.item, factories.make_annotator(rita), {"verdict": "wrong"})

    page = client_of(rita).get(url(said)).content.decode()

    assert "Your own answer" in page and not re.search(r'name="own-verdict" value="\w+"[^>]* checked', page)


@pytest.fixture
def blind(said):
    """The task audits everything blind first."""
    AnnotationTask.objects.update(audit_risk_mode="blind_first")
    return said


def test_blind_page_holds_nothing_that_anybody_said_at_any_address(rita, blind, client_of):
    client = client_of(rita)
    page = client.get(url(blind)).content
    assert b"Is the answer correct?" in page and b"Selected manually" in page
    assert not blind.openings.exists()

    incomplete = client.post(url(blind, "audit_answer"), {})
    assert incomplete.status_code == 422 and b"needs an answer" in incomplete.content
    queries = ({"mode": "assisted"}, {"view": "source"}, {"view": "rendered"}, {"state": "all"})
    for shown in (page, incomplete.content, *(client.get(url(blind), query).content for query in queries)):
        assert [word for word in TELLING if word in shown] == []
    decided = client.post(url(blind, "audit_decide"), {"verdict-verdict": "accept"})
    assert decided.status_code == 302 and decided.url.startswith(url(blind)) and not Audit.objects.exists()
    list_all()
    listed = client.get(reverse("reviews:audit_list"), {"why": "any"}).content
    assert b"Kestrel" not in listed and b"Hidden" in listed


def test_drawn_answer_is_blind_by_the_tasks_setting(rita, said, client_of):
    AuditSample.objects.create(task=said.task, annotation=said, inclusion_probability=0.1)

    page = client_of(rita).get(url(said)).content

    assert [word for word in TELLING if word in page] == [] and b"Random sample" in page
    AnnotationTask.objects.update(audit_sample_mode="assisted")
    assert b"Kestrel judge" in client_of(rita).get(url(said)).content


def test_critic_hidden_shows_the_rest(rita, said, client_of):
    AnnotationTask.objects.update(audit_risk_mode="critic_hidden")

    page = client_of(rita).get(url(said)).content

    assert b"Critic hidden" in page and b"Kestrel judge" in page
    post(client_of(rita), said, **{"verdict-verdict": "accept"})
    assert Audit.objects.get().mode == "critic_hidden"


def test_everything_is_shown_after_the_own_answer(rita, blind, client_of):
    """A draft of it that arrives late is no decision."""
    client = client_of(rita)
    own = {"own-verdict": "partly"}

    answer = client.post(url(blind, "audit_answer"), own)
    late = client.post(url(blind, "audit_draft"), {"form": "answer", "draft_version": "0"} | own)
    page = client.get(answer.url).content

    assert b"Kestrel judge" in page and b"Your own answer" in page
    assert late.status_code == 200 and b'value="override" data-verdict="o" checked' in page
    assert Annotation.objects.get(origin="audit").exposure == "blind"
    post(client, blind, **{"verdict-verdict": "accept"})
    audit = Audit.objects.get()
    assert audit.blind and audit.mode == "blind_first"


def test_answer_after_an_open_look_is_told_not_to_count_as_blind_and_accept_goes_on_to_the_next_and_stands(
    rita, said, client_of
):
    client = client_of(rita)
    client.get(url(said))
    AnnotationTask.objects.update(audit_risk_mode="blind_first")
    assert b"does not count as blind" in client.get(url(said)).content
    client.post(url(said, "audit_answer"), {"own-verdict": "partly"})
    assert Annotation.objects.get(origin="audit").exposure == "saw_machine"

    list_all()
    client = client_of(rita)
    answer = post(client, said, **{"verdict-verdict": "accept", "note-verdict": "Fine.", "ms-verdict": "1200"})
    following = Annotation.objects.get(pk__gt=said.pk, annotator=said.annotator)
    assert answer.status_code == 302 and answer.url.startswith(url(following))
    audit = Audit.objects.get()
    assert (audit.verdict, audit.note, audit.ms_to_decide) == ("accept", "Fine.", 1200)
    Audit.objects.update(invalid_reason="accepted_in_bulk")
    second = post(client, said, **{"verdict-verdict": "cannot_judge"})
    assert second.status_code == 409 and b"Your first audit counts" in second.content
    assert b"Accepted" in second.content and b"Not counted: bulk accepted" in second.content


def test_override_needs_a_reason_and_what_was_typed_is_kept(rita, said, client_of):
    client = client_of(rita)
    fields = {"verdict-verdict": "override", "own-verdict": "wrong", "note-verdict": "kept note", "ms-verdict": "1200"}

    nothing, answer = post(client, said), post(client, said, **fields)

    page = answer.content.decode()
    assert nothing.status_code == answer.status_code == 422 and b"Decide at least one question" in nothing.content
    assert "Choose a reason for" in page and "kept note" in page
    assert 'value="override" data-verdict="o" checked' in page and 'name="ms-verdict" value="1200"' in page
    assert not Audit.objects.exists()
    assert post(client, said, **fields, **{"reason-verdict": "misread_source"}).status_code == 302
    assert Audit.objects.get().own_judgement.value == "wrong"


def test_unfound_quote_needs_a_tick(rita, said, client_of):
    quote = {"match": "missing", "start": None, "end": None, "score": None}
    factories.make_evidence(said.judgements.get(), "never said", **quote)
    client = client_of(rita)
    assert b"Not found in source" in client.get(url(said)).content

    assert post(client, said, **{"verdict-verdict": "accept"}).status_code == 422
    assert post(client, said, **{"verdict-verdict": "accept", "checked-verdict": "1"}).status_code == 302


def test_replaced_answer_says_so_and_leads_to_the_one_that_stands_and_hostile_words_are_text(rita, said, client_of):
    Annotation.objects.filter(pk=said.pk).update(superseded_at=said.submitted_at)
    current = factories.make_annotation(said.item, said.annotator, {"verdict": "wrong"}, revision=2)
    page = client_of(rita).get(url(said)).content.decode()
    assert "was replaced or withdrawn" in page and url(current) in page
    assert "data-verdict" not in page
    assert post(client_of(rita), said, **{"verdict-verdict": "accept"}).status_code == 409

    judgement = said.judgements.get()
    type(judgement).objects.filter(pk=judgement.pk).update(justification=HOSTILE + "y" * 100_000)
    factories.make_evidence(judgement, HOSTILE, match="missing", start=None, end=None, score=None)
    type(said.annotator).objects.filter(pk=said.annotator_id).update(name=HOSTILE)
    run = factories.make_run(said.task, said.annotator)
    request = factories.make_request(run, said.item, annotation=said, state="done")
    LLMAttempt.objects.create(request=request, number=1, status="ok", raw_response={"text": HOSTILE * 1000})
    page = client_of(rita).get(url(said)).content.decode()
    assert "<script>alert" not in page and "<img src=x" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "Truncated" in page


def test_unknown_cost_is_not_zero(rita, said, client_of):
    run = factories.make_run(said.task, said.annotator)
    request = factories.make_request(run, said.item, annotation=said, state="done")
    LLMAttempt.objects.create(request=request, number=1, status="ok")

    page = client_of(rita).get(url(said)).content.decode()

    assert "no known price" in page and "not reported" in page and "$0" not in page


def test_own_forms_answer_get_with_the_page(rita, said, client_of):
    for name in ("audit_answer", "audit_decide"):
        assert client_of(rita).get(url(said, name)).url.startswith(url(said))


def test_answers_of_others_and_of_people_are_not_found(bob, mallory, said, client_of):
    by_person = Annotation.objects.get(annotator__kind="human")
    parts = "answer decide draft merge prefetch seen take_over adjudicate again".split()
    for client, annotation in ((client_of(mallory), said), (client_of(bob), by_person)):
        found = {name: client.post(url(annotation, f"audit_{name}")).status_code for name in parts}

        assert client.get(url(annotation)).status_code == 404 and set(found.values()) == {404}, found
