"""What a job's configuration says of the model and the texts reaches the provider, in the form of its wire."""

import json

import pytest

from reviews.engine.client import completion
from reviews.evaluate import Evaluate
from reviews.jobs.errors import JobError
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.models import Job
from tests.reviews.batch_world import serving
from tests.reviews.jobs_directories import make_directory, reviewing, written
from tests.reviews.machine import play
from tests.reviews.methods_world import published

pytestmark = pytest.mark.django_db
EXTRAS = {"top_k": 40, "thinking": {"type": "disabled"}, "extra_body": {"labels": {"team": "a"}}}
SENT = {
    "openai": {"top_k": 40, "thinking": {"type": "disabled"}, "labels": {"team": "a"}, "temperature": 0.25},
    "anthropic": {"top_k": 40, "thinking": {"type": "disabled"}, "labels": {"team": "a"}, "temperature": 0.25},
    "gemini": {
        "generationConfig.topK": 40,
        "generationConfig.thinkingConfig": {"thinkingBudget": 0},
        "labels": {"team": "a"},
        "generationConfig.temperature": 0.25,
    },
}


def evaluate(member, path, model, **backend):
    config = {"backend": {"model": model, "temperature": 0.25, **backend}}
    return Evaluate(config, organization=member.organization, by=member.user).execute(path)


def at(body, path):
    for name in path.split("."):
        body = body[name]
    return body


@pytest.mark.parametrize("wire", SENT)
def test_extras_reach_the_wire(bob, tmp_path, monkeypatch, wire):
    bodies, http = [], completion._http().client
    plain = http.send

    async def send(method, url, **options):
        bodies.append(json.loads(options["content"]))
        return await plain(method, url, **options)

    with serving(monkeypatch):
        monkeypatch.setattr(http, "send", send)
        result = evaluate(bob, make_directory(tmp_path), f"{wire}/simulated-careful", **EXTRAS)

    assert 0 <= result["confidence"] <= 1
    assert {path: at(bodies[0], path) for path in SENT[wire]} == SENT[wire]


def test_named_prompt_and_knowledge_are_what_the_model_reads(bob, tmp_path, monkeypatch):
    asked = []

    def say(call):
        asked.append(call)
        return reviewing()(call)

    play(monkeypatch, say)
    published(bob, "Not this.", part="knowledge")
    published(bob)
    methods = {"experiment": {"prompt": "experiment_review.v1", "knowledge_base": "matching"}}
    path = make_directory(tmp_path)

    Evaluate({"methods": methods}, organization=bob.organization, models=["simulated-careful"]).execute(path)

    system = asked[0].messages[0]["content"]
    assert MethodReviewerRegistry.create("matching").knowledge()[:200] in system and "Not this." not in system
    review = written(path)["review_result.json"]
    assert (review["prompt_name"], review["prompt_version"]) == ("experiment_review", "1.0")


def test_name_that_is_not_there_is_refused_with_those_that_are(bob, tmp_path):
    path = make_directory(tmp_path)
    config = {"methods": {"experiment": {"prompt": "strict"}}}

    with pytest.raises(JobError, match="Valid: experiment_review, shipped, experiment_review.v2, ") as refused:
        Evaluate(config, organization=bob.organization, models=["simulated-careful"]).execute(path)

    assert (refused.value.category, refused.value.field) == ("config_invalid", "methods.experiment.prompt")
    assert written(path) == {} and not Job.objects.exists()


def test_extra_that_is_not_known_is_refused_with_the_valid_ones(bob, tmp_path):
    path = make_directory(tmp_path)
    for backend, words in [
        ({"top_n": 3}, "backend.top_n is unknown. Valid: extra_body, .* thinking, top_k, top_p"),
        ({"extra_body": {"messages": []}}, "backend.extra_body is .* other than messages"),
        ({"top_p": 3}, "backend.top_p is 3. Valid: a number from 0 to 1"),
    ]:
        with pytest.raises(JobError, match=words) as refused:
            evaluate(bob, path, "simulated-careful", **backend)

        assert refused.value.category == "config_invalid"
    assert written(path) == {} and not Job.objects.exists()
