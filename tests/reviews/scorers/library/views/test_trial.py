"""Preview and dry run: a version tried on a real job, letter by letter, and what it would cost."""

from decimal import Decimal

import pytest

from reviews.engine.stages import registry
from reviews.jobs.methods.review_versions import NEWEST
from reviews.models import Job, LLMAttempt, LLMPrice, LLMRequest
from tests import factories
from tests.reviews.jobs.methods.cases import YAML
from tests.reviews.jobs_world import NOTES, make_failed_job, make_job, make_score_job
from tests.reviews.kept import kept, people
from tests.reviews.methods_world import BROKEN, OTHER, draft, in_use, published, url
from tests.undoing import undone

PREVIEW, DRY_RUN = url("preview"), url("dry_run")
RATES = {"input_cost_per_token": 0.000001, "output_cost_per_token": 0.00001}


@pytest.fixture
def client(vera, client_of):
    return client_of(vera)


def world():
    return people(job=lambda bob: make_job(bob, state="reviewing"))


acme, bob, job = map(kept, ("acme", "bob", "job"))


def sent(job, ref):
    """The texts that the engine sends about the job when it is asked with this version."""
    request = LLMRequest.objects.select_related("stage", "run").get(run=job.run)
    request.stage.prompt_version, request.stage.parameters = ref, {"max_tokens": 4096}
    request.stage.annotator.parser_version = NEWEST.parser_version
    call = registry["job_review"].prepare([request])[request.pk].call
    return [message["content"] for message in call.messages]


def shown(response):
    return [message.text for message in response.context["texts"]]


def test_preview_is_what_the_engine_sends_and_nothing_is_sent_or_stored(client, bob, job):
    assert shown(client.get(PREVIEW)) == sent(job, in_use(bob).ref)

    published(bob)
    published(bob, "Ask for counts.", part="knowledge")

    response = client.get(PREVIEW)
    assert shown(response) == sent(job, in_use(bob).ref)
    assert "You review trials. Ask for counts." in shown(response)[0] and NOTES in shown(response)[1]
    assert "Case reference:" in response.content.decode()
    assert not LLMAttempt.objects.exists() and LLMRequest.objects.count() == 1


def test_draft_is_tried_before_it_is_published(client, bob, job):
    draft(bob, OTHER)
    draft(bob, "Ask for arms.", part="knowledge")

    prompt, knowledge = (shown(client.get(url("preview", part))) for part in ("prompt", "knowledge"))

    assert "You review field trials." in prompt[0] and "Ask for arms." not in prompt[0]
    assert "Ask for arms." in knowledge[0] and "You are a methodologist" in knowledge[0]


def test_older_versions_jobs_and_what_cannot_be_asked(client, bob, job):
    published(bob)
    published(bob, OTHER)
    make_job(bob, initiative_id="newer", notes="# Other notes\n\nArms were drawn by a computer.\n")
    response = client.get(f"{PREVIEW}?version=1&item={job.item_id}")
    assert "You review trials." in shown(response)[0] and "# Notes" in shown(response)[1]
    assert {each.target for each in response.context["items"]} == set(Job.objects.values_list("item", flat=True))

    for content, words in [
        (BROKEN, "does not show the artifact"),
        (YAML.replace("{{ sample_size }}", "{{ sample_size / 0 }}"), "cannot be filled in"),
        (YAML.replace("{{ artifact }}", "{{ artifact|upper }}"), "changes or drops the artifact"),
    ]:
        with undone():
            draft(bob, content)
            for page in (PREVIEW, DRY_RUN) if content == BROKEN else (DRY_RUN,):
                response = client.get(page)

                assert response.status_code == 200 and words in response.content.decode(), (words, page)
                assert response.context["call"] is None


def test_without_a_review_there_is_no_preview(mallory, client_of):
    make_score_job(mallory)
    make_failed_job(mallory)

    page = client_of(factories.make_member(mallory.organization, role="viewer")).get(PREVIEW).content.decode()

    assert "Nothing to try it on yet" in page


def test_job_that_is_none_is_not_found(client, bob, mallory):
    foreign, other_method = make_job(mallory).item_id, make_job(bob, model_type="matching").item_id

    for key in ("x", "9" * 30, foreign, other_method):
        assert {client.get(f"{page}?item={key}").status_code for page in (PREVIEW, DRY_RUN)} == {404}


def test_dry_run_counts_as_the_ledger_does_and_unknown_prices_are_unpriced(client, bob, job):
    LLMPrice.objects.create(sha256="0" * 64, model="openai/gpt-4o-mini", rates=RATES, source="list 1")

    response = client.get(f"{DRY_RUN}?models=openai/gpt-4o-mini%0Aopenai/gpt-unheard%0Asimulated-careful")

    costs = response.context["costs"]
    read = sum(len(text.encode()) for text in sent(job, in_use(bob).ref))
    assert costs.input_tokens == -(-read // 4) + 8 and costs.most_output_tokens == 4096
    line, unpriced, simulated = costs.lines
    expected = Decimal("0.000001") * costs.input_tokens + Decimal("0.00001") * 1024
    assert line.usual_usd == expected and line.most_usd == expected + Decimal("0.00001") * 3072
    assert (unpriced.is_unpriced, unpriced.most_usd) == (True, None)
    assert (simulated.is_simulated, simulated.is_unpriced, simulated.most_usd) == (True, False, None)
    page = response.content.decode()
    assert "Unknown</span>" in page and "$0 (simulated)" in page and not LLMAttempt.objects.exists()


def test_dry_run_without_models_takes_the_panel_and_says_what_is_wrong(client, job, settings, monkeypatch):
    settings.JOB_MODELS = ["openai/panel-model"]
    lines = client.get(DRY_RUN).context["costs"].lines
    assert lines[0].model == "openai/panel-model" and len(lines) > 1

    for models in ("no spaces here", "a\n" * 2 + "\n".join(f"openai/m{n}" for n in range(21))):
        response = client.get(DRY_RUN, {"models": models})
        assert response.status_code == 422 and response.context["form"].errors["models"], models
    monkeypatch.setenv("REVIEW_BACKEND_MAX_TOKENS", "-1")
    response = client.get(DRY_RUN)
    assert response.status_code == 200 and "REVIEW_BACKEND_MAX_TOKENS" in response.content.decode()
