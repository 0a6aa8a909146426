"""Bring the answers to an old form to the new one: each that reads wholly becomes a revision of itself."""

import uuid
from collections import Counter
from dataclasses import dataclass

from django.db import connection, transaction
from django.utils.translation import gettext_lazy

from annotations.form_changes.actions import ground_truth_carry_over
from annotations.form_changes.differences import Reader
from annotations.labels.types import registry
from annotations.queue.actions import answer_rows
from annotations.queue.models import Annotation, Evidence, Judgement
from annotations.tasks.actions import form as forms
from annotations.tasks.actions import item_content
from annotations.tasks.models import AnnotationEvent, AnnotationTask, SchemaVersion, TaskItem
from evalhub.work.sweep import Sweep

BATCH = 500
PREVIEWED = 5_000  # answers that are read before publishing, the newest ones
NEW = ("schema_version_id", "revision", "submission_id")
KEPT = (*(name for name in answer_rows.ANNOTATION if name not in NEW), "guideline_version", "content_sha256")
BESIDE = ("justification", "confidence", "abstained")
QUOTED = ("quote", "field", "start", "end", "source_sha256", "match", "score")


@dataclass(frozen=True)
class Foreseen:
    """What publishing would do to the current answers. `read` of `total` were looked at; the rest is like them."""

    total: int
    read: int
    carried: int
    left_out: int
    invalid: int
    incomplete: int

    @property
    def left(self):
        return self.read - self.carried


@dataclass(frozen=True)
class Batch:
    """One batch: how many answers were looked at, and how many of them are revisions in the new form now."""

    read: int
    carried: int


def foresee(*, task, draft):
    """The Foreseen of publishing `draft`; reads only."""
    reader = Reader(forms.load(task.schema_version_id).specs, forms.load(draft.pk).specs, draft.value_map)
    current = _current(task.pk, task.schema_version_id)
    counts = Counter()
    newest = list(current.order_by("-pk")[:PREVIEWED])
    for start in range(0, len(newest), BATCH):
        for found in _read(reader, newest[start : start + BATCH]):
            counts[found.word] += 1
    return Foreseen(
        total=current.count(),
        read=len(newest),
        carried=counts["carried"],
        left_out=counts["left_out"],
        invalid=counts["invalid"],
        incomplete=counts["incomplete"],
    )


def carry(*, version):
    """Bring over everything that waits, answers and then decisions, a transaction per batch: what was done stays when
    a later batch fails."""
    while _batch(version.pk).read:
        continue
    ground_truth_carry_over.carry(version=version)


def waiting():
    """The versions in use with answers to the form before them, or decisions, that nobody has looked at yet."""
    used = AnnotationTask.objects.exclude(schema_version=None).values("schema_version_id")
    found = SchemaVersion.objects.filter(pk__in=used, value_map__has_key="carry").select_related("task")
    return [
        version for version in found if _next(version).exists() or ground_truth_carry_over.waiting(version).exists()
    ]


CARRY_OVER = Sweep(
    "carried_answers",
    title=gettext_lazy("Answers for a changed form"),
    rows=waiting,
    work=lambda version: carry(version=version),
    organization="task__organization_id",
    in_steps=True,
)


@transaction.atomic
def _batch(version_id):
    """The next answers in the order of their ids. Locks the version, so that two workers take turns, then items and
    answers in the order of their ids; an answer that was withdrawn or corrected meanwhile is passed over.
    """
    version = SchemaVersion.objects.select_for_update(no_key=True).select_related("task").get(pk=version_id)
    state = version.value_map["carry"]
    found = list(_next(version).values_list("pk", "item_id")[:BATCH])
    if not found:
        _keep_state(version, done=True)
        return Batch(read=0, carried=0)
    item_ids = sorted({item_id for _pk, item_id in found})
    list(TaskItem.objects.select_for_update().filter(pk__in=item_ids).order_by("pk").values_list("pk"))
    still = _current(version.task_id, state["from"]).filter(pk__in=[pk for pk, _item_id in found])
    rows = list(still.select_for_update(of=("self",)).order_by("pk"))
    reader = Reader(forms.load(state["from"]).specs, forms.load(version.pk).specs, version.value_map)
    carried = [each for each in _read(reader, rows) if each.word == "carried"]
    _store(version, carried, reader)
    _keep_state(
        version,
        after=found[-1][0],
        carried=state["carried"] + len(carried),
        left=state["left"] + len(rows) - len(carried),
    )
    return Batch(read=len(found), carried=len(carried))


