"""Uploading, checking and publishing versions over the API."""

import json

import pytest
from django.conf import settings

from datasets.actions import stored_files
from datasets.models import DatasetVersion
from datasets.tasks import import_due
from tests import factories
from tests.datasets.files import MAPPING, ROWS, jsonl, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def dataset(acme):
    return factories.make_dataset(acme)


@pytest.fixture
def path(dataset):
    return f"/v1/datasets/{dataset.pk}/versions"


@pytest.fixture
def api(api_of, bob):
    return api_of(bob)


def test_a_file_becomes_a_published_version(api, path):
    file = upload("..\\..\\My rows\u202e.jsonl", jsonl(ROWS))

    sent = api.upload(path, {"file": file, "description": "First.", "mapping": json.dumps(MAPPING)})
    waiting = api.get(f"{path}/1").json()
    import_due()
    seen = api.get(f"{path}/1").json()
    published, again = api.post(f"{path}/1/publish"), api.post(f"{path}/1/publish")
    cases = api.get(f"{path}/1/cases").json()
    ended = api.post(f"{path}/1/deprecate")

    version = DatasetVersion.objects.get()
    assert sent.status_code == 201
    assert {"status": "validating", "version_number": 1, "row_count": 0}.items() <= sent.json().items()
    assert sent.json()["file_uri"] == f"evalhub://uploads/{version.pk}"
    assert version.stored_path == f"uploads/{version.pk}.jsonl"
    assert (settings.FILES / version.stored_path).read_bytes() == jsonl(ROWS).encode()
    assert waiting["validation_status"] == "PENDING"
    assert waiting["progress"] == {"done": 0, "total": None, "unit": "bytes", "rows": 0, "errors": 0}
    assert (seen["validation_status"], seen["status"], seen["row_count"]) == ("VALID", "DRAFT", 3)
    assert seen["description"] == "First."
    assert {"name": "topic", "type": "string", "role": "metadata"} in seen["schema"]["columns"]
    assert (seen["mapping"], seen["validation_errors"], seen["progress"]) == (MAPPING, [], None)
    assert (published.status_code, published.json()["status"]) == (200, "PUBLISHED")
    assert published.json()["published_at"] and published.json() == again.json()
    assert [case["expected_output"] for case in cases["cases"]] == ["4", "6", "Nobody"]
    assert (ended.status_code, ended.json()["status"]) == (200, "DEPRECATED")


def test_a_bad_file_is_told_by_row_and_column_and_keeps_its_number(api, path):
    api.upload(path, {"file": upload("rows.jsonl", jsonl([*ROWS, {"question": None, "id": "q4"}]))})
    import_due()

    seen = api.get(f"{path}/1").json()
    publish = api.post(f"{path}/1/publish")
    cases = api.get(f"{path}/1/cases").json()

    assert (seen["validation_status"], seen["row_count"], seen["error_count"]) == ("INVALID", 0, 1)
    assert seen["validation_errors"] == ["row 4, column question: The input is empty."]
    assert seen["errors"] == [{"row": 4, "column": "question", "reason": "The input is empty."}]
    assert (publish.status_code, publish.json()["error"]["code"]) == (409, "not_valid")
    assert cases == {"cases": [], "total": 0, "has_more": False, "next": None, "next_after": None}


def csv():
    return upload("a.csv", "question\nx\n")


def test_what_cannot_be_taken_is_refused_at_once_and_leaves_nothing(api, path, monkeypatch):
    refused = [
        (415, {"file": upload("rows.csv.gz", b"\x1f\x8b")}),
        (415, {"file": upload("rows", b"a,b")}),
        (415, {"file": upload("../../etc/rows.exe", b"x")}),
        (400, {"file": upload("rows.csv", b"")}),
        (400, {}),
        (400, {"file": "only a text"}),
        (400, {"file": csv(), "extra": "1"}),
        (400, {"file": csv(), "mapping": "{"}),
        (400, {"file": csv(), "mapping": "[]"}),
        (400, {"file": csv(), "mapping": '{"input": "a", "output": "b"}'}),
        (400, {"file": csv(), "description": ["one", "two"]}),
    ]
    for status, fields in refused:
        assert api.upload(path, fields).status_code == status, fields
    assert api.raw("POST", path, "no boundary here", content_type="multipart/form-data").status_code == 400
    monkeypatch.setattr(stored_files, "file_limits", lambda: stored_files.Limits(file_bytes=10))
    large = api.upload(path, {"file": upload("rows.csv", b"question\n" + b"x" * 100)})

    assert (large.status_code, large.json()["error"]["code"]) == (413, "file_too_large")
    assert not DatasetVersion.objects.exists()


def test_a_draft_is_checked_again_with_another_mapping(api, path):
    api.upload(path, {"file": upload("rows.jsonl", jsonl(ROWS))})
    import_due()

    answer = api.post(f"{path}/1/validate", {"mapping": {"input": "gold"}})
    import_due()
    bad = api.post(f"{path}/1/validate", {"mapping": "gold"})

    assert answer.status_code == 202 and answer.json()["progress"] is not None
    assert api.get(f"{path}/1/cases").json()["cases"][0]["input"] == {"prompt": "4"}
    assert bad.status_code == 400


def test_versions_are_listed_and_found_by_their_number(api, path, dataset):
    for state in ("done", "done", "waiting"):
        factories.make_version(dataset, rows=0, status="DRAFT", state=state)

    found = api.get(path).json()
    in_check = api.post(f"{path}/3/publish")

    assert [row["version_number"] for row in found["versions"]] == [3, 2, 1]
    assert (found["total"], found["has_more"]) == (3, False)
    assert (in_check.status_code, in_check.json()["error"]["code"]) == (409, "in_check")
    for number in ("0", "4", "one", "١", "9" * 30):
        assert api.get(f"{path}/{number}").status_code == 404, number


def test_an_open_version_takes_the_next_number_and_is_closed_by_publishing(api, path, dataset):
    factories.make_version(dataset)

    opened = api.post(f"{path}/open", {"description": "Traces of the support bot."})
    empty = api.post(f"{path}/2/publish")
    factories.make_case(DatasetVersion.objects.get(version_number=2), 0)
    DatasetVersion.objects.filter(version_number=2).update(row_count=1)
    published = api.post(f"{path}/2/publish")

    assert opened.status_code == 201
    assert {"version_number": 2, "status": "DRAFT", "is_open": True, "row_count": 0, "file_format": ""}.items() <= (
        opened.json().items()
    )
    assert (empty.status_code, empty.json()["error"]["code"]) == (409, "no_cases")
    assert (published.json()["status"], published.json()["is_open"]) == ("PUBLISHED", False)
    assert [event.object_id for event in factories.audit_events("version.opened")] == [opened.json()["version_id"]]


def test_an_open_version_is_no_file_to_check_and_no_ground_for_a_task(api, path):
    opened = api.post(f"{path}/open").json()

    checked = api.post(f"{path}/1/validate")
    task = api.post(
        "/v1/annotations/tasks",
        {
            "name": "Task",
            "instructions": "Read.",
            "dataset_version_id": opened["version_id"],
            "annotation_schema": factories.VERDICT,
        },
    )

    assert (checked.status_code, checked.json()["error"]["code"]) == (409, "no_file")
    assert (task.status_code, task.json()["error"]["code"]) == (409, "version_not_published")
