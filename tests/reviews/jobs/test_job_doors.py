"""Each mistake of a job directory is told with its category at every door, and nothing is written."""

import io
import json
import tarfile
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse
from django.utils.html import escape

from reviews.evaluate import Evaluate
from reviews.jobs.actions import inbox, review_runs
from reviews.jobs.errors import CATEGORIES, JobError
from reviews.jobs.views.labels import mistake_of
from reviews.models import AuditOpening, Job
from tests.reviews.jobs_directories import make_directory, review_of, reviewing, written
from tests.reviews.machine import failing, outcome_of, play, work_until_quiet

pytestmark = pytest.mark.django_db
URL = "/v1/reviews/jobs"
FILES = {"impact_results": {"path": "impact_results.json", "format": "json"}}
MISTAKES = {
    "manifest_missing": {"manifest": False},
    "manifest_invalid": {"manifest": "[]"},
    "unknown_strategy": {"manifest": {"evaluate_strategy": "vote"}},
    "unknown_method": {"manifest": {"model_type": "astrology"}},
    "results_missing": {"results": None},
    "results_invalid": {"results": '{"ci_upper": null}'},
    "artifact_invalid": {"manifest": {"files": FILES | {"other": {"path": "../secret.txt", "format": "text"}}}},
    "config_invalid": {"config": "backend: {temperature: -1}"},
    "llm_output_invalid": {"model": lambda call: outcome_of(review_of(call, overall=7))},
    "llm_failed": {"model": failing("fatal", "refused", "It will not.")},
    "directory_invalid": {"absent": True},
}


@pytest.fixture
def root(tmp_path, settings):
    settings.JOB_ROOTS = [("acme", tmp_path)]
    return tmp_path


@pytest.fixture
def wrong(root, monkeypatch):
    """wrong(category) is the directory with that mistake; its model is played."""

    def make(category):
        mistake = dict(MISTAKES[category])
        play(monkeypatch, mistake.pop("model", reviewing()))
        monkeypatch.setattr("reviews.engine.client.backoff.next_delay", lambda *_args, **_kw: None)
        if mistake.pop("absent", False):
            return root / "nowhere"
        config = mistake.pop("config", None)
        if config:
            monkeypatch.setenv("REVIEW_BACKEND_TEMPERATURE", "-1")
        return make_directory(root, **mistake)

    return make


def test_every_category_is_provoked():
    assert set(MISTAKES) == set(CATEGORIES)
    assert all(mistake_of(category).title for category in CATEGORIES)


@pytest.mark.parametrize("category", MISTAKES)
def test_from_python(bob, wrong, category):
    path = wrong(category)

    with pytest.raises(JobError) as raised:
        Evaluate(organization=bob.organization, models=["simulated-careful"]).execute(path)

    assert raised.value.category == category and raised.value.status == 422 and len(raised.value.message) > 20
    assert not path.exists() or written(path) == {}


@pytest.mark.parametrize("category", ["config_invalid", "llm_failed"])
def test_on_the_command_line(bob, wrong, category, capsys):
    path = wrong(category)

    with pytest.raises(SystemExit) as ended:
        call_command("evaluate", str(path), model=["simulated-careful"], organization="acme")

    told = capsys.readouterr()
    assert ended.value.code == 1 and told.out == "" and told.err.startswith(f"{category}: ")
    assert not path.exists() or written(path) == {}


def test_over_rest_it_is_told_at_once(bob, api_of, wrong):
    path = wrong("manifest_invalid")

    answer = api_of(bob).post(URL, {"job_dir": str(path), "models": ["simulated-careful"]})

    assert answer.status_code == 422 and answer.json()["error"]["code"] == "manifest_invalid"
    assert Job.objects.count() == 0 and written(path) == {}


def test_over_rest_and_in_the_browser_a_failed_review_says_why(bob, api_of, client_of, wrong):
    path, api = wrong("llm_failed"), api_of(bob)
    created = api.post(URL, {"job_dir": str(path), "models": ["simulated-careful"]})
    job = Job.objects.get()
    work_until_quiet(job.run)
    review_runs.REVIEWS.round()

    found = api.get(f"{URL}/{created.json()['job_id']}").json()
    page = client_of(bob).get(job.get_absolute_url()).content.decode()

    assert created.status_code == 201 and found["state"] == "failed" and found["error"]["category"] == "llm_failed"
    assert found["result"] is None and written(path) == {}
    assert escape(str(mistake_of("llm_failed").title)) in page and "llm_failed" in page


