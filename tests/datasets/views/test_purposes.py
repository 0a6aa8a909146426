"""A purpose on its way from the start page through upload, mapping and publishing to the form."""

import pytest

from datasets.actions import imports
from datasets.models import DatasetVersion
from datasets.models.purposes import PURPOSES
from tests.datasets.files import jsonl, upload

QUESTIONS = [{"id": f"q{n}", "question": f"Question {n}?", "answer": f"Answer {n}.", "level": "easy"} for n in range(3)]


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


@pytest.fixture
def brought(client):
    """brought(purpose, rows) is the page of the checked file that was uploaded for it, and its version."""

    def bring(purpose, rows=QUESTIONS):
        client.post(
            "/datasets/new/",
            {"file": upload(f"{purpose}.jsonl", jsonl(rows)), "type": "EVALUATION", "purpose": purpose},
        )
        return again()

    def again():
        version = imports.run(version=DatasetVersion.objects.order_by("-pk").first())
        return client.get(version.get_absolute_url()).content.decode(), version

    bring.again = again
    return bring


def test_each_purpose_says_what_file_fits_and_nothing_of_others(client, subtests):
    for key, purpose in PURPOSES.items():
        with subtests.test(key):
            page = client.get("/datasets/new/", {"purpose": key})

            assert str(purpose.upload) in page.content.decode() and page.context["form"].path is purpose
    assert client.get("/datasets/new/", {"purpose": "nonsense"}).context["form"].path.key == ""


def test_an_answer_is_what_is_judged_where_the_file_is_brought_for_it(brought, client):
    page, version = brought("judge")

    assert (version.purpose, version.mapping["outputs"]) == ("judge", {"answer": "answer"})
    assert 'id="judged"' not in page and "Judge model answers" in page and "Answer 0." in page
    published = client.post(f"{version.get_absolute_url()}publish/")
    assert published.url == f"/tasks/new/?version={version.pk}"


def test_an_answer_is_expected_otherwise_and_one_click_makes_it_the_output(brought, client):
    page, version = brought("nonsense")
    assert (version.purpose, version.mapping["expected_output"]) == ("", "answer")
    assert "Which column is judged?" in page

    client.post(f"{version.get_absolute_url()}mapping/", {"do": "judged", "judged": "answer"})
    page, version = brought.again()

    assert (version.mapping["outputs"], version.mapping["expected_output"]) == ({"answer": "answer"}, None)
    assert 'id="judged"' not in page


def test_nothing_is_published_for_a_comparison_before_its_columns_are_chosen(brought, client):
    rows = [{"question": "Why?", "llama": f"Because {n}.", "qwen": "No reason."} for n in range(3)]
    page, version = brought("compare", rows)
    address = version.get_absolute_url()
    assert "Which columns are compared?" in page and "2 model outputs, 0 are mapped" in page

    refused = client.post(f"{address}publish/", follow=True).content.decode()
    too_few = client.post(f"{address}mapping/", {"do": "judged", "judged": "qwen"}, follow=True).content.decode()
    version.refresh_from_db()
    assert "Choose it first." in refused and "at least 2 columns" in too_few and version.status == "DRAFT"

    client.post(f"{address}mapping/", {"do": "judged", "judged": ["llama", "qwen"]})
    page, version = brought.again()

    assert version.mapping["outputs"] == {"llama": "llama", "qwen": "qwen"} and version.purpose == "compare"
    client.post(f"{address}publish/")
    assert DatasetVersion.objects.get().status == "PUBLISHED"


def test_a_file_without_anything_to_judge_gives_up_its_purpose(brought, client):
    page, version = brought("judge", [{"id": "1", "question": "Why?", "topic": "sums"}])
    assert "Which column is judged?" in page

    client.post(f"{version.get_absolute_url()}mapping/", {"do": "judged"})

    assert brought.again()[1].purpose == ""


def test_a_published_file_is_mapped_in_another_way_without_a_second_upload(brought, client):
    _page, version = brought("label")
    client.post(f"{version.get_absolute_url()}publish/")

    client.post(f"{version.get_absolute_url()}again/", {"purpose": "judge"})
    page, new = brought.again()

    assert (new.version_number, new.file_name, new.purpose, new.row_count) == (2, "label.jsonl", "judge", 3)
    assert 'id="judged"' in page and new.stored_path != version.stored_path
    DatasetVersion.objects.filter(pk=version.pk).update(stored_path="")
    refused = client.post(f"{version.get_absolute_url()}again/", follow=True)
    assert "no longer kept" in refused.content.decode() and refused.request["PATH_INFO"].endswith("/upload/")
