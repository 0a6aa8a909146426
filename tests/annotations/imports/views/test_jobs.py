"""Pages of imports: upload, say what the file means, see the first rows, and what became of it."""

import re

import pytest

from annotations.imports.actions import jobs
from annotations.models import Annotation, Annotator, ImportJob
from tests.annotations.imports.formats.files import label_studio_tasks, make_task, upload

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet_broker(monkeypatch):
    """Nobody listens to the queue in these tests."""
    monkeypatch.setattr("annotations.imports.views.jobs.annotations_import_due.delay_on_commit", lambda: None)


@pytest.fixture
def task(acme):
    return make_task(acme)


def send(client, task, content, name="news.json", kind="annotations"):
    return client.post("/imports/new/", {"task": str(task.pk), "kind": kind, "file": upload(name, content)})


def test_from_upload_to_result(task, bob, alice, client_of):
    client = client_of(bob)
    sent = send(client, task, label_studio_tasks())
    job = ImportJob.objects.get()

    page = client.get(sent.url).content.decode()
    names = {
        "name-0": "tone",
        "name-1": "topics",
        "name-2": "stars",
        "name-3": "words",
        "name-4": "comment",
        "name-5": "places",
    }
    started = client.post(f"/imports/{job.pk}/start/", {"item": "id", "item_by": "external_id"} | names)
    waiting = client.get(sent.url).content.decode()
    jobs.run_next()
    done = client.get(sent.url).content.decode()

    assert "3 items found for the first 3 rows" in page and "alice@example.org" in page
    assert (sent.status_code, started.status_code) == (302, 302)
    assert "Waiting for a worker" in waiting
    assert "4 annotations imported." in done and "Kept unchanged" in done
    assert client.get(sent.url, headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def test_preview_shows_what_would_go_wrong_and_stores_nothing(task, bob, client_of):
    client = client_of(bob)
    send(client, task, [{"external_id": "101", "annotator": "Zed", "labels": {"tone": "loud"}}], name="own.json")
    job = ImportJob.objects.get()

    body = client.post(f"/imports/{job.pk}/start/", {"item": "external_id", "item_by": "external_id", "do": "preview"})

    assert (body.status_code, job.state) == (200, "waiting")
    assert "Zed" in body.content.decode() and "loud" in body.content.decode()
    assert 'class="error-text"' in body.content.decode()
    assert not Annotation.objects.exists() and not Annotator.objects.filter(name__startswith="Zed").exists()


def test_the_page_asks_who_is_a_person_and_takes_the_answer(task, bob, client_of):
    client = client_of(bob)
    send(client, task, "nr,who,mood\n101,Zed,kind\n101,gpt-5,rude\n102,m@example.net,kind\n", name="a.csv")
    job = ImportJob.objects.get()
    form = {"item": "nr", "item_by": "external_id", "annotator": "who", "question-tone": "mood"}

    page = client.post(f"/imports/{job.pk}/start/", form | {"do": "preview"}).content.decode()
    asked = dict(re.findall(r'<label for="(who-\w+)" dir="auto">(\S+) ', page))
    machine = next(field for field, name in asked.items() if name == "gpt-5")
    client.post(f"/imports/{job.pk}/start/", form | {machine: "llm"})
    jobs.run_next()

    assert list(asked.values()) == ["Zed", "gpt-5", "m@example.net"]
    assert ImportJob.objects.get().mapping["kinds"] == {"gpt-5": "llm"}
    assert ImportJob.objects.get().mapping["questions"] == {"tone": "mood"}
    kinds = Annotation.objects.order_by("pk").values_list("annotator__name", "annotator__kind")
    assert list(kinds) == [("Zed", "human"), ("gpt-5", "llm"), ("m@example.net", "human")]


def test_wrong_files_and_mappings_are_explained(task, bob, client_of):
    client = client_of(bob)

    empty = client.post("/imports/new/", {"task": str(task.pk), "kind": "annotations"})
    wrong = send(client, task, "x", name="a.exe")
    send(client, task, "nr,mood\n101,kind\n", name="own.csv")
    job = ImportJob.objects.get()
    unmapped = client.post(f"/imports/{job.pk}/start/", {"item": "nr", "item_by": "external_id"})

    assert [empty.status_code, wrong.status_code, unmapped.status_code] == [422, 422, 422]
    assert "No question has a column" in unmapped.content.decode()


def test_errors_stand_in_a_table_and_another_try_or_an_end_is_possible(task, bob, client_of):
    client = client_of(bob)
    send(client, task, [{"external_id": "101", "labels": {"tone": "<script>"}}], name="own.json")
    job = ImportJob.objects.get()
    mapping = {"item": "external_id", "item_by": "external_id"}
    client.post(f"/imports/{job.pk}/start/", mapping)
    jobs.run_next()

    body = client.get(f"/imports/{job.pk}/").content.decode()
    again = client.post(f"/imports/{job.pk}/start/", mapping)
    waits = ImportJob.objects.get().state
    cancelled = [client.post(f"/imports/{job.pk}/cancel/").status_code for _ in range(2)]

    assert "The file has 1 error. Nothing was imported." in body
    assert "&lt;script&gt;" in body and "<script>" not in body.replace('<script src="', "")
    assert (again.status_code, waits, cancelled) == (302, "waiting", [302, 302])
    assert "The import was cancelled. Nothing was imported." in client.get(f"/imports/{job.pk}/").content.decode()
