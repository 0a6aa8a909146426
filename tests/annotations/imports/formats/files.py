"""A task of people's and machines' answers in Label Studio's JSON format, of our own making, and who imports it."""

import json

from django.core.files.uploadedfile import SimpleUploadedFile

from annotations.imports.actions import files, jobs
from annotations.models import ImportJob
from tests import factories

TEXTS = [
    "The tram 👩‍👩‍👧 stops at Café Zoë.",
    "שלום, the library opens at nine.\r\nIt closes at &amp; five.",
    "Plain words only.",
]
FORM = {
    "fields": [
        {"key": "tone", "type": "single_choice", "options": [{"value": "kind"}, {"value": "rude"}]},
        {
            "key": "topics",
            "type": "multiple_choice",
            "options": [{"value": "travel"}, {"value": "food"}],
            "required": False,
        },
        {"key": "stars", "type": "rating", "scale": {"min": 1, "max": 5}, "required": False},
        {"key": "words", "type": "number", "required": False},
        {"key": "comment", "type": "text", "required": False},
        {"key": "places", "type": "spans", "options": [{"value": "PLACE"}, {"value": "TIME"}], "required": False},
    ]
}


def utf16(text, offset):
    """An offset as browsers count it."""
    return len(text[:offset].encode("utf-16-le")) // 2


def span(text, quote, label, *, count=lambda text, offset: offset, with_text=True, id="s1"):
    start = text.index(quote)
    value = {"start": count(text, start), "end": count(text, start + len(quote)), "labels": [label]}
    return {
        "id": id,
        "from_name": "places",
        "to_name": "text",
        "type": "labels",
        "origin": "manual",
        "value": value | ({"text": quote} if with_text else {}),
    }


def result(name, kind, value, **extra):
    return {"id": f"r-{name}", "from_name": name, "to_name": "text", "type": kind, "value": value} | extra


def ls_task(number, annotations, **extra):
    return {
        "id": 100 + number,
        "inner_id": number,
        "project": 7,
        "file_upload": "a1-news.json",
        "meta": {"batch": 2},
        "created_at": "2025-03-01T08:00:00Z",
        "data": {"text": TEXTS[number - 1], "source": "web"},
        "annotations": annotations,
        "predictions": [],
    } | extra


def ls_annotation(pk, results, by=None, **extra):
    return {
        "id": pk,
        "completed_by": by or {"id": 3, "email": "alice@example.org", "first_name": "Alice"},
        "result": results,
        "was_cancelled": False,
        "ground_truth": False,
        "lead_time": 12.25,
        "created_at": "2025-03-02T08:00:00Z",
        "updated_at": "2025-03-02T08:01:00Z",
        "unique_id": f"u-{pk}",
    } | extra


def label_studio_tasks():
    """Three tasks: everything we know, things we do not know, a skip, a stranger, and a prediction."""
    first, second, third = TEXTS
    return [
        ls_task(
            1,
            [
                ls_annotation(
                    11,
                    [
                        result("tone", "choices", {"choices": ["kind"]}, meta={"text": ["Friendly throughout."]}),
                        result("topics", "choices", {"choices": ["travel", "food"]}),
                        result("stars", "rating", {"rating": 4}),
                        result("words", "number", {"number": 6.5}),
                        result("comment", "textarea", {"text": ["Wins 🎉 twice."]}),
                        span(first, "Café Zoë", "PLACE"),
                        span(first, "👩‍👩‍👧", "TIME", id="s2"),
                        {"id": "z", "from_name": "rel", "type": "relation", "from_id": "s1", "to_id": "s2"},
                        result("mood", "choices", {"choices": ["sunny"]}),
                    ],
                ),
                ls_annotation(
                    12,
                    [result("tone", "choices", {"choices": ["rude"]})],
                    by={"id": 9, "email": "stranger@example.net"},
                ),
            ],
            predictions=[
                {
                    "id": 1,
                    "model_version": "m-1",
                    "score": 0.5,
                    "result": [result("tone", "choices", {"choices": ["rude"]})],
                }
            ],
        ),
        ls_task(
            2,
            [
                ls_annotation(
                    21,
                    [result("tone", "choices", {"choices": ["kind"]}), span(second, "five", "TIME", with_text=False)],
                ),
                ls_annotation(22, [], by={"id": 9, "email": "stranger@example.net"}, was_cancelled=True),
            ],
        ),
        ls_task(3, [ls_annotation(31, [result("tone", "choices", {"choices": ["rude"]})], by=4)]),
    ]


def make_task(acme, *, form=None, **overrides):
    """A task over TEXTS whose items carry the ids of the file as external ids."""
    rows = [
        {"external_id": str(101 + place), "input": {"text": text}, "outputs": {}, "metadata": {"source": "web"}}
        for place, text in enumerate(TEXTS)
    ]
    version = factories.make_version(factories.make_dataset(acme), rows=rows)
    return factories.make_task(version, schema=form or FORM, output_name="", **overrides)


def upload(name, content):
    content = content if isinstance(content, (str, bytes)) else json.dumps(content, ensure_ascii=False)
    return SimpleUploadedFile(name, content.encode() if isinstance(content, str) else content)


def run(task, name, content, *, kind="annotations", by=None, mapping=None, format=""):
    """The ImportJob after a worker has done it, with the mapping that the page would suggest."""
    job = jobs.receive(task=task, kind=kind, upload=upload(name, content), format=format, by=by)
    jobs.start(job=job, mapping=mapping or files.sample(job).mapping, by=by)
    jobs.run_next()
    return ImportJob.objects.get(pk=job.pk)
