"""Pages of exports: the form, the list, and links that never grow old."""

import re

import pytest

from annotations.exports.actions import jobs
from annotations.exports.actions.options import ExportOptions
from annotations.models import ExportJob
from tests import factories
from tests.annotations.panel import everyone, make_panel, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def task(acme):
    return make_panel(acme, rows=1, name="Are they right?")


def form(task, /, **changes):
    return {"task": str(task.pk), "kind": "ground_truth", "format": "CSV"} | changes


def test_wrong_choice_is_explained_beside_the_form(task, bob, client_of):
    client = client_of(bob)
    for changes in ({"kind": "gold"}, {"format": "XML"}, {"items": "some"}, {"unresolved": ""}, {"sent": "1"}):
        response = client.post("/exports/new/", form(task, **changes))

        assert response.status_code == 422, changes
        assert "Nothing was exported." in response.content.decode()
    for task_id in ("", "x", "00000000-0000-7000-8000-000000000000"):
        assert client.post("/exports/new/", form(task, task=task_id)).status_code == 404, task_id
    assert not ExportJob.objects.exists()


def test_download_leads_to_a_fresh_link(task, bob, mallory, client_of):
    jobs.request(task=task, by=None)
    job = jobs.run_next()

    response = client_of(bob).get(f"/exports/{job.pk}/file/", follow=True)

    assert response.status_code == 200
    assert b"".join(response.streaming_content) == b"[]\n"
    assert client_of(mallory).get(f"/exports/{job.pk}/file/").status_code == 404


def test_choices_of_the_form_reach_the_job(task, bob, client_of, monkeypatch):
    monkeypatch.setattr("annotations.exports.views.jobs.export_due.delay_on_commit", lambda: None)
    choices = {
        "sent": "1",
        "annotator_kinds": ["human"],
        "policy": ["adjudicated"],
        "include": ["timings"],
        "items": "flagged",
        "unresolved": "include",
        "pseudonymise": "1",
    }

    client = client_of(bob)

    response = client.post("/exports/new/", form(task))
    plain = ExportJob.objects.get()
    client.post("/exports/new/", form(task) | choices)

    assert (response.status_code, response.url) == (302, "/exports/")
    assert (plain.kind, plain.format, plain.created_by) == ("ground_truth", "CSV", bob.user)
    assert plain.options == ExportOptions().as_json()
    assert ExportOptions.of_job(ExportJob.objects.latest("created_at")) == ExportOptions(
        annotator_kinds=("human",),
        policy=("adjudicated",),
        include=("timings",),
        items="flagged",
        unresolved="include",
        pseudonymise=True,
    )


def test_count_says_what_would_be_in_the_file(task, bob, client_of):
    fragment = client_of(bob).get("/exports/count/", form(task), headers={"HX-Request": "true"})
    page = client_of(bob).post("/exports/new/", form(task, do="count"))

    assert "Nothing matches" in fragment.content.decode() and "<html" not in fragment.content.decode()
    assert (page.status_code, ExportJob.objects.count()) == (200, 0)
    assert "Nothing matches" in page.content.decode()


def test_the_form_shows_what_each_source_holds_before_the_export(acme, bob, client_of):
    task = make_panel(acme, rows=3, consensus_threshold=2 / 3)
    abe, aida, _ann, machine, _other = everyone(task)
    answered = ((abe, aida), (abe, machine), (machine,))
    for item, annotators in zip(task.items.order_by("position"), answered, strict=True):
        for annotator in annotators:
            factories.make_annotation(item, annotator, {"verdict": "wrong"})
    settle(task)

    def rows(**changes):
        page = client_of(bob).get("/exports/count/", form(task, **changes)).content.decode()
        found = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', page)
        return {name: re.findall(r"<td[^>]*>(.*?)</td>", cells) for name, cells in found}, page

    truth, page = rows()
    assert truth["Consensus of people"] == ["Yes", "1", "1", "0"]
    assert truth["A single person, also with models"] == ["No", "1", "1", "1"]
    assert (truth["Adjudicated"], truth["Models alone"]) == (["Yes", "0", "0", "0"], ["No", "0", "0", "0"])
    assert "1 row would be written." in page and "2 of 3 items have no value" in page
    assert "Consensus threshold: 66.7 %." in page
    annotations, page = rows(kind="annotations")
    assert annotations == {
        "People": ["Yes", "2", "3", "0"],
        "Language models": ["Yes", "2", "2", "2"],
        "Programs": ["Yes", "0", "0", "0"],
        "Juries": ["Yes", "0", "0", "0"],
    }
    assert "5 rows would be written." in page


def test_cancel_run_again_and_manifest(task, bob, client_of, monkeypatch):
    monkeypatch.setattr("annotations.exports.views.jobs.export_due.delay_on_commit", lambda: None)
    client, job = client_of(bob), jobs.request(task=task, by=None)
    assert client.get(f"/exports/{job.pk}/manifest/").status_code == 404
    client.post(f"/exports/{job.pk}/cancel/")
    html = client.get("/exports/").content.decode()
    assert "Cancelled" in html and 'name="consensus_threshold"' not in html
    assert re.findall(r'name="policy" value="(\w+)" checked', html) == ["adjudicated", "consensus"]

    client.post(f"/exports/{job.pk}/again/")
    done = jobs.run_next()

    manifest = client.get(f"/exports/{done.pk}/manifest/")
    done.refresh_from_db()
    assert done.pk != job.pk and manifest.json() == done.manifest
    assert re.search(
        r'filename="are-they-right_ground-truth_json_\d{4}-\d\d-\d\d.manifest.json"', manifest["Content-Disposition"]
    )
