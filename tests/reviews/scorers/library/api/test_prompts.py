"""The prompt library over the API: read, drafted, published, labelled and rolled back."""

import pytest

from annotations.models import Annotation
from reviews.models import EvaluationRun, LLMRequest, RunStage
from tests import factories
from tests.reviews import machine
from tests.reviews.library_world import OURS, draft, published, text_of
from tests.reviews.scorers.library.actions.test_examples import audit

pytestmark = pytest.mark.django_db
URL = "/v1/prompts"
JUDGE = f"{URL}/judge/questions"


@pytest.fixture
def api(bob, api_of):
    return api_of(bob)


def test_list_has_every_kind_and_labels_name_versions(api, bob):
    published(bob)
    draft(bob, "score_critic")
    critic = f"{URL}/critic/score_critic"

    lines = {(each["kind"], each["name"]): each for each in api.get(URL).json()["prompts"]}

    kinds = {kind for kind, _name in lines}
    assert kinds == {"judge", "critic", "rubric", "evidence", "method_prompt", "method_knowledge", "grading"}
    assert (lines["judge", "questions"]["in_use"], lines["judge", "questions"]["version"]) == ("1", 1)
    assert lines["critic", "score_critic"]["has_draft"] and lines["critic", "score_critic"]["in_use"] == "shipped"
    assert [each["name"] for each in api.get(f"{URL}?kind=critic&q=expert").json()["prompts"]] == ["score_critic"]
    assert api.get(f"{URL}?kind=none").status_code == 400

    assert api.get(f"{JUDGE}?label=staging").status_code == 404
    api.put(f"{JUDGE}/labels/staging", {"version": "shipped-1"})
    assert api.get(f"{JUDGE}?label=staging").json()["key"] == "shipped-1" and api.get(JUDGE).json()["key"] == "1"

    refused = [("production", "1", 409), ("newest", "shipped", 400), ("production", "7", 404)]  # 1 is a draft
    for label, version, status in refused:
        assert api.put(f"{critic}/labels/{label}", {"version": version}).status_code == status, (label, version)
    assert api.delete(f"{critic}/labels/production").status_code == 404


def test_prompts_are_published_and_rolled_back_unless_broken(api):
    shipped = api.get(JUDGE).json()
    assert shipped["key"] == "shipped" and shipped["version"] is None
    saved = api.put(f"{JUDGE}/draft", {"content": text_of(), "note": "Ours"}).json()
    assert saved["status"] == "draft" and saved["problem"] is None
    assert api.get(JUDGE).json() == shipped | {"versions": api.get(JUDGE).json()["versions"]}
    done = api.post(f"{JUDGE}/publish", {"content_sha256": saved["content_sha256"]}).json()
    assert done["status"] == "published" and OURS in api.get(JUDGE).json()["content"]
    back = api.put(f"{JUDGE}/labels/production", {"version": "shipped"}).json()
    assert back["labels"] == ["production"] and back["in_use"]
    assert api.get(JUDGE).json()["content"] == shipped["content"]
    assert OURS in api.get(f"{JUDGE}/versions/1").json()["content"]
    assert api.delete(f"{JUDGE}/labels/production").status_code == 204
    assert api.get(JUDGE).json()["key"] == "1"

    saved = api.put(f"{JUDGE}/draft", {"content": text_of().replace("{{ canary }}", "none")}).json()
    assert saved["problem"]["field"] == "user"
    assert api.post(f"{JUDGE}/publish", {}).status_code == 400
    assert api.delete(f"{JUDGE}/draft").status_code == 204 and api.get(f"{JUDGE}/draft").status_code == 404


def test_draft_is_estimated_and_tried_and_its_answers_are_read(api, bob, monkeypatch):
    machine.play(monkeypatch, machine.saying())
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=4))
    draft(bob)
    newest = list(task.items.order_by("position").values_list("pk", flat=True)[:3])
    body = {"model": "simulated-careful", "items": newest[:1]}

    price = api.post(f"{JUDGE}/trials/estimate", body).json()
    made = api.post(f"{JUDGE}/trials", {"model": "simulated-careful"})

    assert (price["calls"], price["most_usd"], price["simulated"]) == (1, None, True) and price["input_tokens"] > 100
    run = made.json()["run_id"]
    assert made.status_code == 201 and api.get(f"/v1/runs/{run}").json()["kind"] == "prompt"
    assert sorted(LLMRequest.objects.values_list("target", flat=True)) == sorted(newest)
    stage = RunStage.objects.get()
    assert stage.prompt_version == "trial judge questions 1" and stage.parameters["sha256"]

    machine.finish(EvaluationRun.objects.get(pk=run))
    (trial,) = api.get(f"{JUDGE}/trials").json()["trials"]
    assert (trial["status"], trial["model"], trial["cost_usd"]) == ("completed", "simulated-careful", 0.003)
    answer = next(each for each in trial["answers"] if each["item"] == newest[0])
    assert answer["state"] == "done" and "It agrees." in answer["text"]
    assert not Annotation.objects.exists()
    for body, status in [
        ({"model": "openai/gpt-4o-mini"}, 400),
        ({"model": "simulated-careful", "items": []}, 400),
        ({"model": "simulated-careful", "items": [1, 2, 3, 4]}, 400),
        ({"model": "simulated-careful", "items": ["1"]}, 400),
        ({"model": "simulated-careful", "items": [2**62]}, 404),
        ({"model": "simulated-careful", "version": "9"}, 404),
        ({}, 400),
    ]:
        assert api.post(f"{JUDGE}/trials", body).status_code == status, body


