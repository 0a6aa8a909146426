"""A machine and people who answered the same items of a task."""

from annotations.models import Annotation, Judgement
from annotations.tasks.actions import metrics
from tests import factories

YES_NO = {
    "fields": [
        {
            "key": "right",
            "type": "single_choice",
            "title": "Is it right?",
            "required": True,
            "options": [{"value": "no", "label": "No"}, {"value": "yes", "label": "Yes"}],
        }
    ]
}


def make_judged(member, n=40, *, wrong=(), people=2, metric=None, rounds=1):
    """(task, judge): every fourth item is wrong by people, and the judge errs at the places `wrong`.

    The form asks a metric of the library from 1 to 5 where one is given, else for yes or no.
    """
    organization = member.organization
    rows = [{"metadata": {"topic": "prices" if place in wrong else "hours"}} for place in range(n)]
    schema = {"fields": [metrics.field_of(metric)]} if metric else YES_NO
    task = factories.make_task(factories.make_version(factories.make_dataset(organization), rows=rows), schema=schema)
    question, judge = task.schema_version.questions.get(), factories.make_llm_annotator(organization)
    everybody = [judge]
    for number in range(people):
        person = factories.make_member(organization, f"person{number}-{task.pk.hex[-6:]}")
        everybody.append(factories.make_annotator(person))
    for annotator in everybody:
        for round in range(1, (rounds if annotator is judge else 1) + 1):
            _answer(task, question, annotator, wrong if annotator is judge else (), round)
    return task, judge


def _answer(task, question, annotator, wrong, round):
    fields = {"task": task, "annotator": annotator, "schema_version": task.schema_version, "body_hash": "0" * 64}
    origin = "llm" if annotator.kind == "llm" else "ui"
    made = Annotation.objects.bulk_create(
        Annotation(item=item, round=round, origin=origin, **fields) for item in task.items.all()
    )
    judgements = []
    for place, annotation in enumerate(made):
        passes = (place % 4 != 0) != (place in wrong)
        value, number = ("yes" if passes else "no"), float(passes)
        if question.label_type != "single_choice":
            value = number = 5 if passes else 2
        judgements.append(Judgement(annotation=annotation, question=question, value=value, number=number))
    Judgement.objects.bulk_create(judgements)
