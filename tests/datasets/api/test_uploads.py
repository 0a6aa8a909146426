"""The body of an upload, in whichever app it comes in: one value a name, and no form far above the limit."""

import pytest

from datasets.api import uploads
from datasets.models import DatasetVersion
from tests import factories
from tests.annotations.imports.formats.files import make_task
from tests.datasets.files import upload

pytestmark = pytest.mark.django_db


def test_bodies_that_are_no_upload_are_refused(client_of, bob, acme, settings, monkeypatch):
    client, most = client_of(bob), settings.UPLOAD_MEGABYTES * 1024 * 1024 + uploads.FORM_BYTES
    files = [upload("a.jsonl", "{}"), upload("b.jsonl", "{}")]

    for path in (
        f"/v1/datasets/{factories.make_dataset(acme).pk}/versions",
        f"/v1/annotations/tasks/{make_task(acme).pk}/imports",
    ):
        twice = client.post(path, {"file": files})
        other = client.post(path, {"file": "a.jsonl"}, content_type="application/json")
        with monkeypatch.context() as patch:
            patch.setattr(uploads.MultiPartParser, "parse", lambda *given: pytest.fail("The body was read."))
            large = client.post(path, {"file": upload("a.jsonl", "{}")}, CONTENT_LENGTH=str(most + 1))

        assert [(answer.status_code, answer.json()["error"]["code"]) for answer in (twice, other, large)] == [
            (400, "given_twice"),
            (415, "unsupported_media_type"),
            (413, "file_too_large"),
        ], path
    assert not DatasetVersion.objects.filter(file_name="a.jsonl").exists()
