"""An export format is one file: docs/adding-a-figure.md, walked to the form, the API, its schema and the file."""

import pytest

from annotations.exports.actions import jobs
from annotations.exports.api.job_bodies import ExportIn
from tests import api_contract, factories
from tests.extensions.documents import followed

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def outline(tmp_path):
    with followed("adding-a-figure.md", "outline_file", tmp_path) as files:
        api_contract.forget()
        yield files
    api_contract.forget()


@pytest.fixture
def task(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))
    factories.make_annotation(task.items.get(), factories.make_annotator(factories.make_member(acme)))
    return task


def test_it_takes_one_file(outline):
    assert list(outline) == ["annotations/exports/formats/outline_file.py"]


def test_form_offers_it_and_schema_of_the_api_names_it_and_api_gives_the_file(
    task, bob, client_of, api_of, monkeypatch
):
    page = client_of(bob).get("/exports/").content.decode()
    assert '<option value="OUTLINE">Outline for reading</option>' in page

    assert "OUTLINE" in str(ExportIn().fields["format"].schema())

    monkeypatch.setattr("annotations.exports.api.jobs.WAIT_SECONDS", 0.0)
    api = api_of(bob)
    asked = api.post(f"/v1/annotations/tasks/{task.pk}/export", {"kind": "annotations", "format": "OUTLINE"})
    jobs.run_next()
    done = api.get(f"/v1/exports/{asked.json()['export_id']}").json()
    file = api.client.get(done["download_url"].removeprefix("http://testserver"))
    assert (asked.status_code, done["status"], done["format"]) == (202, "completed", "OUTLINE")
    assert 'labels: {"verdict":"correct"}' in b"".join(file.streaming_content).decode().replace(': "', ':"')
    assert file["Content-Type"] == "text/plain; charset=utf-8" and '.txt"' in file["Content-Disposition"]
