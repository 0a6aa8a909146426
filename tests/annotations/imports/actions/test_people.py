"""Who imported people and machines are here: people stay people, and models keep their names."""

import json

import pytest
from django.conf import settings

from annotations.agreement.actions import snapshots
from annotations.exports.actions import jobs
from annotations.models import AgreementSnapshot, Annotation, Annotator, Judgement
from annotations.progress.actions import completion
from annotations.queue.actions import leases, reassignment
from evalhub.lib.errors import InvalidInput
from tests import factories
from tests.annotations.imports.formats.files import run
from tests.annotations.panel import FORM, answer_all, make_panel
from tests.undoing import undone

pytestmark = pytest.mark.django_db
ROWS = [{"external_id": f"q{number}"} for number in range(6)]
BY_NAME = {"item": "external_id", "item_by": "external_id"}


def in_other_house(rival):
    """A task over the same rows in an organization that knows none of the annotators."""
    version = factories.make_version(factories.make_dataset(rival), rows=ROWS)
    return factories.make_task(version, schema=FORM, consensus_threshold=0.6)


@pytest.fixture
def task(acme):
    """Answers of three people and two models: some flagged, some that saw others, some that abstain."""
    task = make_panel(acme, rows=ROWS, consensus_threshold=0.6)
    answer_all(task, missing=0.1)
    Judgement.objects.filter(value=[]).delete()  # an answer through the door has none
    answers = list(Annotation.objects.filter(task=task).order_by("pk"))
    Annotation.objects.filter(pk__in=[row.pk for row in answers[::7]]).update(flagged=True, flag_reason="Cut off")
    Annotation.objects.filter(pk__in=[row.pk for row in answers[::5]]).update(exposure="saw_machine")
    unsure = Judgement.objects.filter(annotation__in=answers[::4], question__key="verdict")
    unsure.update(value=None, number=None, abstained=True)
    return task


def exported(task, format):
    jobs.request(task=task, kind="annotations", format=format, by=None)
    job = jobs.run_next()
    job.refresh_from_db()
    assert job.state == "done", str(job.last_error)
    return (settings.FILES / job.stored_path).read_bytes()


def said(task):
    """{(item, name, kind, simulated): (exposure, flagged, abstentions)}."""
    found = Annotation.objects.current().filter(task=task).select_related("item__test_case", "annotator")
    return {
        (row.item.test_case.external_id, row.annotator.name, row.annotator.kind, row.annotator.simulated): (
            row.exposure,
            row.flagged,
            row.judgements.filter(abstained=True).count(),
        )
        for row in found
    }


def figures(task):
    """Every figure of the task without its interval, which is drawn anew, and its items with consensus."""
    snapshots.compute(task=task)
    rows = AgreementSnapshot.objects.filter(task=task).exclude(metric__in=["computed", "pair_matrix"])
    columns = ("question__key", "metric", "scope", "value", "reason", "n_items", "n_annotators", "n_labels")
    return sorted(rows.values_list(*columns), key=str), completion.counts_of([task])[task.pk].full


def test_a_task_that_goes_out_and_in_elsewhere_comes_to_the_same(task, rival):
    other, before = in_other_house(rival), (said(task), figures(task))
    for format, extension in (("JSON", "json"), ("JSONL", "jsonl"), ("CSV", "csv"), ("LABEL_STUDIO", "json")):
        with undone():
            job = run(other, f"labels.{extension}", exported(task, format))

            assert job.state == "done", job.errors
            assert (said(other), figures(other)) == before, format


def test_people_without_an_account_are_people_and_models_keep_their_names(rival):
    other = in_other_house(rival)
    labels = {"verdict": "wrong", "grade": "wrong", "score": 1}
    rows = [
        {"external_id": "q0", "annotator": name, "annotator_kind": kind, "simulated": simulated, "labels": labels}
        for name, kind, simulated in (
            ("Ann", "human", False),
            ("gpt-5", "llm", False),
            ("gpt-5", "llm", True),
            ("bleu", "program", False),
        )
    ]

    for name in ("a.json", "b.json"):
        run(other, name, rows, mapping=BY_NAME)

    found = Annotator.objects.filter(organization=rival).order_by("kind", "simulated", "pk")
    assert list(found.values_list("kind", "name", "model", "simulated", "external_name", "method")) == [
        ("human", "Ann", "", False, "Ann", ""),
        ("llm", "gpt-5", "gpt-5", False, "", "import"),
        ("llm", "gpt-5", "gpt-5", True, "", "import"),
        ("program", "bleu", "", False, "", "import"),
    ]
    assert Annotation.objects.filter(task=other).count() == 4