def test_preview_is_what_would_be_sent_about_an_item(api, bob):
    assert api.get(f"{JUDGE}/preview").status_code == 404
    item = factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=1)).items.get()
    published(bob)

    own, shipped = (api.get(f"{JUDGE}/preview?version={key}").json() for key in ("1", "shipped"))

    assert (own["version"], own["item"]) == ("1", item.pk) and own["parameters"] == {"temperature": 0}
    assert [message["role"] for message in own["messages"]] == ["system", "user"]
    assert [OURS in each["messages"][0]["content"] for each in (own, shipped)] == [True, False]
    for query, status in [("item=x", 400), ("item=123456789012", 404), ("version=9", 404)]:
        assert api.get(f"{JUDGE}/preview?{query}").status_code == status, query


def test_examples_of_a_draft_are_chosen_and_told(api, bob):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=1))
    answer = audit(bob, task.items.get(), "wrong")
    draft(bob)

    saved = api.put(f"{JUDGE}/draft/examples", {"annotations": [answer.pk]}).json()

    shown = [{"annotation_id": answer.pk, "item_id": answer.item_id}]
    assert saved["examples"] == shown == api.get(f"{JUDGE}/versions/1").json()["examples"]
    refused = api.post(f"{JUDGE}/trials", {"model": "simulated-careful", "items": [answer.item_id]})
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "item_is_example")
    for chosen, status in [([10**12], 404), (["1"], 400), ([1, 2, 3, 4, 5, 6], 400)]:
        assert api.put(f"{JUDGE}/draft/examples", {"annotations": chosen}).status_code == status, chosen


def test_usage_names_annotators_and_what_runs_were_begun_for(api, bob):
    run = machine.make_run(bob)

    found = api.get(f"{JUDGE}/versions/shipped/usage").json()

    assert [each["annotator_id"] for each in found["annotators"]] == [str(run.annotator_id)]
    owned = {"run_id": str(run.pk), "kind": "scoring", "owner_id": str(run.task_id), "owner_name": run.task.name}
    assert found["runs"] == [owned] and (found["annotator_count"], found["run_count"]) == (1, 1)
    assert api.get(f"{JUDGE}/versions/9/usage").status_code == 404


def test_judgements_keep_the_version_they_were_made_by(api, bob, monkeypatch):
    """A judge's prompt is changed, tried, published and rolled back, and what was judged meanwhile keeps its text."""
    machine.play(monkeypatch, machine.saying())
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=1))

    def judged(model):
        machine.finish(machine.make_run(bob, task=task, model=model))
        rows = api.get(f"/v1/annotations/tasks/{task.pk}/annotations").json()["annotations"]
        return {row["annotator"]: row["prompt_version"] for row in rows}

    judged("simulated-one")
    saved = api.put(f"{JUDGE}/draft", {"content": text_of(), "note": "Ours"}).json()
    tried = api.post(f"{JUDGE}/trials", {"model": "simulated-one", "version": "1"}).json()
    machine.finish(EvaluationRun.objects.get(pk=tried["run_id"]))
    api.post(f"{JUDGE}/publish", {"content_sha256": saved["content_sha256"]})
    judged("simulated-two")
    api.put(f"{JUDGE}/labels/production", {"version": "shipped"})
    versions = judged("simulated-three")

    assert list(versions.values()) == ["questions.v2", "questions@1", "questions.v2"]
    first, second = (api.get(f"{URL}/find?version={each}").json() for each in ("questions.v2", "questions@1"))
    assert (first["key"], first["labels"], first["in_use"]) == ("shipped", ["production"], True)
    assert (second["kind"], second["name"], second["key"], second["in_use"]) == ("judge", "questions", "1", False)
    assert OURS in second["content"] and OURS not in first["content"]
    assert api.get(f"{JUDGE}?label=production").json()["key"] == "shipped"


def test_what_there_is_not_is_not_found(api, mallory):
    published(mallory)

    for stored in ("questions@1", "plain", "gone.v1"):
        assert api.get(f"{URL}/find?version={stored}").status_code == 404, stored
    for path in (f"{URL}/judge/gone", f"{URL}/gone/questions", f"{JUDGE}/versions/1"):
        assert api.get(path).status_code == 404, path
