"""Few-shot examples: audited answers that a version shows, and is neither tried nor run on."""

import pytest

from annotations.models import Annotation
from evalhub.lib.errors import InvalidInput, NotFound
from reviews.models import Audit, LLMMessage, LLMRequest
from reviews.scorers.library.actions import examples, prompts, trials
from tests import factories
from tests.reviews import machine
from tests.reviews.library_world import draft, published, shelf

pytestmark = pytest.mark.django_db
MODEL = "simulated-careful"


@pytest.fixture
def task(bob):
    return factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=3))


@pytest.fixture
def audited(bob, task):
    """The audited answer to the task's first item: an auditor has put another value in the place of the model's."""
    return audit(bob, task.items.order_by("pk").first(), "wrong", "It is off by one.")


def audit(member, item, value, justification=""):
    model = factories.make_llm_annotator(member.organization)
    answer = factories.make_annotation(item, model, {"verdict": "correct"})
    auditor = factories.make_annotator(member)
    own = factories.make_annotation(item, auditor, {"verdict": value}, origin="audit", justification=justification)
    judgement, own_judgement = answer.judgements.get(), own.judgements.get()
    Audit.objects.create(judgement=judgement, auditor=auditor, verdict="override", own_judgement=own_judgement)
    return answer


def chosen(member, *annotations):
    pks = [annotation.pk for annotation in annotations]
    return examples.choose(prompt=draft(member), annotations=pks, by=member.user)


def run_over(member, task):
    run = machine.make_run(member, task=task, model=MODEL)
    machine.finish(run)
    return run


def test_audited_answer_is_offered_as_the_auditor_left_it(bob, mallory, task, audited):
    (found,) = examples.offered(organization=bob.organization)

    assert (found.annotation, found.item, found.case) == (audited.pk, audited.item_id, audited.item.test_case_id)
    (answer,) = found.answers
    assert (answer["value"], answer["justification"]) == ("wrong", "It is off by one.")
    assert examples.offered(organization=mallory.organization) == []


def test_run_shows_the_examples_and_leaves_out_their_items(bob, task, audited, monkeypatch):
    machine.play(monkeypatch, machine.saying())
    prompts.publish(prompt=chosen(bob, audited), by=bob.user)

    run = run_over(bob, task)

    asked = LLMRequest.objects.filter(run=run, stage__kind="score_gen")
    assert set(asked.values_list("target", flat=True)) == set(task.items.values_list("pk", flat=True)) - {
        audited.item_id
    }
    assert run.status == "completed" and Annotation.objects.filter(annotator=run.annotator).count() == 2
    for text in LLMMessage.objects.values_list("user", flat=True):
        assert "It is off by one." in text and text.index("End of the examples.") < text.index("Guideline:")


def test_same_case_in_another_task_is_left_out_too(bob, task, audited, monkeypatch):
    machine.play(monkeypatch, machine.saying())
    prompts.publish(prompt=chosen(bob, audited), by=bob.user)
    other = factories.make_task(task.dataset_version)

    run = run_over(bob, other)

    cases = Annotation.objects.filter(annotator=run.annotator).values_list("item__test_case", flat=True)
    assert len(cases) == 2 and audited.item.test_case_id not in cases


def test_version_without_examples_is_asked_about_all(bob, task, audited, monkeypatch):
    machine.play(monkeypatch, machine.saying())
    published(bob)

    assert LLMRequest.objects.filter(run=run_over(bob, task), stage__kind="score_gen").count() == 3


def test_version_is_not_tried_on_its_examples(bob, task, audited):
    chosen(bob, audited)
    version = shelf(bob).draft
    asked = {"organization": bob.organization, "version": version, "model": MODEL}

    for act in (lambda: trials.estimate(**asked, targets=[audited.item_id]), lambda: start(bob, asked, audited)):
        with pytest.raises(InvalidInput) as refused:
            act()
        assert refused.value.code == "item_is_example"
    offered = trials.items_for(organization=bob.organization, version=version, limit=3)
    assert audited.item_id not in [each.target for each in offered] and len(offered) == 2


def start(member, asked, audited):
    return trials.start(**asked, targets=[audited.item_id], by=member.user)


def test_examples_are_part_of_the_text_and_go_on_with_the_next_version(bob, audited):
    before = draft(bob).content_sha256
    chosen(bob, audited)
    first = prompts.publish(prompt=shelf(bob).draft.prompt, by=bob.user)

    following = draft(bob, ours="Another sentence.")

    assert first.content_sha256 != before and first.examples == following.examples != []
    assert examples.choose(prompt=following, annotations=[], by=bob.user).examples == []
    first.refresh_from_db()
    assert first.examples[0]["annotation"] == audited.pk


def test_what_is_no_audited_answer_of_ours_is_refused(bob, mallory, task, audited):
    bare = factories.make_annotation(
        task.items.last(), factories.make_llm_annotator(bob.organization), {"verdict": "correct"}
    )
    theirs = factories.make_task(factories.make_version(factories.make_dataset(mallory.organization), rows=1))
    foreign = audit(mallory, theirs.items.get(), "wrong")

    for annotation in (bare, foreign):
        with pytest.raises(NotFound):
            chosen(bob, annotation)
    with pytest.raises(InvalidInput, match="6 examples"):
        examples.choose(prompt=draft(bob), annotations=range(1, 7), by=bob.user)
    with pytest.raises(InvalidInput, match="show no examples"):
        examples.choose(prompt=draft(bob, "score_critic"), annotations=[audited.pk], by=bob.user)