def test_what_a_file_calls_simulated_never_comes_in_as_real(rival):
    other = in_other_house(rival)
    labels = {"verdict": "wrong", "grade": "wrong", "score": 1}
    rows = [
        {"external_id": case, "annotator": name, "annotator_kind": kind, "simulated": simulated, "labels": labels}
        for case, name, kind, simulated in (
            ("q0", "bleu", "program", False),
            ("q1", "bleu", "program", True),
            ("q2", "simulated-careful", "llm", False),
        )
    ]

    job = run(other, "a.json", rows, mapping=BY_NAME)

    assert job.state == "done", job.errors
    found = Annotation.objects.filter(task=other).order_by("pk").values_list("annotator__name", "annotator__simulated")
    assert list(found) == [("bleu", False), ("bleu", True), ("simulated-careful", True)]


def test_a_simulated_mark_that_is_neither_true_nor_false_is_refused(rival):
    row = {"external_id": "q0", "annotator": "gpt-5", "annotator_kind": "llm", "simulated": "true", "labels": {}}

    job = run(in_other_house(rival), "a.json", [row], mapping=BY_NAME)

    assert (job.state, job.errors[0]["column"]) == ("failed", "simulated"), job.errors


def test_a_member_who_is_named_by_the_address_is_that_member(acme, alice):
    labels = {"verdict": "wrong", "grade": "wrong", "score": 1}
    row = {"external_id": "q0", "annotator": "Alice@example.org", "labels": labels}
    columns = BY_NAME | {"item": "external_id", "annotator": "annotator", "questions": {key: key for key in labels}}
    version = factories.make_version(factories.make_dataset(acme), rows=ROWS)

    for name, content, mapping in (
        ("a.json", [row], BY_NAME),
        ("a.jsonl", json.dumps(row), BY_NAME),
        ("a.csv", "external_id,annotator,verdict,grade,score\nq0,Alice@example.org,wrong,wrong,1\n", columns),
    ):
        task = factories.make_task(version, schema=FORM)

        job = run(task, name, content, mapping=mapping)

        assert job.state == "done", job.errors
        assert Annotation.objects.get(task=task).annotator.user_id == alice.user_id, name


def test_a_machine_with_the_id_of_a_person_or_of_a_real_model_is_refused(acme, alice):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=ROWS), schema=FORM)
    person, model = factories.make_annotator(alice), factories.make_llm_annotator(acme, simulated=False)
    labels = {"verdict": "wrong", "grade": "wrong", "score": 1}
    row = {"external_id": "q0", "labels": labels}

    for who in (
        {"annotator_id": str(person.pk), "annotator_kind": "llm"},
        {"annotator_id": str(person.pk), "annotator_kind": "program"},
        {"annotator_id": str(model.pk), "annotator_kind": "llm", "simulated": True},
    ):
        job = run(task, "a.json", [row | who], mapping=BY_NAME)
        assert (job.state, job.errors[0]["column"]) == ("failed", "annotator_id"), job.errors
    assert not Annotation.objects.filter(task=task).exists()


def test_the_mapping_says_who_is_no_person_where_the_file_does_not(rival):
    other = in_other_house(rival)
    content = "case,who,verdict,grade,score\nq0,Ann,wrong,wrong,1\nq0,gpt-5,wrong,wrong,1\nq1,,wrong,wrong,1\n"
    mapping = {
        "item": "case",
        "item_by": "external_id",
        "annotator": "who",
        "kinds": {"gpt-5": "llm", "": "program"},
        "questions": {"verdict": "verdict", "grade": "grade", "score": "score"},
    }

    run(other, "a.csv", content, mapping=mapping)

    found = Annotation.objects.filter(task=other).order_by("pk").values_list("annotator__kind", "annotator__name")
    assert list(found) == [("human", "Ann"), ("llm", "gpt-5"), ("program", "a.csv")]
    for kinds in ({"Ann": "cat"}, ["llm"], {"Ann": None}):
        with pytest.raises(InvalidInput, match="Valid: an object of names with human, llm, program"):
            run(other, "b.csv", content, mapping=mapping | {"kinds": kinds})


def test_people_without_an_account_are_given_no_work(acme, alice, bob):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))
    outsider = Annotator.objects.create(organization=acme, kind="human", name="Zed", external_name="Zed")
    insider, item = factories.make_annotator(alice), task.items.get()

    assert list(reassignment.takers(item=item)) == [insider]
    with pytest.raises(InvalidInput, match="cannot take work"):
        leases.assign(task=task, item_id=item.pk, annotator=outsider, by=bob.user)
