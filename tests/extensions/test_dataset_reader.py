"""A dataset reader is one file: docs/adding-a-figure.md, walked to the upload form, the API and the cases."""

import pytest

from datasets.actions import imports
from datasets.api.shapes import VersionOut
from datasets.models import DatasetVersion, TestCase
from datasets.row_errors import worded
from tests.annotations.imports.formats.files import upload
from tests.extensions.documents import followed

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "id: a\nquestion: 1 + 1?\n\nid: b\nquestion: 2 + 2?\n"


@pytest.fixture(autouse=True)
def pairs(tmp_path):
    with followed("adding-a-figure.md", "pairs", tmp_path) as files:
        yield files


def test_it_takes_one_file(pairs):
    assert list(pairs) == ["datasets/readers/pairs.py"]


def test_form_takes_its_files_and_the_cases_are_there(bob, client_of):
    client = client_of(bob)

    page = client.get("/datasets/new/").content.decode()
    client.post("/datasets/new/", {"name": "Sums", "type": "EVALUATION", "file": upload("sums.pairs", TEXT)})
    imports.run(version=DatasetVersion.objects.get())

    version = DatasetVersion.objects.get()
    assert ".pairs" in page and "Pairs" in page
    assert (version.file_format, version.validation_status, version.row_count) == ("PAIRS", "VALID", 2)
    assert list(TestCase.objects.order_by("row_index").values_list("external_id", flat=True)) == ["a", "b"]


def test_errors_are_told_with_their_row(bob, client_of):
    client_of(bob).post(
        "/datasets/new/", {"name": "Sums", "type": "EVALUATION", "file": upload("sums.pairs", f"{TEXT}\nno colon\n")}
    )
    imports.run(version=DatasetVersion.objects.get())

    version = DatasetVersion.objects.get()
    assert [(each["row"], each["reason"]) for each in worded(version.validation_errors)] == [
        (3, "A line has no colon.")
    ]


def test_schema_of_the_api_names_it():
    assert "PAIRS" in VersionOut().fields["file_format"].keys()
