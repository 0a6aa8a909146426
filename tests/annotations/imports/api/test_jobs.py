"""Imports over the API: upload, start, watch; and what is refused."""

import pytest

from annotations.imports.actions import jobs
from annotations.models import Annotation, ImportJob
from tests.annotations.imports.formats.files import label_studio_tasks, make_task, upload

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet_broker(monkeypatch):
    """Nobody listens to the queue in these tests."""
    monkeypatch.setattr("annotations.imports.api.jobs.annotations_import_due.delay_on_commit", lambda: None)


@pytest.fixture
def task(acme):
    return make_task(acme)


def send(client, task, content, name="news.json", **fields):
    """A signed-in browser's post: the multipart form of the API."""
    return client.post(f"/v1/annotations/tasks/{task.pk}/imports", {"file": upload(name, content), **fields})


def test_upload_with_a_guess_and_watch(task, bob, alice, client_of, api_of):
    sent = send(client_of(bob), task, label_studio_tasks(), mapping="guess")
    jobs.run_next()

    done = api_of(bob).get(f"/v1/imports/{sent.json()['import_id']}").json()
    api, address = api_of(bob), f"/v1/annotations/tasks/{task.pk}/imports"
    listed = api.get(address).json()
    totals = {"?kind=annotations": 1, "?kind=prelabels": 0, "?since=2100-01-01": 0, "?file_name=.json": 1}

    assert (sent.status_code, sent.json()["status"]) == (201, "queued")
    assert (done["status"], done["rows_stored"], done["error_count"]) == ("completed", 4, 0)
    assert [row["import_id"] for row in listed["imports"]] == [done["import_id"]]
    assert {query: api.get(address + query).json()["total"] for query in totals} == totals
    assert api.get(address + "?kind=other").status_code == 400


def test_upload_then_start_or_cancel(task, bob, client_of, api_of):
    sent = send(client_of(bob), task, "nr,mood\n101,kind\n", name="a.csv").json()
    mapping = {"item": "nr", "item_by": "external_id", "questions": {"tone": "mood"}}
    path = f"/v1/imports/{sent['import_id']}"

    bad = api_of(bob).post(f"{path}/start", {"mapping": mapping | {"item_by": "name"}})
    started = api_of(bob).post(f"{path}/start", {"mapping": mapping})
    twice = api_of(bob).post(f"{path}/start", {"mapping": mapping})
    other = send(client_of(bob), task, label_studio_tasks()).json()["import_id"]
    cancelled, late = (api_of(bob).post(f"/v1/imports/{other}/cancel", {}) for _ in range(2))

    assert sent["status"] == "needs_mapping"
    assert [bad.status_code, started.status_code, twice.status_code] == [400, 200, 409]
    assert (cancelled.json()["status"], late.status_code) == ("cancelled", 409)
    jobs.run_next()
    assert Annotation.objects.get(task=task).annotator.external_name == "a.csv"


def test_bad_uploads_are_refused(task, bob, client_of):
    cases = [
        ({"mapping": "[]"}, 400),
        ({"mapping": "{"}, 400),
        ({"kind": "gold"}, 400),
        ({"format": "XML"}, 400),
        ({"name": "a.exe"}, 415),
    ]
    for fields, status in cases:
        answer = send(client_of(bob), task, label_studio_tasks(), **fields)

        assert answer.status_code == status
        assert not Annotation.objects.exists() and not ImportJob.objects.exclude(mapping={}).exists()
