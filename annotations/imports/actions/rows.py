"""Check the entries of an import against the task and write them, some hundreds at a time."""

import uuid
from collections import Counter
from dataclasses import dataclass, field

from django.db.models.functions import Now

from annotations.exports.label_studio_answers import BadResult, answers_of, is_readable
from annotations.imports.actions.people import People
from annotations.imports.formats.base import BadEntry, Entry
from annotations.labels.types import registry as label_types
from annotations.queue.actions import justifications, slots, validation
from annotations.queue.actions.evidence import store_evidence
from annotations.queue.actions.validation import Submission
from annotations.queue.models import Annotation, Judgement
from annotations.tasks.actions import form
from annotations.tasks.actions.item_content import content
from annotations.tasks.models import AnnotationEvent, Annotator, SchemaVersion, TaskItem
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext


@dataclass
class Ready:
    """A checked entry on its way into the database."""

    row: int
    item_id: int
    annotator: Annotator
    entry: Entry
    submission: Submission
    checked: validation.Checked
    annotation: Annotation | None = None


@dataclass
class Tally:
    """What became of the entries; `kept` counts, by name, the results that stay in the history as they came."""

    stored: int = 0
    repeated: int = 0
    kept: Counter = field(default_factory=Counter)


@dataclass
class RowWriter:
    """Takes the rows of one import; nothing is written any more once there was an error.

    Items are locked only at the end, when the answers of people take slots. The database lets one current annotation
    per item and annotator pass, so whoever comes second, a person or the import, is refused.
    """

    job: object
    format: object
    mapping: dict
    errors: object
    tally: Tally = field(default_factory=Tally)

    def __post_init__(self):
        self.form = form.load(self.job.task.schema_version_id)
        self.people = People(self.job)
        self._seen, self._first = {}, None
        self._has_spans = any(label_types[spec.label_type].marks_passages for spec in self.form.specs)
        self._has_frames = AnnotationEvent.objects.filter(task_id=self.job.task_id, verb="imported_item").exists()

    def take(self, rows):
        """Check and write one batch of datasets.readers Rows."""
        read = [(row, found) for row in rows if (found := self._read(row)) is not None]
        items = self._items(
            [entry.item_id for _, found in read for entry in found.entries]
            + [self.format.item_of(row.values, self.mapping["item"]) for row, _ in read]
        )
        ready, frames = [], []
        for row, found in read:
            item_id = items.get(self.format.item_of(row.values, self.mapping["item"]))
            if item_id is None:
                name = self.format.item_of(row.values, self.mapping["item"])
                reason = gettext("The row does not name an item.")
                if name:
                    reason = gettext("The task has no item %(name)s.") % {"name": f"{name[:60]!r}"}
                self.errors.add(row.number, self.mapping["item"], reason)
                continue
            if found.kept is not None:
                frames.append((item_id, found.kept))
            ready += [one for entry in found.entries if (one := self._check(row.number, item_id, entry)) is not None]
        fresh = self._without_repeats(ready)
        if not self.errors.count:
            self._write(fresh, self._new_frames(frames))

    def finish(self):
        """Freeze the form that the annotations carry, and let people's answers take slots."""
        if self._first is not None:
            slots.fill_imported(task=self.job.task, first=self._first)
        if not self.form.frozen:
            SchemaVersion.objects.filter(pk=self.form.schema_version_id, frozen_at=None).update(frozen_at=Now())

    def _read(self, row):
        is_prelabels = self.job.kind == "prelabels"
        try:
            return self.format.read(row.values, self.mapping, self.form.specs, prelabels=is_prelabels)
        except BadEntry as problem:
            self.errors.add(row.number, problem.column, problem.reason)
        return None

    def _items(self, names):
        """{name in the file: item id} of this task."""
        named = {name for name in names if name}
        found = TaskItem.objects.filter(task_id=self.job.task_id)
        if self.mapping["item_by"] == "item_id":
            numbers = {int(name) for name in named if name.isascii() and name.isdigit() and len(name) < 19}
            return {str(pk): pk for pk in found.filter(pk__in=numbers).values_list("pk", flat=True)}
        # In file order, so that of several items of one case the first is meant.
        rows = found.filter(test_case__external_id__in=named).order_by("-position")
        return dict(rows.values_list("test_case__external_id", "pk"))

    def _check(self, number, item_id, entry):
        """The entry as Ready, or None with its error noted."""
        try:
            annotator = self.people.annotator(entry.who)
            submission = self._submission(item_id, annotator, entry)
            checked = validation.check(item_id=item_id, task=self.job.task, submission=submission)
        except BadEntry as problem:
            self.errors.add(number, problem.column, problem.reason)
        except BadResult as problem:
            self.errors.add(number, f"{entry.path}.result[{problem.index}]", problem.message)
        except InvalidInput as problem:
            fields = (problem.details or {}).get("fields") or {}
            for key, reason in fields.items():
                self.errors.add(number, self._column(key, entry), reason)
            if not fields:
                self.errors.add(number, entry.path or None, problem.message)
        else:
            return self._unless_twice(Ready(number, item_id, annotator, entry, submission, checked))
        return None

    def _submission(self, item_id, annotator, entry):
        answers = entry.answers
        if entry.results is not None:
            texts = {part.field: part.text for part in content(item_id).texts()} if self._has_spans else {}
            answers = answers_of(entry.results, self.form.specs, names=self.mapping["questions"], texts=texts)
        beside = justifications.read({key: note for key, note in entry.notes.items() if key in answers})
        beside |= {key: justifications.AnswerNote(abstained=True) for key in entry.abstained if key not in answers}
        return Submission(
            answers=answers,
            origin="import",
            exposure=entry.exposure,
            flagged=entry.flagged,
            flag_reason=entry.flag_reason,
            time_spent_seconds=entry.time_spent_seconds,
            notes=beside,
            submission_id=uuid.uuid5(self.job.task_id, f"import:{item_id}:{annotator.pk}"),
            partial=self.job.kind == "prelabels" or bool(entry.abstained),
        )

    def _column(self, key, entry):
        if entry.results is None and "questions" in self.mapping:
            return self.mapping["questions"].get(key, key)
        return f"{entry.path}.{key}".lstrip(".")

    def _unless_twice(self, ready):
        """The entry, unless the file has another one by the same annotator on the same item."""
        key = ready.item_id, ready.annotator.pk
        if key not in self._seen:
            self._seen[key] = ready.row
            return ready
        reason = gettext("%(name)s already answers this item in row %(row)s.")
        reason = reason % {"name": ready.annotator.name, "row": f"{self._seen[key]:,}"}
        self.errors.add(ready.row, ready.entry.path or None, reason)
        return None

    def _without_repeats(self, ready):
        """The entries that are not stored yet; equal ones count as repeated, others of the same person are errors."""
        current = Annotation.objects.current().filter(
            item_id__in={one.item_id for one in ready}, annotator_id__in={one.annotator.pk for one in ready}
        )
        stored = {(row.item_id, row.annotator_id): row for row in current.prefetch_related("judgements__question")}
        same_id = set(
            Annotation.objects.filter(submission_id__in=[one.submission.submission_id for one in ready]).values_list(
                "submission_id", flat=True
            )
        )
        fresh = []
        for one in ready:
            stored_row = stored.get((one.item_id, one.annotator.pk))
            if stored_row is None and one.submission.submission_id not in same_id:
                fresh.append(one)
            elif (
                stored_row is None
                or stored_row.submission_id == one.submission.submission_id
                or _is_same(stored_row, one)
            ):
                self.tally.repeated += 1
            else:
                reason = gettext("%(name)s already has a different answer to this item. It is not overwritten.")
                self.errors.add(one.row, one.entry.path or None, reason % {"name": one.annotator.name})
        return fresh

    def _write(self, ready, frames):
        for one in ready:
            one.annotation = Annotation(
                task_id=self.job.task_id,
                item_id=one.item_id,
                annotator_id=one.annotator.pk,
                origin="import",
                schema_version_id=self.form.schema_version_id,
                guideline_version=self.job.task.guideline_version,
                submission_id=one.submission.submission_id,
                body_hash=one.submission.body_hash(),
                exposure=one.submission.exposure,
                time_spent_seconds=one.submission.time_spent_seconds,
                flagged=one.submission.flagged,
                flag_reason=one.submission.flag_reason,
                content_sha256="",
            )
        made = Annotation.objects.bulk_create([one.annotation for one in ready])
        self._first = self._first or (made[0].pk if made else None)
        judgements = []
        for one in ready:
            rows = one.checked.judgements()
            for judgement in rows.values():
                judgement.annotation = one.annotation
            judgements += rows.values()
            one.checked = (rows, one.checked.matches)
        Judgement.objects.bulk_create(judgements, batch_size=5_000)
        for one in ready:
            rows, matches = one.checked
            if matches:
                store_evidence(judgements=rows, matches=matches)
        AnnotationEvent.objects.bulk_create([*frames, *(self._event(one) for one in ready)])
        self.tally.stored += len(ready)
        for one in ready:
            self.tally.kept.update(
                str(result.get("from_name"))
                for result in one.entry.results or ()
                if not is_readable(result) or result["from_name"] not in self.mapping["questions"]
            )

    def _event(self, one):
        details = {"import": str(self.job.pk)} | one.entry.kept
        if one.entry.submitted_at:
            details["submitted_at"] = one.entry.submitted_at
        return AnnotationEvent(
            task_id=self.job.task_id, item_id=one.item_id, actor_id=one.annotator.pk, verb="imported", details=details
        )

    def _new_frames(self, frames):
        """What is kept of whole items, unless an earlier import has kept the same."""
        known = AnnotationEvent.objects.none()
        if self._has_frames:
            known = AnnotationEvent.objects.filter(
                task_id=self.job.task_id, verb="imported_item", item_id__in=[item_id for item_id, _ in frames]
            ).order_by("pk")
        kept = {(event.item_id, event.details.get("import_kind")): event.details for event in known}
        return [
            AnnotationEvent(task_id=self.job.task_id, item_id=item_id, verb="imported_item", details=details)
            for item_id, frame in frames
            if kept.get((item_id, self.job.kind)) != (details := frame | {"import_kind": self.job.kind})
        ]


def _is_same(stored_row, one):
    values = {row.question.key: row.value for row in stored_row.judgements.all() if not row.abstained}
    return values == one.checked.answers and stored_row.flagged == one.submission.flagged
