"""Exports, result reviews, prompts and metrics over the client."""

import zipfile

import pandas
import pytest
from evalhub_client import Conflict, InvalidRequest, NotFound

from reviews.models import Job
from tests.annotations.panel import answer_all, make_panel
from tests.reviews import library_world, machine
from tests.reviews.jobs_directories import make_directory, reviewing
from tests.reviews.jobs_world import audit_all

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("workers")]


@pytest.fixture
def boss(client_of, bob):
    return client_of(bob)


def test_an_export_is_made_and_downloaded(boss, acme, tmp_path):
    task = make_panel(acme, rows=4)
    answer_all(task)
    path, seen = tmp_path / "annotations.parquet", []

    manifest = boss.exports.download(str(task.pk), path, kind="annotations", format="PARQUET", progress=seen.append)

    assert len(pandas.read_parquet(path)) == manifest["item_count"] > 0
    assert [file.name for file in tmp_path.iterdir()] == ["annotations.parquet"] and seen[-1]["status"] == "completed"
    with pytest.raises(InvalidRequest, match="format is 'WORD'"):
        boss.exports.create(str(task.pk), format="WORD")


def test_a_job_is_uploaded_reviewed_and_signed_off(boss, bob, monkeypatch, tmp_path):
    machine.play(monkeypatch, reviewing())
    folder, archive = make_directory(tmp_path / "jobs"), tmp_path / "job.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for file in folder.iterdir():
            packed.write(file, f"{folder.name}/{file.name}")

    job = boss.jobs.upload(archive, models=["simulated-careful"])
    reviewed = boss.jobs.wait(job)
    with pytest.raises(Conflict, match="not audited"):
        boss.jobs.sign_off(reviewed, "trust")
    audit_all(Job.objects.get(pk=job["job_id"]), bob)
    signed = boss.jobs.sign_off(reviewed, "trust", "Well done.")

    assert (reviewed["state"], signed["sign_off_verdict"]) == ("reviewed", "trust")
    assert [each["job_id"] for each in boss.jobs.list(state="signed_off")] == [job["job_id"]]


def test_a_directory_that_cannot_be_reviewed_is_told(boss):
    with pytest.raises(InvalidRequest):
        boss.jobs.create("/etc")


def test_prompts_are_drafted_published_and_labelled(boss, bob):
    kind, name = library_world.kind_of("questions"), "questions"
    shipped = boss.prompts.get(kind, name)

    draft = boss.prompts.draft(kind, name, library_world.text_of(), "with our sentence")
    boss.prompts.publish(kind, name, draft["content_sha256"])
    boss.prompts.set_label(kind, name, "staging", "1")

    assert shipped["status"] == "shipped" and library_world.OURS in boss.prompts.get(kind, name)["content"]
    assert boss.prompts.get(kind, name, label="staging")["version"] == 1
    assert boss.prompts.get(kind, name, version=shipped["key"])["content"] == shipped["content"]
    assert name in {prompt["name"] for prompt in boss.prompts.list(kind=kind)}
    with pytest.raises(NotFound):
        boss.prompts.get(kind, "unknown")


def test_a_prompt_is_looked_at_tried_and_found(boss, acme):
    kind, name = library_world.kind_of("questions"), "questions"
    task = make_panel(acme, rows=2)
    item = task.items.order_by("position").first().pk
    boss.prompts.draft(kind, name, library_world.text_of())

    seen = boss.prompts.preview(kind, name, item=item)
    price = boss.prompts.estimate(kind, name, "simulated-careful", items=[item])
    trial = boss.prompts.try_on_items(kind, name, "simulated-careful", items=[item])
    boss.prompts.set_examples(kind, name, [])
    boss.prompts.publish(kind, name)
    boss.prompts.set_label(kind, name, "staging", "1")
    boss.prompts.remove_label(kind, name, "staging")

    assert library_world.OURS in str(seen["messages"]) and price["calls"] == 1
    assert [each["run_id"] for each in boss.prompts.trials(kind, name)] == [trial["run_id"]]
    assert boss.prompts.find("questions@1")["version"] == 1
    assert boss.prompts.usage(kind, name, 1)
    with pytest.raises(NotFound):
        boss.prompts.get(kind, name, label="staging")


def test_metrics_have_versions(boss):
    scale = {"scale": {"min": 1, "max": 5}}
    first = boss.metrics.create("clear", "rating", title="How clear?", config=scale)
    second = boss.metrics.add_version(first["metric_id"], title="How clear is it?", config=scale)

    assert boss.metrics.get(second["metric_id"])["title"] == "How clear is it?"
    assert [metric["version"] for metric in boss.metrics.versions(first["metric_id"])] == [2, 1]
    assert [metric["key"] for metric in boss.metrics.list(q="clear")] == ["clear"]
