"""Bring what people decided on an old form to the new one: adjudicated values that read wholly in it."""

from django.db import transaction

from annotations.agreement.actions import staleness
from annotations.consensus.actions.adjudication_queue import DECIDED_BY_PEOPLE
from annotations.consensus.models import GroundTruth
from annotations.form_changes.differences import Reader
from annotations.labels.types import registry
from annotations.tasks.actions import form as forms
from annotations.tasks.actions.item_content import content_of
from annotations.tasks.models import SchemaVersion, TaskItem

BATCH = 500
KEPT = ("source", "share", "confidence", "people", "machines", "simulated", "decided_by_id")


def waiting(version):
    """The decisions on the form before `version` that nobody has looked at yet, in the order of their ids."""
    state = version.value_map["carry"]
    decided = GroundTruth.objects.filter(question__schema_version_id=state["from"], is_current=True)
    return decided.filter(source__in=DECIDED_BY_PEOPLE, pk__gt=state.get("truth_after", 0)).order_by("pk")


def carry(*, version):
    """Bring over everything that waits, a transaction per batch; a decision on the new form itself stands."""
    while _batch(version.pk):
        continue


@transaction.atomic
def _batch(version_id):
    """How many decisions were looked at."""
    version = SchemaVersion.objects.select_for_update(no_key=True).select_related("task").get(pk=version_id)
    staleness.one_at_a_time(version.task, "truth")
    rows = list(waiting(version).select_related("question")[:BATCH])
    if rows:
        form = forms.load(version.pk)
        reader = Reader(forms.load(version.value_map["carry"]["from"]).specs, form.specs, version.value_map)
        shown = _shown(reader, rows)
        there = {
            (row.item_id, row.question_id): row
            for row in GroundTruth.objects.filter(
                item__in=[row.item_id for row in rows], question__schema_version=version, is_current=True
            )
        }
        for row in rows:
            read = reader.read({row.question.key: row.value}, is_part=True, shown=shown.get(row.item_id))
            for key, value in read.items() if isinstance(read, dict) else ():
                _replace(
                    row,
                    there.get((row.item_id, form.question_ids[key])),
                    reader.new[key],
                    form.question_ids[key],
                    value,
                )
        version.value_map["carry"]["truth_after"] = rows[-1].pk
        version.save(update_fields=["value_map"])
    return len(rows)


def _replace(row, current, spec, question_id, value):
    """The decision `row` as one on the new question, in place of a consensus; `current` is the row in force there."""
    if current is not None and current.source in DECIDED_BY_PEOPLE:
        return
    if current is not None:
        GroundTruth.objects.filter(pk=current.pk).update(is_current=False)
    GroundTruth.objects.create(
        item_id=row.item_id,
        question_id=question_id,
        version=current.version + 1 if current else 1,
        value=value,
        number=registry[spec.label_type].number(spec.config, value),
        details=row.details | {"carried_from": row.pk},
        supersedes=current or row,
        **{name: getattr(row, name) for name in KEPT},
    )


def _shown(reader, rows):
    """{item id: ItemContent} where the new form checks values beside the item."""
    if not any(registry[spec.label_type].needs_item for spec in reader.specs):
        return {}
    found = TaskItem.objects.filter(pk__in={row.item_id for row in rows}).select_related("test_case")
    return {item.pk: content_of(item) for item in found}
