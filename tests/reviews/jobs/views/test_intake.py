"""Handing over a job: by its path or as an archive, with every mistake told beside its field."""

import io
import json
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from reviews.models import Job
from tests.reviews.jobs_world import MANIFEST, RESULTS, write_folder

NEW, UPLOAD = reverse("reviews:job_new"), reverse("reviews:job_upload")


@pytest.fixture
def root(tmp_path, settings):
    settings.JOB_ROOTS = [("acme", tmp_path)]
    return tmp_path


def scored(**changes):
    return MANIFEST | {"evaluate_strategy": "score"} | changes


def archive(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, text in files.items():
            packed.writestr(name.replace("__", "."), text)
    return SimpleUploadedFile("pilot.zip", out.getvalue())


def errors(response):
    return {name: " ".join(said) for name, said in response.context["bound"].errors.items()}


def test_page_shows_both_ways_and_the_installation_s_panel(bob, client_of, root, settings):
    settings.JOB_MODELS = ["simulated-careful", "simulated-hasty"]

    page = client_of(bob).get(NEW).content.decode()

    assert str(root) in page and "simulated-careful\nsimulated-hasty</textarea>" in page
    assert "Register directory" in page and "Upload archive" in page and "quasi_experimental" in page


def test_where_no_key_is_set_a_simulated_panel_is_filled_in_by_its_name(bob, client_of, root, no_keys):
    assert "simulated-careful\nsimulated-hasty</textarea>" in client_of(bob).get(NEW).content.decode()
    no_keys.setenv("ANTHROPIC_API_KEY", "a-key")

    assert "claude-sonnet-4-5-20250929</textarea>" in client_of(bob).get(NEW).content.decode()


def test_without_a_folder_only_archives_can_be_taken(bob, client_of, settings):
    settings.JOB_ROOTS = []

    page = client_of(bob).get(NEW).content.decode()

    assert "Register directory" not in page and "EVALHUB_JOB_ROOTS" in page and "Upload archive" in page


def test_directory_is_scored_at_once(bob, client_of, root):
    folder = write_folder(root, manifest=scored())

    response = client_of(bob).post(NEW, {"job_dir": str(folder), "cost_to_scale": "12.5"}, follow=True)

    job = Job.objects.get()
    assert (job.state, job.origin, job.cost_to_scale, job.created_by) == ("reviewed", "registered", 12.5, bob.user)
    assert "is scored" in response.content.decode() and (folder / "score_result.json").is_file()


def test_directory_is_reviewed_by_the_panel_that_was_named(bob, client_of, root):
    models = "simulated-careful\n\n simulated-hasty "

    client_of(bob).post(NEW, {"job_dir": str(write_folder(root)), "models": models, "critic_model": "simulated-b"})

    stages = Job.objects.get().run.stages.order_by("position", "lane")
    assert [stage.model for stage in stages] == ["simulated-careful", "simulated-hasty", *["simulated-b"] * 4]


def test_archive_is_unpacked_and_kept(bob, client_of, settings, tmp_path):
    settings.FILES = tmp_path
    file = archive(manifest__json=json.dumps(scored()), impact_results__json=json.dumps(RESULTS))

    response = client_of(bob).post(UPLOAD, {"file": file})

    job = Job.objects.get()
    assert response.status_code == 302 and job.origin == "uploaded" and str(tmp_path) in job.location


def test_each_mistake_stands_beside_its_field(bob, client_of, root, no_keys):
    client, folder = client_of(bob), write_folder(root)
    for changes, field, words in [
        ({"job_dir": "/etc"}, "job_dir", "not in a folder of your organization"),
        ({"job_dir": ""}, "job_dir", "required"),
        ({"models": "a\na"}, "models", "lists a model twice"),
        ({"models": "no such name"}, "models", "Valid: a provider and a name"),
        ({"models": "\n".join(f"m{n}" for n in range(8))}, "models", "1 to 7"),
        ({"cost_to_scale": "1,5"}, "cost_to_scale", "is not a number"),
        ({"cost_to_scale": "nan"}, "cost_to_scale", "is not a number"),
        ({"models": "openai/gpt-4o"}, "models", "Set OPENAI_API_KEY"),
        ({"models": "nonsense-model"}, "models", "no known provider"),
        ({"models": "simulated-careful", "critic_model": "openai/gpt-4o"}, "critic_model", "Set OPENAI_API_KEY"),
    ]:
        response = client.post(NEW, {"job_dir": str(folder)} | changes)

        assert response.status_code == 422 and words in errors(response)[field], changes
    for manifest, words in [
        ("{", "Invalid manifest (manifest.json)"),
        (json.dumps(scored(model_type="guess")), "Unknown method (model_type)"),
        (json.dumps(scored(evaluate_strategy="feel")), "Unknown strategy"),
    ]:
        (folder / "manifest.json").write_text(manifest)
        response = client.post(NEW, {"job_dir": str(folder)})

        assert response.status_code == 422 and words in errors(response)["job_dir"], manifest
        assert f'value="{folder}"' in response.content.decode()
    assert not Job.objects.exists()


def test_archive_that_is_none_is_told_beside_the_file(bob, client_of):
    response = client_of(bob).post(UPLOAD, {"file": SimpleUploadedFile("pilot.zip", b"no archive")})

    assert response.status_code == 422 and "Invalid directory" in errors(response)["file"]
    assert client_of(bob).get(UPLOAD).headers["Location"] == NEW
