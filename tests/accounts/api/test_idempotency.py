"""A POST with an Idempotency-Key is done once and answered again."""

import datetime
import io

import pytest
from django.db.models.functions import Now
from django.urls import reverse
from rest_framework.response import Response

from datasets.models import Dataset, DatasetVersion
from evalhub import checks
from evalhub.accounts.models import IdempotentAnswer
from evalhub.accounts.tasks import sweep_answers
from evalhub.api.parsers import StrictJsonParser
from tests import factories
from tests.access_world import UNKNOWN_UUID

pytestmark = pytest.mark.django_db
SHARED = {"model_type": "experiment", "part": "prompt"}


@pytest.fixture
def caller(bob, api_of):
    return api_of(bob)


def upload(name="a.csv", text="question\nWhy?\n"):
    file = io.BytesIO(text.encode())
    file.name = name
    return {"file": file}


def test_same_request_is_done_once_and_another_request_under_the_key_is_a_conflict(caller):
    first, second = (caller.post("/v1/datasets", {"name": "News"}, idempotency_key="k1") for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert second.json() == first.json() and Dataset.objects.count() == 1
    assert (first.headers.get("Idempotent-Replayed"), second.headers["Idempotent-Replayed"]) == (None, "true")

    caller.post("/v1/datasets", {"name": "News"}, idempotency_key="k1")
    answers = [
        caller.post("/v1/datasets", {"name": "Olds"}, idempotency_key="k1"),
        caller.post("/v1/annotators", {"name": "News"}, idempotency_key="k1"),
    ]
    assert [answer.status_code for answer in answers] == [409, 409]
    assert {answer.json()["error"]["code"] for answer in answers} == {"idempotency_conflict"}
    assert Dataset.objects.count() == 1


def test_what_fails_may_be_sent_again_and_keys_are_the_callers_own(caller, api_of, mallory):
    assert caller.post("/v1/datasets", {"name": ""}, idempotency_key="k1").status_code == 400
    assert caller.post("/v1/datasets", {"name": "News"}, idempotency_key="k1").status_code == 201

    bodies = [each.post("/v1/datasets", {"name": "News"}, idempotency_key="k1") for each in (caller, api_of(mallory))]
    assert [body.status_code for body in bodies] == [201, 201]
    assert bodies[0].json() != bodies[1].json()


def test_a_file_is_part_of_the_request(caller, acme):
    path = f"/v1/datasets/{factories.make_dataset(acme).pk}/versions"

    same = [caller.upload(path, upload(), idempotency_key="k1") for _ in range(2)]
    other = caller.upload(path, upload(text="question\nHow?\n"), idempotency_key="k1")

    assert [answer.status_code for answer in same] == [201, 201] and same[0].json() == same[1].json()
    assert other.status_code == 409
    assert DatasetVersion.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_does_it(caller, together):
    answers = together(*[lambda: caller.post("/v1/datasets", {"name": "News"}, idempotency_key="k1")] * 2)

    assert Dataset.objects.count() == 1
    assert {answer.json()["dataset_id"] for answer in answers} == {str(Dataset.objects.get().pk)}


def test_long_keys_are_refused(caller):
    answer = caller.post("/v1/datasets", {"name": "News"}, idempotency_key="k" * 201)

    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_key")


def test_every_post_of_the_api_takes_a_key(caller, monkeypatch):
    """Whatever the view does is put aside, and what it should answer too: only that it is done once matters."""
    monkeypatch.setattr("tests.api_contract.problem_with", lambda response: "")
    done = []

    def post(self, request, **names):
        done.append(request.path)
        return Response({"n": len(done)}, status=201)

    twice = []
    for route in checks.routes():
        view = getattr(route.callback, "cls", None)
        if isinstance(route.access, dict) and "POST" in route.access and not view.keeps_idempotency_keys:
            monkeypatch.setattr(view, "post", post)
            path = reverse(route.name, kwargs={name: SHARED.get(name, UNKNOWN_UUID) for name in route.converters})
            takes_json = StrictJsonParser in view.parser_classes
            send = caller.post if takes_json else caller.upload
            first, second = (send(path, {}, idempotency_key=path) for _ in range(2))
            if first.status_code != 201 or second.content != first.content:
                twice.append((path, first.status_code, second.status_code))

    assert not twice
    assert len(done) > 25


def test_answers_are_kept_for_a_week(caller):
    for key, age in (("old", 8), ("new", 6)):
        caller.post("/v1/datasets", {"name": key}, idempotency_key=key)
        IdempotentAnswer.objects.filter(key=key).update(created_at=Now() - datetime.timedelta(days=age))

    sweep_answers()

    assert list(IdempotentAnswer.objects.values_list("key", flat=True)) == ["new"]
