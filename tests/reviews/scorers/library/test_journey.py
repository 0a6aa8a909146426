"""A judge's prompt from change to roll-back, with what was judged meanwhile: each answer keeps its text."""

import pytest

from annotations.models import Annotation
from reviews.models import LLMMessage
from tests import factories
from tests.reviews import machine
from tests.reviews.library_world import OURS, text_of

pytestmark = pytest.mark.django_db
JUDGE = "/prompts/judge/questions/"


def judged(member, task, model):
    """The machine's annotation of the only item, made by a new run."""
    run = machine.make_run(member, task=task, model=model)
    while machine.work_once(run):
        pass
    return Annotation.objects.get(annotator=run.annotator)


def test_prompt_is_changed_tried_published_and_rolled_back(bob, client_of, monkeypatch):
    machine.play(monkeypatch, machine.saying())
    client = client_of(bob)
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=1))
    item = task.items.get().pk
    first = judged(bob, task, "simulated-one")

    client.post(f"{JUDGE}draft/", {"content": text_of(), "note": "Ours", "seen": ""})
    client.post(f"{JUDGE}trial/", {"version": "1", "model": "simulated-one", "items": [item]})
    saved = client.get(f"{JUDGE}publish/").context["draft"].prompt
    client.post(f"{JUDGE}publish/", {"sha256": saved.content_sha256})
    second = judged(bob, task, "simulated-two")
    client.post(f"{JUDGE}label/", {"label": "production", "version": "shipped"})
    third = judged(bob, task, "simulated-three")

    versions = [each.annotator.prompt_version for each in (first, second, third)]
    assert versions == ["questions.v2", "questions@1", "questions.v2"]
    sent = [
        LLMMessage.objects.select_related("system").get(attempt__request__annotation=each).system.text
        for each in (first, second, third)
    ]
    assert [OURS in text for text in sent] == [False, True, False]
    found = client.get("/prompts/find/", {"version": versions[1]}, follow=True)
    assert OURS in found.content.decode() and found.context["version"].key == "1"