@dataclass(frozen=True)
class _Read:
    annotation: Annotation
    word: str
    answers: dict


def _read(reader, annotations):
    """How each annotation reads in the new form: carried, left_out, invalid or incomplete."""
    by_annotation = {}
    rows = Judgement.objects.filter(annotation__in=annotations).select_related("question").order_by("pk")
    for row in rows:
        by_annotation.setdefault(row.annotation_id, []).append(row)
    shown = _shown(reader, annotations)
    for annotation in annotations:
        judgements = by_annotation.get(annotation.pk, [])
        annotation.carried_from = judgements
        found = reader.read(
            {row.question.key: row.value for row in judgements if not row.abstained},
            abstained=[row.question.key for row in judgements if row.abstained],
            is_part=annotation.origin == "audit",
            shown=shown.get(annotation.item_id),
        )
        is_read = isinstance(found, dict)
        yield _Read(annotation=annotation, word="carried" if is_read else found, answers=found if is_read else {})


def _shown(reader, annotations):
    """{item id: ItemContent} where the new form checks answers beside the item."""
    if not any(registry[spec.label_type].needs_item for spec in reader.specs):
        return {}
    found = TaskItem.objects.filter(pk__in={each.item_id for each in annotations}).select_related("test_case")
    return {item.pk: item_content.content_of(item) for item in found}


def _store(version, carried, reader):
    """Supersede the old revisions, then insert the new ones with their judgements, quotes and events."""
    olds = [each.annotation for each in carried]
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE annotations_annotation SET superseded_at = clock_timestamp() WHERE id = ANY (%s)",
            [[old.pk for old in olds]],
        )
    news = Annotation.objects.bulk_create(
        Annotation(
            **{name: getattr(old, name) for name in KEPT},
            schema_version=version,
            revision=old.revision + 1,
            submission_id=uuid.uuid4(),
        )
        for old in olds
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE annotations_annotation n SET submitted_at = o.submitted_at FROM annotations_annotation o, "
            "unnest(%s::bigint[], %s::bigint[]) AS pair(new_id, old_id) WHERE n.id = new_id AND o.id = old_id",
            [[new.pk for new in news], [old.pk for old in olds]],
        )
    _store_judgements(version, carried, news, reader)
    AnnotationEvent.objects.bulk_create(
        AnnotationEvent(
            task_id=version.task_id,
            item_id=old.item_id,
            actor_id=old.annotator_id,
            verb="carried",
            details={"annotation": new.pk, "from": old.pk, "form": version.number},
        )
        for old, new in zip(olds, news, strict=True)
    )


def _store_judgements(version, carried, news, reader):
    form = forms.load(version.pk)
    made = {}
    for each, new in zip(carried, news, strict=True):
        for row in each.annotation.carried_from:
            key = reader.questions.get(row.question.key)
            if key is not None:
                value = each.answers.get(key)
                spec = reader.new[key]
                number = None if value is None else registry[spec.label_type].number(spec.config, value)
                made[row.pk] = Judgement(
                    annotation=new,
                    question_id=form.question_ids[key],
                    value=value,
                    number=number,
                    **{name: getattr(row, name) for name in BESIDE},
                )
    Judgement.objects.bulk_create(made.values())
    quotes = Evidence.objects.filter(judgement__in=list(made)).order_by("pk")
    Evidence.objects.bulk_create(
        Evidence(judgement=made[quote.judgement_id], **{name: getattr(quote, name) for name in QUOTED})
        for quote in quotes
    )


def _current(task_id, schema_version_id):
    return Annotation.objects.standing().filter(task_id=task_id, schema_version_id=schema_version_id)


def _next(version):
    state = version.value_map["carry"]
    return _current(version.task_id, state["from"]).filter(pk__gt=state["after"]).order_by("pk")


def _keep_state(version, **changed):
    version.value_map["carry"] |= {"done": False} | changed
    version.save(update_fields=["value_map"])
