"""Uploading, checking and publishing versions over the API."""

import json

import pytest
from django.conf import settings

from datasets.actions import imports, stored_files
from datasets.models import DatasetVersion
from datasets.tasks import import_due
from evalhub.lib.reasons import WORKER_CRASH
from tests import factories
from tests.datasets.files import MAPPING, ROWS, file_of, jsonl, upload

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


@pytest.mark.parametrize("extension", ["csv", "json", "jsonl", "parquet"])
def test_a_file_becomes_a_published_version(api, path, extension, tmp_path):
    file = upload(f"My rows.{extension}", file_of(extension, tmp_path))

    sent = api.upload(path, {"file": file, "description": "First.", "mapping": json.dumps(MAPPING)})
    import_due()
    seen = api.get(f"{path}/1").json()
    published = api.post(f"{path}/1/publish")
    cases = api.get(f"{path}/1/cases").json()

    assert sent.status_code == 201
    assert {"status": "validating", "version_number": 1, "row_count": 0}.items() <= sent.json().items()
    assert sent.json()["file_uri"] == f"evalhub://uploads/{sent.json()['version_id']}"
    assert (seen["validation_status"], seen["status"], seen["row_count"]) == ("VALID", "DRAFT", 3)
    assert (seen["description"], seen["file_name"]) == ("First.", f"My rows.{extension}")
    assert {"name": "topic", "type": "string", "role": "metadata"} in seen["schema"]["columns"]
    assert (seen["mapping"], seen["validation_errors"], seen["progress"]) == (MAPPING, [], None)
    assert (published.status_code, published.json()["status"]) == (200, "PUBLISHED")
    assert [case["expected_output"] for case in cases["cases"]] == ["4", "6", "Nobody"]


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


def test_while_it_waits_the_version_shows_progress(api, path):
    api.upload(path, {"file": upload("rows.jsonl", jsonl(ROWS))})

    seen = api.get(f"{path}/1").json()

    assert seen["validation_status"] == "PENDING"
    assert seen["progress"] == {"done": 0, "total": None, "unit": "bytes", "rows": 0, "errors": 0}


@pytest.mark.parametrize(
    "name, content, status, code",
    [
        ("rows.xlsx", b"PK\x03\x04", 415, "unknown_file_format"),
        ("rows.csv.gz", b"\x1f\x8b", 415, "unknown_file_format"),
        ("rows", b"a,b", 415, "unknown_file_format"),
        ("rows.csv", b"", 400, "empty_file"),
        ("../../etc/rows.exe", b"x", 415, "unknown_file_format"),
    ],
)
def test_what_cannot_be_read_is_refused_at_once(api, path, name, content, status, code):
    answer = api.upload(path, {"file": upload(name, content)})

    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert not DatasetVersion.objects.exists()


def test_a_file_over_the_limit_is_413_and_leaves_nothing(api, path, monkeypatch):
    monkeypatch.setattr(stored_files, "file_limits", lambda: stored_files.Limits(file_bytes=10))

    answer = api.upload(path, {"file": upload("rows.csv", b"question\n" + b"x" * 100)})

    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "file_too_large")
    assert not DatasetVersion.objects.exists()


def test_packed_content_is_told_after_the_check(api, path):
    api.upload(path, {"file": upload("rows.csv", b"\x1f\x8b\x08 and so on")})
    import_due()

    assert "compressed with gzip" in api.get(f"{path}/1").json()["validation_errors"][0]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"file": "only a text"},
        {"file": upload("a.csv", "question\nx\n"), "extra": "1"},
        {"file": upload("a.csv", "question\nx\n"), "mapping": "{"},
        {"file": upload("a.csv", "question\nx\n"), "mapping": "[]"},
        {"file": upload("a.csv", "question\nx\n"), "mapping": '{"input": "a", "output": "b"}'},
        {"file": upload("a.csv", "question\nx\n"), "description": ["one", "two"]},
        {"file": [upload("a.csv", "question\nx\n"), upload("b.csv", "question\nx\n")]},
    ],
)
def test_a_form_that_is_wrong_is_400(api, path, fields):
    answer = api.upload(path, fields)

    assert answer.status_code == 400, answer.content
    assert not DatasetVersion.objects.exists()


@pytest.mark.parametrize("content_type", ["application/json", "text/csv", "application/x-www-form-urlencoded", ""])
def test_only_multipart_is_taken(api, path, content_type):
    answer = api.raw("POST", path, '{"file": "x"}', content_type=content_type)

    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "unsupported_media_type")


def test_a_broken_form_is_400(api, path):
    answer = api.raw("POST", path, "no boundary here", content_type="multipart/form-data")

    assert answer.status_code == 400


def test_the_stored_file_has_a_name_of_our_own(api, path):
    api.upload(path, {"file": upload("..\\..\\naughty\u202e.csv", "question\nx\n")})

    version = DatasetVersion.objects.get()
    assert version.stored_path == f"uploads/{version.pk}.csv"
    assert (settings.FILES / version.stored_path).read_bytes() == b"question\nx\n"


def test_publishing_twice_changes_nothing_and_deprecating_ends_it(api, path, dataset):
    factories.make_version(dataset, status="DRAFT", published_at=None)

    first, again = api.post(f"{path}/1/publish"), api.post(f"{path}/1/publish")
    ended = api.post(f"{path}/1/deprecate")

    assert first.json()["published_at"] and first.json() == again.json()
    assert (ended.status_code, ended.json()["status"]) == (200, "DEPRECATED")


def test_a_version_in_check_is_not_published(api, path, dataset):
    factories.make_version(dataset, status="DRAFT", state="waiting")

    answer = api.post(f"{path}/1/publish")

    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "in_check")


def test_a_draft_is_checked_again_with_another_mapping(api, path):
    api.upload(path, {"file": upload("rows.jsonl", jsonl(ROWS))})
    import_due()

    answer = api.post(f"{path}/1/validate", {"mapping": {"input": "gold"}})
    import_due()
    bad = api.post(f"{path}/1/validate", {"mapping": "gold"})

    assert answer.status_code == 202 and answer.json()["progress"] is not None
    assert api.get(f"{path}/1/cases").json()["cases"][0]["input"] == {"prompt": "4"}
    assert bad.status_code == 400


@pytest.mark.parametrize("number", ["0", "2", "-1", "one", "1.0", "١", "9" * 30])
def test_unknown_numbers_are_404(api, path, dataset, number):
    factories.make_version(dataset)

    assert api.get(f"{path}/{number}").status_code == 404


def test_the_list_of_versions(api, path, dataset, django_assert_num_queries):
    for _ in range(20):
        factories.make_version(dataset, rows=0)

    with django_assert_num_queries(4):
        found = api.get(path).json()

    assert [row["version_number"] for row in found["versions"]] == list(range(20, 0, -1))
    assert (found["total"], found["has_more"]) == (20, False)


def test_only_managers_upload(api_of, path, alice, vera, rita):
    form = {"file": upload("a.csv", "question\nx\n")}

    statuses = [api_of(person).upload(path, form).status_code for person in (alice, vera, rita)]

    assert statuses == [403, 403, 403]


def test_a_crashing_file_ends_with_words(api, path, dataset):
    version = factories.make_version(
        dataset, rows=0, status="DRAFT", validation_status="PENDING", state="failed", last_error=WORKER_CRASH()
    )

    imports.explain_crashes()

    seen = api.get(f"{path}/{version.version_number}").json()
    assert seen["validation_status"] == "INVALID"
    assert "stopped 5 times" in seen["validation_errors"][0]


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
