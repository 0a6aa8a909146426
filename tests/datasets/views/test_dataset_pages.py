"""The list of datasets, a new one with its file, one with its versions."""

import pytest
from django.test import override_settings

from datasets.actions import imports
from datasets.models import Dataset, DatasetVersion
from evalhub.accounts.models import AuditEvent
from tests import factories
from tests.datasets.files import MAPPING, ROWS, jsonl, received, upload

HOSTILE = '<script>alert("x")</script>'


@pytest.fixture
def dataset(acme):
    return factories.make_dataset(acme, name="Support answers")


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


def sent(**changes):
    file = upload("a.jsonl", jsonl(ROWS))
    return {"name": "Support", "type": "GOLDEN_SET", "tags": "b, a, b", "file": file} | changes


def test_list_is_empty_with_one_thing_to_do(client, client_of, vera, mallory, dataset):
    foreign = client_of(mallory).get("/datasets/").content.decode()

    assert "Upload a dataset" in foreign and dataset.name not in foreign
    assert 'href="/datasets/new/"' in client.get("/datasets/").content.decode()
    assert "/datasets/new/" not in client_of(vera).get("/datasets/").content.decode()


def test_what_is_wrong_is_said_beside_its_field(client, dataset):
    for change, field, words in (
        ({"name": "Support answers"}, "name", "already exists"),
        ({"type": "OTHER"}, "type", "valid choice"),
        ({"tags": "x" * 101}, "tags", "1 to 100 characters"),
        ({"file": ""}, "file", "Choose a file."),
        ({"file": upload("a.exe", "x")}, "file", "Valid: .csv"),
        ({"file": upload("a.csv", "")}, "file", "is empty"),
        ({"file": upload("a.csv", "x" * (1024 * 1024 + 1))}, "file", "at most 1,048,576"),
    ):
        with override_settings(UPLOAD_MEGABYTES=1):
            response = client.post("/datasets/new/", sent(**change))
        assert response.status_code == 422, change
        assert words in str(response.context["form"].errors[field]), change
    assert list(Dataset.objects.all()) == [dataset]
    assert not DatasetVersion.objects.exists()


def test_dataset_and_file_come_together(client, bob):
    response = client.post("/datasets/new/", sent())
    version = DatasetVersion.objects.select_related("dataset").get()

    assert response.url == version.get_absolute_url()
    assert (version.dataset.type, version.dataset.tags, version.dataset.name) == ("GOLDEN_SET", ["b", "a"], "Support")
    assert (version.validation_status, version.created_by, version.file_name) == ("PENDING", bob.user, "a.jsonl")
    assert set(AuditEvent.objects.values_list("verb", flat=True)) >= {"dataset.created", "version.uploaded"}


def test_next_version_keeps_what_the_columns_mean_and_all_are_listed(client, dataset):
    imports.run(version=received(ROWS, dataset=dataset, mapping=MAPPING | {"expected_output": None}))
    path = f"/datasets/{dataset.pk}/upload/"

    client.post(path, {"file": upload("b.jsonl", jsonl(ROWS)), "keep_mapping": "on", "note": "More."})
    client.post(path, {"file": upload("b.jsonl", jsonl(ROWS))})
    imports.run(version=received("question\n", name="bad.csv", dataset=dataset))
    page = client.get(f"/datasets/{dataset.pk}/").content.decode()

    _bad, guessed, kept, first = dataset.versions.all()
    assert kept.mapping == first.mapping and kept.description == "More."
    assert guessed.mapping == {}
    assert page.index("Version 3") < page.index("Version 2") < page.index("Version 1")
    assert all(words in page for words in ("Validating", "Invalid", "1 error"))


def test_a_dataset_leads_to_its_newest_version_and_to_the_tasks_that_use_it(client, dataset):
    first, second = (factories.make_version(dataset, version_number=n) for n in (1, 2))
    draft = imports.run(version=received(ROWS, dataset=dataset))
    tasks = [factories.make_task(first, name=f"Task {n}") for n in range(4)]
    factories.make_task(second, name="Machine's", is_listed=False)

    listed = client.get("/datasets/").content.decode()
    page = client.get(f"/datasets/{dataset.pk}/").content.decode()
    cases = client.get(f"{draft.get_absolute_url()}cases/").content.decode()

    assert f'class="row-link" href="{draft.get_absolute_url()}"' in listed.replace(f' id="row-{dataset.pk}"', "")
    assert f"/tasks/new/?version={second.pk}" in page
    assert all(f'/tasks/{task.pk}/" dir="auto">{task.name}' in page for task in tasks[1:])
    assert "Task 0" not in page and "Machine" not in page
    assert "Sechs." in cases


def test_a_refused_first_file_leaves_no_dataset_and_its_name_to_the_next(client, acme):
    client.post("/datasets/new/", sent(name="nested", file=upload("nested.json", "[")))
    refused = imports.run(version=DatasetVersion.objects.get())
    offered, listed = client.get("/datasets/new/").content.decode(), client.get("/datasets/").content.decode()
    attention = client.get("/").content.decode()
    imports.run(version=received("[", name="other.json", dataset=factories.make_dataset(acme, name="Other")))

    again = client.post("/datasets/new/", sent(name="nested", tags="new"))
    version = imports.run(version=DatasetVersion.objects.get(version_number=2))

    assert "nested.json was refused" in offered and refused.get_absolute_url() in offered
    assert "Upload a dataset" in listed and "Invalid" not in listed
    assert [page.count("was refused</p>") for page in (attention, client.get("/").content.decode())] == [1, 1]
    assert again.url == version.get_absolute_url()
    assert version.dataset == refused.dataset and version.dataset.tags == ["new"]
    assert "nested" in client.get("/datasets/").content.decode()
    assert "nested" not in client.get("/datasets/new/").content.decode()


def test_a_taken_name_is_told_before_the_file_is_sent_with_a_free_one(client, client_of, mallory, acme, dataset):
    factories.make_version(dataset)
    factories.make_version(factories.make_dataset(acme, name="Support answers 2"))
    ask = {"name": "Support answers "}

    told = client.get("/datasets/new/name/", ask).content.decode()
    begun = client.post("/datasets/uploads/", {"name": "a.csv", "size": "9", "dataset": "Support answers"})
    sent_anyway = client.post("/datasets/new/", sent(name="", file=upload("Support_answers.jsonl", jsonl(ROWS))))

    for answer in (told, sent_anyway.content.decode()):
        assert 'data-name="Support answers 3"' in answer and f"/datasets/{dataset.pk}/upload/" in answer
    assert "<html" not in told and sent_anyway.status_code == 422
    assert begun.status_code == 409 and "'Support answers 3'" in begun.json()["error"]
    assert "data-name" not in client.get("/datasets/new/name/", {"name": "Free"}).content.decode()
    assert "data-name" not in client_of(mallory).get("/datasets/new/name/", ask).content.decode()


def test_names_of_people_are_printed_as_text(client, acme):
    dataset = factories.make_dataset(acme, name=HOSTILE, description=HOSTILE, tags=[HOSTILE])
    factories.make_version(dataset, file_name=HOSTILE, description=HOSTILE)

    for path in ("/datasets/", f"/datasets/{dataset.pk}/", f"/datasets/{dataset.pk}/upload/"):
        page = client.get(path).content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page
