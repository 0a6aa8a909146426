"""Critics on the audit page: what they said, that they are awaited or missing, and where nothing of them may be."""

import pytest
from django.urls import reverse

from annotations.models import AnnotationTask
from reviews.models import Critique, EvaluationRun, LLMRequest, RunStage
from tests import factories
from tests.reviews import criticism
from tests.reviews.kept import kept, people
from tests.reviews.listing import list_all
from tests.statements import at_most

HOSTILE = "<script>alert(1)</script>{{ 7*7 }}"
# What a page without the critic must not hold.
TELLING = ["owl-critic", criticism.OBJECTIONS, "probability", "Critic objects", "0.31"]


def world():
    return people(said=make_said)


acme, bob, said = map(kept, ("acme", "bob", "said"))


def make_said(bob):
    version = factories.make_version(factories.make_dataset(bob.organization), rows=1)
    annotator = factories.make_llm_annotator(bob.organization)
    return factories.make_annotation(factories.make_task(version).items.get(), annotator)


@pytest.fixture
def doubted(said):
    """The answer with a critic that disagrees."""
    criticism.make_stage(said, model="openai/owl-critic")
    criticism.make_critique(said, 0.31)
    return said


def page_of(client, annotation):
    return client.get(reverse("reviews:audit_item", args=[annotation.pk])).content.decode()


def decide(client, annotation):
    client.post(reverse("reviews:audit_decide", args=[annotation.pk]), {"verdict-verdict": "accept", "state": "all"})


def test_critique_is_shown_with_its_number_bar_model_and_mark(rita, doubted, client_of, settings):
    settings.LANGUAGE_CODE = "de"  # the bar has a point in every language
    client = client_of(rita, headers={"accept-language": "en"})
    page = page_of(client, doubted)

    assert [word for word in TELLING if word not in page] == []
    assert "probability: <strong>0.31</strong>" in page and '<progress max="1" value="0.31"' in page
    section = page[page.index('id="critic"') : page.index("How it was made")]
    assert "openai/owl-critic" in section and "Simulated" in section and "Disagrees" in section
    list_all()
    address = reverse("reviews:audit_item", args=[doubted.pk])
    assert address in client.get(reverse("reviews:audit_list"), {"why": "critic"}).content.decode()


def test_critic_that_agrees_does_not_warn_and_its_own_answer_is_shown(rita, said, client_of):
    criticism.make_critique(said, 0.5, simulated=False)
    client = client_of(rita)
    page = page_of(client, said)
    assert "probability: <strong>0.50</strong>" in page
    assert "Disagrees" not in page and "Critic objects" not in page and "own answers" not in page

    Critique.objects.update(own_answers={"verdict": "partly", "gone": "x"})
    page = page_of(client, said)
    assert "own answers" in page and "Is the answer correct?</dt><dd" in page and ">Partly correct</dd>" in page

    Critique.objects.update(own_answers={"verdict": None})
    assert ">abstained</dd>" in page_of(client, said)


def test_critic_that_has_not_answered_is_awaited_or_missing_with_a_reason(rita, said, client_of):
    client = client_of(rita)
    assert "No critic ran for this answer" in page_of(client, said)
    request = criticism.make_request(said)
    for fields, words in [
        ({"state": "waiting"}, ['data-critic="waiting"']),
        ({"state": "running"}, ['data-critic="waiting"']),
        ({"state": "batched"}, ['data-critic="waiting"']),
        ({"state": "failed", "error_class": "parse_error"}, ["Critic missing", "Parse error", "not affected"]),
        ({"state": "failed", "error_class": "refused"}, ["Critic missing", "refused to answer", "data-verdict"]),
        ({"state": "cancelled", "error_class": ""}, ["Critic missing", "The run was cancelled", "not affected"]),
    ]:
        LLMRequest.objects.filter(pk=request.pk).update(lease_owner="", **fields)
        page = page_of(client, said)

        assert [each for each in words if each not in page] == [] and "No critic ran" not in page, fields


def test_critic_of_a_later_stage_is_awaited_until_the_run_ends(rita, said, client_of):
    criticism.make_stage(said, status="waiting")
    assert 'data-critic="waiting"' in page_of(client_of(rita), said)

    EvaluationRun.objects.update(desired_state="cancel", status="cancelled")

    assert "No critic ran for this answer" in page_of(client_of(rita), said)


def test_newer_version_of_the_question_replaces_the_older_word(rita, doubted, client_of):
    LLMRequest.objects.filter(critique__annotation=doubted).update(replaced=True)
    newer = criticism.make_request(doubted, RunStage.objects.get(name="score_critic"), request_version=2)
    criticism.make_critique(doubted, 0.77, request=newer)

    page = page_of(client_of(rita), doubted)

    assert "probability: <strong>0.77</strong>" in page and "0.31" not in page


def test_hidden_critic_is_nowhere_until_all_is_decided(rita, said, client_of):
    """The page reads the same whether or not there is one."""
    AnnotationTask.objects.update(audit_risk_mode="critic_hidden")
    client = client_of(rita)
    assert "Hidden until you decide" in page_of(client, said)
    criticism.make_stage(said, model="openai/owl-critic")
    criticism.make_critique(said, 0.31)

    page = page_of(client, said)
    assert [word for word in TELLING if word in page] == [] and "Hidden until you decide" in page
    decide(client, said)

    shown = page_of(client, said)
    assert [word for word in TELLING[:3] if word not in shown] == []


def test_blind_page_holds_nothing_of_the_critic(rita, doubted, client_of):
    AnnotationTask.objects.update(audit_risk_mode="blind_first")
    client = client_of(rita)

    page = page_of(client, doubted)
    assert [word for word in TELLING if word in page] == [] and 'id="critic"' not in page
    client.post(reverse("reviews:audit_answer", args=[doubted.pk]), {"own-verdict": "wrong"})

    shown = page_of(client, doubted)
    assert [word for word in TELLING if word not in shown] == []


def test_hostile_objections_are_text_and_long_ones_fold(rita, said, client_of, django_capture_on_commit_callbacks):
    criticism.make_critique(said, 0.9, objections=HOSTILE + "y" * 1000, model=HOSTILE)
    client = client_of(rita)
    with django_capture_on_commit_callbacks(execute=True):  # who she is as an annotator is remembered from then on
        page = page_of(client, said)

    with at_most(33):
        page_of(client, said)

    assert "<script>alert" not in page and "&lt;script&gt;alert(1)" in page and "{{ 7*7 }}" in page
    assert "More objections" in page
