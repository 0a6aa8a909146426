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


def test_names_of_people_are_printed_as_text(client, acme):
    dataset = factories.make_dataset(acme, name=HOSTILE, description=HOSTILE, tags=[HOSTILE])
    factories.make_version(dataset, file_name=HOSTILE, description=HOSTILE)

    for path in ("/datasets/", f"/datasets/{dataset.pk}/", f"/datasets/{dataset.pk}/upload/"):
        page = client.get(path).content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page
