"""Pages of exports: the form, the list, and links that never grow old."""

import re

import pytest

from annotations.exports.actions import jobs
from annotations.exports.actions.options import ExportOptions
from annotations.models import ExportJob
from tests import factories
from tests.annotations.panel import everyone, make_panel, settle

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def task(acme):
    return make_panel(acme, rows=1, name="Are they right?")


def form(task, /, **changes):
    return {"task": str(task.pk), "kind": "ground_truth", "format": "CSV"} | changes


def test_form_asks_for_an_export(task, bob, client_of, monkeypatch):
    monkeypatch.setattr("annotations.exports.views.jobs.export_due.delay_on_commit", lambda: None)

    response = client_of(bob).post("/exports/new/", form(task))

    job = ExportJob.objects.get()
    assert (response.status_code, response.url) == (302, "/exports/")
    assert (job.kind, job.format, job.options, job.created_by) == (
        "ground_truth",
        "CSV",
        ExportOptions().as_json(),
        bob.user,
    )


def test_wrong_choice_is_explained_beside_the_form(task, bob, client_of):
    cases = [{"kind": "gold"}, {"format": "XML"}, {"items": "some"}, {"unresolved": ""}, {"sent": "1"}]
    for changes in cases:
        response = client_of(bob).post("/exports/new/", form(task, **changes))

        assert response.status_code == 422
        assert "Nothing was exported." in response.content.decode()
        assert not ExportJob.objects.exists()


def test_unknown_task_does_not_exist(task, bob, client_of):
    cases = ["", "x", "00000000-0000-7000-8000-000000000000"]
    for task_id in cases:
        assert client_of(bob).post("/exports/new/", form(task, task=task_id)).status_code == 404


def test_download_leads_to_a_fresh_link(task, bob, mallory, client_of):
    jobs.request(task=task, by=None)
    job = jobs.run_next()

    response = client_of(bob).get(f"/exports/{job.pk}/file/", follow=True)

    assert response.status_code == 200
    assert b"".join(response.streaming_content) == b"[]\n"
    assert client_of(mallory).get(f"/exports/{job.pk}/file/").status_code == 404


def test_list_costs_the_same_for_many(task, bob, client_of, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client = client_of(bob)
    jobs.request(task=task, by=bob.user)
    client.get("/exports/")
    with CaptureQueriesContext(connection) as one:
        client.get("/exports/")
    for _ in range(10):
        jobs.request(task=task, by=bob.user)

    with django_assert_num_queries(len(one)):
        client.get("/exports/")


def test_who_may_look(acme, client_of):
    cases = [("admin", 200), ("reviewer", 200), ("viewer", 403), ("annotator", 403)]
    for role, status in cases:
        assert client_of(factories.make_member(acme, role=role)).get("/exports/").status_code == status


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

    client_of(bob).post("/exports/new/", form(task) | choices)

    options = ExportOptions.of_job(ExportJob.objects.get())
    assert options == ExportOptions(
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
    assert "Consensus threshold: 66 %." in page
    annotations, page = rows(kind="annotations")
    assert annotations == {
        "People": ["Yes", "2", "3", "0"],
        "Language models": ["Yes", "2", "2", "2"],
        "Programs": ["Yes", "0", "0", "0"],
        "Juries": ["Yes", "0", "0", "0"],
    }
    assert "5 rows would be written." in page


def test_policy_of_people_is_ticked_at_first(task, bob, client_of):
    html = client_of(bob).get("/exports/").content.decode()

    ticked = re.findall(r'name="policy" value="(\w+)" checked', html)
    assert ticked == ["adjudicated", "consensus"]
    assert 'name="consensus_threshold"' not in html


def test_cancel_run_again_and_manifest(task, bob, mallory, client_of, monkeypatch):
    monkeypatch.setattr("annotations.exports.views.jobs.export_due.delay_on_commit", lambda: None)
    client, job = client_of(bob), jobs.request(task=task, by=None)
    assert client.get(f"/exports/{job.pk}/manifest/").status_code == 404
    client.post(f"/exports/{job.pk}/cancel/")
    assert "Cancelled" in client.get("/exports/").content.decode()

    client.post(f"/exports/{job.pk}/again/")
    done = jobs.run_next()

    manifest = client.get(f"/exports/{done.pk}/manifest/")
    done.refresh_from_db()
    assert done.pk != job.pk and manifest.json() == done.manifest
    assert re.search(
        r'filename="are-they-right_ground-truth_json_\d{4}-\d\d-\d\d.manifest.json"', manifest["Content-Disposition"]
    )
    for action in ("cancel", "again"):
        assert client_of(mallory).post(f"/exports/{done.pk}/{action}/").status_code == 404
