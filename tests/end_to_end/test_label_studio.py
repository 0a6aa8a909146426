"""A Label Studio export comes in, is worked on, and goes out again: nothing of it is lost."""

import copy
import json

import pytest
from django.conf import settings

from annotations.exports.actions import jobs
from annotations.models import Annotation, Annotator, ExportJob
from annotations.queue.actions import submissions
from annotations.queue.actions.submissions import Submission
from evalhub.invariants import broken
from tests.annotations.imports.formats.files import TEXTS, label_studio_tasks, make_task, run, span

pytestmark = pytest.mark.django_db(transaction=True)


def exported(task):
    jobs.request(task=task, kind="annotations", format="LABEL_STUDIO", by=None)
    job = ExportJob.objects.get(pk=jobs.run_next().pk)
    assert job.state == "done", str(job.last_error)
    return json.loads((settings.FILES / job.stored_path).read_bytes())


def by_id(tasks):
    """Tasks with their annotations by id, in no order: the format gives none a meaning."""
    return {
        task["id"]: task | {"annotations": {part["id"]: part for part in task["annotations"]}}
        for task in copy.deepcopy(tasks)
    }


def test_what_nobody_touched_comes_out_as_it_went_in(acme, alice):
    task, tasks = make_task(acme), label_studio_tasks()

    job = run(task, "news.json", tasks)

    assert (job.state, job.format, job.errors and job.error_count) == ("done", "LABEL_STUDIO", 0), job.errors
    assert by_id(exported(task)) == by_id(tasks)


def test_work_is_added_and_the_rest_stays(acme, alice, bob):
    task, tasks = make_task(acme, required=3), label_studio_tasks()
    run(task, "news.json", tasks)
    mine = Annotation.objects.current().get(item__position=0, annotator__user=alice.user)
    places = [
        {
            "field": "input.text",
            "start": TEXTS[0].index("tram"),
            "end": TEXTS[0].index("tram") + 4,
            "quote": "tram",
            "label": "PLACE",
        }
    ]

    submissions.submit(
        item_id=mine.item_id,
        task=task,
        annotator=mine.annotator,
        submission=Submission(answers={"tone": "kind", "stars": 5, "places": places}, revises=1),
    )
    other = Annotator.objects.create(organization=acme, user=bob.user, kind="human", name="Bob")
    submissions.submit(
        item_id=mine.item_id, task=task, annotator=other, submission=Submission(answers={"tone": "rude"})
    )
    found = by_id(exported(task))

    before = by_id(tasks)
    results = {part["id"]: part for part in found[101]["annotations"][11]["result"]}
    kept = {part["id"]: part for part in before[101]["annotations"][11]["result"]}
    assert results["r-stars"] == kept["r-stars"] | {"value": {"rating": 5}}
    assert results["s1"]["value"] == {"start": 4, "end": 8, "text": "tram", "labels": ["PLACE"]}
    assert (results["z"], results["r-mood"]) == (kept["z"], kept["r-mood"])
    assert not {"r-topics", "r-words", "r-comment", "s2"} & set(results)
    assert found[101]["annotations"][12] == before[101]["annotations"][12]
    [new] = [part for pk, part in found[101]["annotations"].items() if pk not in (11, 12)]
    assert new["completed_by"]["email"] == "bob@example.org"
    assert [part["value"] for part in new["result"]] == [{"choices": ["rude"]}]
    assert {pk: found[pk] for pk in (102, 103)} == {pk: before[pk] for pk in (102, 103)}
    assert not broken()


def test_our_own_file_goes_in_and_out_again(acme, alice):
    first, second = make_task(acme), make_task(acme)
    run(first, "news.json", label_studio_tasks())

    again = run(second, "again.json", exported(first))

    assert again.state == "done", again.errors
    assert by_id(exported(second)) == by_id(label_studio_tasks())


@pytest.mark.parametrize("with_text", [True, False])
def test_new_spans_round_trip_through_emoji(acme, alice, with_text):
    task, other = make_task(acme), make_task(acme)
    quote = span(TEXTS[0], "Zoë", "PLACE")["value"]
    places = [{"field": "input.text", "start": quote["start"], "end": quote["end"], "quote": "Zoë", "label": "PLACE"}]
    annotator = Annotator.objects.create(organization=acme, user=alice.user, kind="human", name="Alice")
    submissions.submit(
        item_id=task.items.first().pk,
        task=task,
        annotator=annotator,
        submission=Submission(answers={"tone": "kind", "places": places}),
    )
    tasks = exported(task)
    if not with_text:
        for part in tasks[0]["annotations"][0]["result"]:
            part["value"].pop("text", None)

    job = run(other, "own.json", [tasks[0]])

    assert job.state == "done", job.errors
    stored = Annotation.objects.get(task=other).judgements.get(question__key="places").value
    assert stored == places
