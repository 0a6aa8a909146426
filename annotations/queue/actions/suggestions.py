"""What machines and imports have said about an item, shown to people only where the task is not blind."""

from dataclasses import dataclass

from annotations.queue.models import Annotation, Judgement


@dataclass(frozen=True)
class Suggestion:
    """A machine's answer to one question; who it was is not told."""

    value: object
    justification: str = ""


def of(*, task, item_id):
    """{question key: Suggestion}, the newest answer of a machine to each question; empty while the task is blind."""
    if task.blind_mode:
        return {}
    rows = Judgement.objects.filter(annotation__in=_machines(item_id), abstained=False)
    rows = rows.select_related("question").order_by("annotation__submitted_at", "pk")
    return {row.question.key: Suggestion(value=row.value, justification=row.justification) for row in rows}


def are_shown(*, task, item_id):
    """Whether people see suggestions on this item; no statement while the task is blind."""
    return not task.blind_mode and _machines(item_id).exists()


def are_shown_on(*, task, item_ids):
    """Those of the items on which `are_shown`; one statement, none while the task is blind."""
    if task.blind_mode:
        return set()
    found = Annotation.objects.current().filter(item_id__in=item_ids).exclude(annotator__kind="human")
    return set(found.values_list("item_id", flat=True))


def _machines(item_id):
    return Annotation.objects.current().filter(item_id=item_id).exclude(annotator__kind="human")
