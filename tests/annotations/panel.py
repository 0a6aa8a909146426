"""A task with a question of every measured type, three people and two models, and the package as an oracle."""

import krippendorff
import numpy as np

from annotations.agreement.actions import disagreement
from annotations.agreement.actions.label_queries import panel_of
from annotations.consensus.actions import ground_truth
from annotations.labels.types import registry as label_types
from annotations.models import Annotation, Annotator, Judgement, Question
from tests import factories

OPTIONS = [{"value": "correct"}, {"value": "partly"}, {"value": "wrong"}]
FORM = {
    "fields": [
        {"key": "verdict", "type": "single_choice", "options": OPTIONS},
        {"key": "grade", "type": "single_choice", "ordered": True, "options": OPTIONS},
        {"key": "score", "type": "rating", "scale": {"min": 1, "max": 5}},
        {"key": "seconds", "type": "number", "min": 0, "required": False},
        {
            "key": "faults",
            "type": "multiple_choice",
            "options": [{"value": "tone"}, {"value": "facts"}],
            "required": False,
        },
        {"key": "remark", "type": "text", "required": False},
    ]
}
NAMES = ("abe", "aida", "ann")


def make_panel(acme, *, rows=12, required=3, **overrides):
    """The task, with people named NAMES and two models, who have answered nothing."""
    version = factories.make_version(factories.make_dataset(acme), rows=rows)
    task = factories.make_task(version, schema=FORM, required=required, **overrides)
    for name in NAMES:
        if not Annotator.objects.filter(organization=acme, name=name.title()).exists():
            factories.make_annotator(factories.make_member(acme, name))
    for number in range(2):
        factories.make_llm_annotator(acme, name=f"model-{number}", model=f"model-{number}")
    return task


def everyone(task):
    """People, then models, by name."""
    return sorted(
        Annotator.objects.filter(organization=task.organization), key=lambda row: (row.kind != "human", row.name)
    )


def answer_all(task, seed=5, missing=0.15):
    """Everybody answers most items, imperfectly; the same for the same seed."""
    random, judges = np.random.default_rng(seed), everyone(task)
    annotations, answers = [], []
    for item in task.items.order_by("position"):
        truth = int(random.integers(3))
        for annotator in judges:
            if random.random() >= missing:
                origin = "ui" if annotator.kind == "human" else "llm"
                annotations.append(
                    Annotation(
                        task=task,
                        item=item,
                        annotator=annotator,
                        origin=origin,
                        schema_version=task.schema_version,
                        body_hash="0" * 64,
                    )
                )
                answers.append(_labels(random, truth))
    Annotation.objects.bulk_create(annotations)
    questions = list(task.schema_version.questions.all())
    Judgement.objects.bulk_create(
        Judgement(
            annotation=annotation,
            question=question,
            value=labels[question.key],
            number=label_types[question.label_type].number(question.config, labels[question.key]),
        )
        for annotation, labels in zip(annotations, answers, strict=True)
        for question in questions
    )
    factories.make_event(task)


def _labels(random, truth):
    met = [truth if random.random() < 0.75 else int(random.integers(3)) for _ in range(3)]
    values = [option["value"] for option in OPTIONS]
    faults = [name for name in ("tone", "facts") if random.random() < 0.2 + 0.25 * truth]
    return {
        "verdict": values[met[0]],
        "grade": values[met[1]],
        "score": 1 + met[2] + int(random.integers(2)),
        "seconds": round(truth + float(random.normal()) ** 2, 1),
        "faults": faults,
        "remark": "Read twice.",
    }


def settle(task):
    """Truth and disagreement of each item from its answers, as computing all figures of the task leaves them."""
    ground_truth.refresh(task=task, panel=panel_of(task))
    disagreement.refresh(task=task)


def question_of(task, key):
    return Question.objects.get(schema_version=task.schema_version, key=key)


def matrix(task, key, annotators):
    """Annotators by items of numbers, NaN where missing: read from the rows, without the code under test."""
    items = list(task.items.order_by("position").values_list("pk", flat=True))
    table = np.full((len(annotators), len(items)), np.nan)
    rows = Judgement.objects.filter(
        question__key=key,
        abstained=False,
        annotation__task=task,
        annotation__in=Annotation.objects.current(),
        annotation__flagged=False,
        annotation__exposure="blind",
        annotation__annotator__in=annotators,
    )
    places = {annotator.pk: place for place, annotator in enumerate(annotators)}
    for annotator, item, number in rows.values_list("annotation__annotator", "annotation__item", "number"):
        table[places[annotator], items.index(item)] = number
    return table


def oracle(task, key, annotators, *, level, domain=None):
    """Alpha by the package "krippendorff"."""
    table = matrix(task, key, annotators)
    domain = sorted(set(table[~np.isnan(table)])) if domain is None else domain
    return krippendorff.alpha(reliability_data=table, level_of_measurement=level, value_domain=domain)