def test_over_rest_a_model_that_cannot_be_asked_is_refused(bob, api_of, root, no_keys):
    path = make_directory(root)

    error = api_of(bob).post(URL, {"job_dir": str(path), "models": ["openai/gpt-4o"]})

    assert error.status_code == 422 and error.json()["error"]["code"] == "llm_failed"
    assert "Set OPENAI_API_KEY" in error.json()["error"]["message"]
    assert Job.objects.count() == 0 and written(path) == {}


def test_in_the_browser_it_stands_beside_the_field(bob, client_of, wrong):
    path = wrong("directory_invalid")

    page = client_of(bob).post(reverse("reviews:job_new"), {"job_dir": str(path), "models": "simulated-careful"})

    assert page.status_code == 422 and escape(str(mistake_of("directory_invalid").title)) in page.content.decode()
    assert Job.objects.count() == 0 and (not path.exists() or written(path) == {})


def test_in_the_inbox_it_is_a_failed_job(bob, wrong, settings, root):
    path = wrong("results_invalid")
    settings.JOB_INBOX, settings.JOB_ORGANIZATION = str(root), "acme"

    assert inbox.INBOX.round(lambda: inbox.due(now=path.stat().st_mtime + 60)).done == 1
    assert inbox.INBOX.round(lambda: inbox.due(now=path.stat().st_mtime + 60)).done == 0

    job = Job.objects.get()
    assert (job.state, job.error_category, job.origin) == ("failed", "results_invalid", "inbox") and written(path) == {}


def test_command_prints_the_eight_keys_and_nothing_else(bob, root, monkeypatch, capsys):
    play(monkeypatch, reviewing(overall=0.625))
    path = make_directory(root)

    call_command("evaluate", str(path), model=["simulated-careful"], organization="acme", cost_to_scale="3.5")

    result = json.loads(capsys.readouterr().out)
    assert list(result)[0] == "initiative_id" and len(result) == 8
    assert result["confidence"] == 0.625 and result["cost"] == 3.5


def test_rest_takes_archives(bob, api_of, tmp_path, monkeypatch):
    play(monkeypatch, reviewing())
    path = make_directory(tmp_path, manifest={"evaluate_strategy": "score", "initiative_id": "tutoring-pilot-2025"})
    zipped, tarred = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        for file in path.iterdir():
            archive.write(file, f"{path.name}/{file.name}")
    with tarfile.open(fileobj=tarred, mode="w:gz") as archive:
        archive.add(path, path.name)

    for name, content in (("job.zip", zipped), ("job.tar.gz", tarred)):
        answer = api_of(bob).upload(URL, {"file": SimpleUploadedFile(name, content.getvalue())})

        assert answer.status_code == 201 and answer.json()["result"]["confidence"] == 0.9179691639533828
        assert set(written(Job.objects.get(pk=answer.json()["job_id"]).location)) == {
            "evaluate_result.json",
            "score_result.json",
        }


def test_rest_refuses_directories_of_others_and_bad_bodies(bob, mallory, api_of, root):
    path, api = make_directory(root), api_of(bob)

    assert api_of(mallory).post(URL, {"job_dir": str(path)}).json()["error"]["code"] == "directory_invalid"
    assert api.post(URL, {"job_dir": f"{root}/x/../{path.name}"}).json()["error"]["code"] == "directory_invalid"
    assert api.post(URL, {"job_dir": str(root)}).status_code == 422
    assert api_of(mallory).get(URL).json()["total"] == 0
    for body, wanted in BODIES:
        answer = api.post(URL, body)
        assert answer.status_code == 400 and wanted in answer.json()["error"]["message"], body


LOOKS = [
    lambda client, api, job: api.get(f"{URL}/{job.pk}"),
    lambda client, api, job: client.get(job.get_absolute_url()),
    lambda client, api, job: client.get(reverse("reviews:job_report", args=[job.pk])),
    lambda client, api, job: client.get(reverse("reviews:job_file", args=[job.pk]), {"path": "balance.md"}),
]


def test_who_has_seen_the_reviews_is_not_blind_any_more(bob, rita, client_of, api_of, root, monkeypatch):
    play(monkeypatch, reviewing())
    api_of(bob).post(URL, {"job_dir": str(make_directory(root)), "models": ["simulated-careful"]})
    job = Job.objects.get()
    work_until_quiet(job.run)
    review_runs.REVIEWS.round()

    for look in LOOKS:
        AuditOpening.objects.all().delete()

        assert look(client_of(rita), api_of(rita), job).status_code == 200

        seen = AuditOpening.objects.get()
        assert seen.annotation.item_id == job.item_id and seen.auditor.user_id == rita.user_id


BODIES = [
    ({}, "job_dir"),
    ({"job_dir": "/x", "models": []}, "models"),
    ({"job_dir": "/x", "cost_to_scale": "7"}, "cost_to_scale"),
    ({"job_dir": "/x", "api_base": "http://evil"}, "api_base"),
]
