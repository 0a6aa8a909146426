"""The files of a job: formatted by kind, exact with quotes marked, never outside of the directory; result files."""

import json
import re

import pytest
from django.urls import reverse

from annotations.models import Evidence
from tests import factories
from tests.annotations.content.items import without_places
from tests.reviews.jobs_world import NOTES, QUOTE, make_job, make_score_job, write_folder
from tests.statements import at_most


@pytest.fixture
def on_disk(bob, tmp_path, settings):
    """A score job whose directory is on disk, so that every file is read from there."""
    settings.JOB_ROOTS = [("acme", tmp_path)]
    rows = "\n".join(f"{number},<b>" for number in range(250))
    folder = write_folder(
        tmp_path, data__csv=f"n,text\n{rows}\n", plain__log="\x1b[1mline", broken__json="{", notes="# Title\n\n*soft*"
    )
    (folder / "inside").mkdir()
    (folder / "inside" / "more.txt").write_text("deep")
    (folder / "picture.png").write_bytes(b"\x89PNG\xff")
    (folder / "link.txt").symlink_to("/etc/hostname")
    return make_score_job(bob, location=str(folder), origin="registered")


def get(client, job, path, **query):
    return client.get(reverse("reviews:job_file", args=[job.pk]), {"path": path} | query)


def download(client, job, name):
    return client.get(reverse("reviews:job_download", args=[job.pk]), {"name": name})


def test_reviewed_files_have_their_quotes_marked_also_far_down(bob, client_of):
    job, client = make_job(bob), client_of(bob)
    quote = Evidence.objects.get()
    page = without_places(get(client, job, "notes.md").content.decode())
    source = get(client, job, "notes.md", view="source").content.decode()
    assert "<h2" in page and "Notes</h2>" in page and "As reviewed" in page and "1 quoted passage" in page
    assert re.search(r'<mark class="evidence hue-3" id="e\d+" tabindex="-1" data-letters="A">', page)
    assert f'<mark class="evidence hue-3" id="e{quote.pk}" tabindex="-1" data-letters="A">{QUOTE}</mark>' in source
    assert f"view=source#e{quote.pk}" in source

    job = make_job(bob, notes=NOTES + "x" * 150_000 + " The end.")
    Evidence.objects.update(quote="The end.", start=len(NOTES) + 150_001, end=len(NOTES) + 150_009)
    client = client_of(bob)
    board = client.get(job.get_absolute_url()).context["board"]
    page = client.get(board.cards[0].dimensions[0].quotes[0].href).content.decode()
    assert ">The end.</mark>" in page and "From the start" in page


def test_each_kind_is_drawn_as_what_it_is(bob, client_of, on_disk, settings):
    client = client_of(bob)
    for path, words in [
        ("notes.md", ["<em>soft</em>"]),
        ("impact_results.json", ['class="json-key"']),
        ("data.csv", [">199</td>", "200 of 250 rows are shown", "&lt;b&gt;"]),
        ("inside/more.txt", ["deep"]),
        ("broken.json", ["{"]),
        ("plain.log", ["line"]),
    ]:
        page = without_places(get(client, on_disk, path).content.decode())

        assert [each for each in words if each not in page] == [] and "It was not sent to a model" in page, path
        assert path != "data.csv" or ">200</td>" not in page and "<b>" not in page
    for path in ("../outside", "/etc/hostname", "link.txt", "picture.png", "absent", "", "inside"):
        assert get(client, on_disk, path).status_code == 404, path
    settings.JOB_ROOTS = []  # its folder is no longer the organization's
    assert get(client, on_disk, "notes.md").status_code == 404
    assert client.get(on_disk.get_absolute_url()).context["tree"] == []


def test_tree_names_what_is_never_read(bob, client_of, on_disk):
    tree = {line.path: line for line in client_of(bob).get(on_disk.get_absolute_url()).context["tree"]}

    assert tree["inside/more.txt"].depth == 2 and tree["inside"].is_folder
    assert tree["link.txt"].href == "" and "link" in tree["link.txt"].problem
    assert tree["notes.md"].href.endswith("?path=notes.md")


def test_result_files_are_what_was_written(bob, client_of):
    job, scored = make_job(bob, models=("a", "b")), make_score_job(bob)
    client = client_of(bob)

    evaluated = download(client, job, "evaluate_result.json")

    assert evaluated.content.decode() == job.evaluate_text and "attachment" in evaluated.headers["Content-Disposition"]
    assert list(json.loads(download(client, scored, "score_result.json").content)) == [
        "initiative_id",
        "confidence",
        "confidence_range",
    ]
    assert download(client, scored, "review_result.json").status_code == 404
    assert download(client, job, "../manifest.json").status_code == 404


def test_file_takes_as_many_statements_for_many_quotes_as_for_one(bob, client_of, django_capture_on_commit_callbacks):
    job = make_job(bob)
    client = client_of(bob)
    with django_capture_on_commit_callbacks(execute=True):  # who he is as an annotator is remembered from then on
        get(client, job, "notes.md")
    for _ in range(9):
        factories.make_evidence(Evidence.objects.first().judgement, QUOTE, field="input.notes", start=9)

    with at_most(8):
        response = get(client, job, "notes.md")

    assert len(response.context["quotes"]) == 10


def test_result_files_of_others_are_not_found(bob, mallory, client_of):
    job, client = make_job(bob), client_of(mallory)

    assert get(client, job, "notes.md").status_code == 404
    assert download(client, job, "evaluate_result.json").status_code == 404
