"""The body of an upload, in whichever app it comes in: one value a name, and no form far above the limit."""

import pytest

from datasets.api import uploads
from datasets.models import DatasetVersion
from tests import factories
from tests.annotations.imports.formats.files import make_task
from tests.datasets.files import upload

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["versions", "imports"])
def path(request, acme):
    if request.param == "versions":
        return f"/v1/datasets/{factories.make_dataset(acme).pk}/versions"
    return f"/v1/annotations/tasks/{make_task(acme).pk}/imports"


def test_name_given_twice_is_refused(client_of, bob, path):
    files = [upload("a.jsonl", "{}"), upload("b.jsonl", "{}")]

    answer = client_of(bob).post(path, {"file": files})

    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "given_twice")


def test_other_bodies_are_refused(client_of, bob, path):
    answer = client_of(bob).post(path, {"file": "a.jsonl"}, content_type="application/json")

    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "unsupported_media_type")


def test_form_far_above_the_limit_is_refused_before_it_is_read(client_of, bob, path, settings, monkeypatch):
    monkeypatch.setattr(uploads.MultiPartParser, "parse", lambda *given: pytest.fail("The body was read."))
    most = settings.UPLOAD_MEGABYTES * 1024 * 1024 + uploads.FORM_BYTES

    answer = client_of(bob).post(path, {"file": upload("a.jsonl", "{}")}, CONTENT_LENGTH=str(most + 1))

    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "file_too_large")
    assert not DatasetVersion.objects.filter(file_name="a.jsonl").exists()
