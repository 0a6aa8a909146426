"""The API of language-model annotators: make, list, read, pause; roles and organizations."""

import pytest

from annotations.models import Annotator
from reviews.models import EvaluationRun
from tests import factories
from tests.reviews.scorers import second_judge
from tests.statements import at_most
from tests.undoing import undone

URL = "/v1/annotators"
MODEL = "simulated-careful"


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    from reviews.engine.tasks import request_due

    monkeypatch.setattr(request_due, "delay_on_commit", lambda: None)


def make(api, **fields):
    return api.post(URL, {"model": "simulated-careful", **fields})


def test_admin_makes_an_annotator(bob, api_of):
    answer = make(api_of(bob), name="Careful", parameters={"temperature": 0.2})

    body = answer.json()
    assert answer.status_code == 201
    assert (body["kind"], body["name"], body["model"]) == ("llm", "Careful", "simulated-careful")
    assert body["method"] == "questions"
    assert body["simulated"] is True
    assert (body["prompt_version"], body["parser_version"]) == ("questions.v2", "questions-1")
    assert body["parameters"] == {"temperature": 0.2}


def test_same_settings_give_the_same_annotator(bob, api_of):
    first, second = make(api_of(bob)).json(), make(api_of(bob), kind="llm").json()

    assert first["annotator_id"] == second["annotator_id"]


def test_annotator_starts_on_a_task_at_once(bob, api_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))

    body = make(api_of(bob), task_id=str(task.pk)).json()

    run = EvaluationRun.objects.get()
    assert str(run.annotator_id) == body["annotator_id"] and run.requests.count() == 3


def test_method_is_chosen_and_answered(bob, api_of):
    with second_judge.registered():
        body = make(api_of(bob), method="twice_read").json()

        assert body["method"] == "twice_read"
        assert api_of(bob).get(f"{URL}/{body['annotator_id']}").json() == body


def test_task_of_another_organization_makes_nothing(bob, mallory, api_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))

    answer = make(api_of(mallory), task_id=str(task.pk))

    assert answer.status_code == 404
    assert not Annotator.objects.exists()


def test_bad_body_is_refused(bob, api_of):
    cases = [
        {},
        {"model": 3},
        {"model": ""},
        {"model": "a b"},
        {"model": MODEL, "kind": "human"},
        {"model": MODEL, "name": 1},
        {"model": MODEL, "api_base": "http://x"},
        {"model": MODEL, "parameters": [1]},
        {"model": MODEL, "parameters": {"api_key": "x"}},
        {"model": MODEL, "prompt_version": "gone"},
        {"model": MODEL, "method": "gone"},
        {"model": MODEL, "method": "exact_match"},
        {"model": MODEL, "parameters": {"temperature": "hot"}},
    ]
    api = api_of(bob)
    for body in cases:
        with undone():
            answer = api.post(URL, body)

            assert answer.status_code == 400
            assert answer.json()["error"]["message"]
            assert not Annotator.objects.exists()


def test_model_that_cannot_be_asked_is_refused(bob, api_of, no_keys):
    for model, words in [("openai/gpt-4o", "Set OPENAI_API_KEY"), ("nonsense-model", "no known provider")]:
        answer = api_of(bob).post(URL, {"model": model})

        assert answer.status_code == 400 and words in answer.json()["error"]["message"]
        assert not Annotator.objects.exists()


def test_list_holds_machines_of_the_organization_only(bob, alice, mallory, api_of):
    factories.make_annotator(alice)
    factories.make_llm_annotator(mallory.organization, prompt_version="questions.v1")
    mine = [factories.make_llm_annotator(bob.organization, prompt_version="questions.v1") for _ in range(3)]

    body = api_of(bob).get(URL, {"limit": 2}).json()

    assert [row["annotator_id"] for row in body["annotators"]] == [str(row.pk) for row in mine[:0:-1]]
    assert (body["total"], body["has_more"]) == (3, True)


@pytest.mark.parametrize("method", ["experiment", "study_score_gen_single", "import", ""])
def test_reviewers_of_jobs_and_scorers_are_not_offered_to_tasks(bob, api_of, method):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))
    bound = factories.make_llm_annotator(bob.organization, method=method)

    answer = api_of(bob).post(f"/v1/annotations/tasks/{task.pk}/annotators", {"annotator_id": str(bound.pk)})

    assert api_of(bob).get(URL).json()["total"] == 0
    assert answer.status_code == 404 and not EvaluationRun.objects.exists()


def test_list_costs_the_same_for_many(bob, api_of):
    api = api_of(bob)
    for _ in range(20):
        factories.make_llm_annotator(bob.organization, prompt_version="questions.v1")

    with at_most(4):
        api.get(URL)


def test_pause_and_wake(bob, api_of):
    api, annotator = api_of(bob), factories.make_llm_annotator(bob.organization)

    assert api.patch(f"{URL}/{annotator.pk}", {"status": "paused"}).json()["status"] == "paused"
    assert api.patch(f"{URL}/{annotator.pk}", {"status": "off"}).status_code == 400
    assert api.get(f"{URL}/{annotator.pk}").json()["status"] == "paused"


def test_person_is_not_among_them(bob, alice, api_of):
    assert api_of(bob).get(f"{URL}/{factories.make_annotator(alice).pk}").status_code == 404


def test_roles(bob, api_of):
    cases = [("reviewer", 200, 403), ("viewer", 200, 403), ("annotator", 403, 403)]
    for role, reads, writes in cases:
        with undone():
            member = factories.make_member(bob.organization, role=role)
            annotator = factories.make_llm_annotator(bob.organization)
            api = api_of(member)

            assert api.get(URL).status_code == reads
            assert api.get(f"{URL}/{annotator.pk}").status_code == reads
            assert make(api).status_code == writes
            assert api.patch(f"{URL}/{annotator.pk}", {"status": "paused"}).status_code == writes


def test_other_organization_sees_nothing(bob, mallory, api_of):
    annotator = factories.make_llm_annotator(bob.organization)

    assert api_of(mallory).get(URL).json()["total"] == 0
    assert api_of(mallory).get(f"{URL}/{annotator.pk}").status_code == 404
    assert api_of(mallory).patch(f"{URL}/{annotator.pk}", {"status": "paused"}).status_code == 404
    assert api_of(mallory).get(f"{URL}/not-an-id").status_code == 404
