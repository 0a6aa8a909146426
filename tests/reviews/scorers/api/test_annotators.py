"""The API of language-model annotators: make, list, read, pause; roles and organizations."""

import pytest

from annotations.models import Annotator
from reviews.models import EvaluationRun
from tests import factories
from tests.reviews.scorers import second_judge
from tests.statements import at_most
from tests.undoing import undone

pytestmark = pytest.mark.usefixtures("no_broker")

URL = "/v1/annotators"
MODEL = "simulated-careful"


def make(api, **fields):
    return api.post(URL, {"model": "simulated-careful", **fields})


def test_admin_makes_an_annotator_once_and_pauses_it(bob, api_of):
    api = api_of(bob)

    answer = make(api, name="Careful", parameters={"temperature": 0.2})

    body = answer.json()
    assert answer.status_code == 201
    assert (body["kind"], body["name"], body["model"]) == ("llm", "Careful", "simulated-careful")
    assert (body["method"], body["simulated"], body["parameters"]) == ("questions", True, {"temperature": 0.2})
    assert (body["prompt_version"], body["parser_version"]) == ("questions.v2", "questions-1")
    again = make(api, name="Careful", parameters={"temperature": 0.2}, kind="llm").json()
    address = f"{URL}/{body['annotator_id']}"
    assert again["annotator_id"] == body["annotator_id"]
    assert api.patch(address, {"status": "paused"}).json()["status"] == "paused"
    assert api.patch(address, {"status": "off"}).status_code == 400
    assert api.get(address).json()["status"] == "paused"


def test_annotators_start_on_a_task_by_a_chosen_method(bob, api_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))
    body = make(api_of(bob), task_id=str(task.pk)).json()
    run = EvaluationRun.objects.get()
    assert str(run.annotator_id) == body["annotator_id"] and run.requests.count() == 3

    with second_judge.registered():
        body = make(api_of(bob), method="twice_read").json()

        assert body["method"] == "twice_read"
        assert api_of(bob).get(f"{URL}/{body['annotator_id']}").json() == body


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


def test_list_holds_machines_of_the_organization_that_tasks_can_have(bob, alice, mallory, api_of):
    person = factories.make_annotator(alice)
    factories.make_llm_annotator(mallory.organization, prompt_version="questions.v1")
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))
    bound = [
        factories.make_llm_annotator(bob.organization, method=method)
        for method in ("experiment", "study_score_gen_single", "import", "")
    ]
    mine = [factories.make_llm_annotator(bob.organization, prompt_version="questions.v1") for _ in range(9)]
    api = api_of(bob)

    with at_most(4):
        body = api.get(URL, {"limit": 8}).json()

    assert [row["annotator_id"] for row in body["annotators"]] == [str(row.pk) for row in mine[:0:-1]]
    assert (body["total"], body["has_more"]) == (9, True)
    assert api.get(f"{URL}/{person.pk}").status_code == 404
    for other in bound:
        wanted = {"annotator_id": str(other.pk)}
        answer = api.post(f"/v1/annotations/tasks/{task.pk}/annotators", wanted)
        assert answer.status_code == 404 and not EvaluationRun.objects.exists(), other.method
