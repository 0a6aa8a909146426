"""The adjudicator's filters as they stand in an address, and the words they are chosen by."""

import math
import uuid
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from annotations.consensus.actions.adjudication_queue import BETWEEN, STATES, Filters
from annotations.labels.measures import is_compared, measured
from annotations.labels.types import registry as label_types
from annotations.queue.models import Annotation
from annotations.tasks.models import Annotator, Question

NAMES = ("question", "first", "second", "label", "other", "between", "state")
MOST_LABELS = 40  # a list of more is no choice


def read(params, task):
    """The Filters of an address or a posted form; what cannot be read is left out, since links age."""
    question = None
    if params.get("question"):
        asked = Question.objects.filter(schema_version_id=task.schema_version_id, key=params["question"][:64])
        question = asked.first()
    state, between = params.get("state", "open"), params.get("between", "")
    return Filters(
        question=question,
        first=_uuid(params.get("first")),
        second=_uuid(params.get("second")),
        label=_number(params.get("label")),
        other=_number(params.get("other")),
        between=between if between in BETWEEN else "",
        state=state if state in STATES else "open",
    )


def query(filters, **more):
    """The address of these Filters from `?` on, with `more`; empty when there is nothing to say."""
    found = {name: getattr(filters, name) for name in NAMES}
    found["question"] = filters.question.key if filters.question else ""
    found["state"] = "" if filters.state == "open" else filters.state
    found |= {name: f"{found[name]:g}" for name in ("label", "other") if found[name] is not None}
    kept = {name: value for name, value in (found | more).items() if value not in (None, "")}
    return f"?{urlencode(kept)}" if kept else ""


def choices(task, filters):
    """What the filter row offers: questions, annotators, labels of the chosen question, states; two statements."""
    questions = Question.objects.filter(schema_version_id=task.schema_version_id).order_by("position")
    ids = Annotation.objects.current().filter(task=task).values("annotator_id").distinct()
    annotators = Annotator.objects.filter(pk__in=ids).order_by("kind", "name")
    return {
        "questions": [(row.key, row.title) for row in questions if is_compared(row)],
        "annotators": [(str(row.pk), row.name) for row in annotators],
        "labels": labels_of(filters.question) if filters.question else [],
        "between": [("", _("Anyone")), ("people", _("People")), ("machines", _("A person and a model"))],
    }


def labels_of(question):
    """[(number as text, its words)] of a question whose values can be listed; empty otherwise."""
    declared = measured(question)
    if declared is None or not declared.domain or len(declared.domain) > MOST_LABELS:
        return []
    label_type = label_types[question.label_type]
    return [
        (f"{number:g}", label_type.display(question.config, label_type.from_consensus(question.config, number)))
        for number in declared.domain
    ]


def _uuid(text):
    try:
        return str(uuid.UUID(text)) if text else ""
    except ValueError:
        return ""


def _number(text):
    try:
        number = float(text) if text else None
    except ValueError:
        return None
    return number if number is not None and math.isfinite(number) else None
