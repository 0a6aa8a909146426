"""What an adjudicator sees of an item: every standing answer, anonymous and in an order of their own."""

import hashlib
from dataclasses import dataclass

from annotations.consensus.actions.adjudication_queue import answers_of, needed
from annotations.consensus.models import AdjudicationRequest, GroundTruth
from annotations.content import letters
from annotations.labels.disputes.base import same
from annotations.labels.measures import is_compared
from annotations.labels.types import registry as label_types
from annotations.queue.models import Annotation
from annotations.tasks.actions import form
from annotations.tasks.models import TaskItem

PEOPLE, MACHINES = "ABCDEFGHIJKLMNO", "PQRSTUVWXYZ"  # letters, so that a letter alone says which of them it is


@dataclass(frozen=True)
class Column:
    """One annotator without a name. `mark` stays the answer's own whatever comes beside it. `is_new`: not among the
    answers that had been seen; `is_blind`: saw no others; `is_first_machine`: machines stand from here on."""

    letter: str
    mark: str
    kind: str
    simulated: bool
    flag_reason: str | None
    is_blind: bool
    is_new: bool
    is_first_machine: bool
    annotation: Annotation


@dataclass(frozen=True)
class Cell:
    """What one column says to one question; `shown` None when it says nothing, `value` None when it abstained too."""

    column: Column
    value: object = None
    shown: str | None = None
    abstained: bool = False
    confidence: float | None = None
    justification: str = ""
    quotes: tuple = ()


@dataclass(frozen=True)
class Row:
    """One question. state: "differs", "agreed", "text" (free text, which is not compared) or "unanswered".

    decided: the standing adjudication.
    """

    spec: object
    state: str
    cells: tuple
    n_answers: int
    agreed_value: object
    decided: GroundTruth | None


@dataclass(frozen=True)
class Sheet:
    """All of it. `seen` names exactly the answers and decisions shown: publishing is refused when others stand."""

    item: TaskItem
    columns: tuple
    rows: tuple
    seen: str
    answers: int
    needed: int
    reason: str | None
    answered_by_reader: bool

    @property
    def is_complete(self):
        return self.answers >= self.needed

    @property
    def decided(self):
        """The newest of the standing adjudications, None when there is none."""
        return max((row.decided for row in self.rows if row.decided), key=lambda row: row.created_at, default=None)


def columns(*, item, adjudicator, seen=""):
    """The Sheet of a TaskItem (task loaded) for a User; `seen` of an earlier Sheet marks what is new. Eight statements.

    People come before machines. Within each, letters follow a hash of item, adjudicator and annotator: each
    adjudicator has an order of their own that tells nothing and stays the same when an annotator revises an answer.
    """
    rows = Annotation.objects.current().filter(item=item).select_related("annotator")
    loaded = list(rows.prefetch_related("judgements__question", "judgements__evidence"))
    loaded.sort(key=lambda row: _hash(item.pk, adjudicator.pk, row.annotator_id, row.round))
    loaded.sort(key=lambda row: row.annotator.kind != "human")
    people = sum(1 for row in loaded if row.annotator.kind == "human")
    names = [letters.letter(index, PEOPLE) for index in range(people)]
    names += [letters.letter(index, MACHINES) for index in range(len(loaded) - people)]
    known = set(seen.split("-")) if seen else None
    found = tuple(_column(letter, row, known) for letter, row in zip(names, loaded, strict=True))
    fixed = GroundTruth.objects.adjudicated().filter(item=item)
    decided = {row.question.key: row for row in fixed.select_related("question", "decided_by")}
    request = AdjudicationRequest.objects.filter(item=item, closed_at=None).first()
    answers = answers_of([item.pk]).get(item.pk, 0)
    decisions = [_hash("decision", row.pk)[:12] for row in decided.values()]
    return Sheet(
        item=item,
        columns=found,
        seen="-".join(sorted([_mark(row) for row in loaded] + decisions)),
        rows=tuple(_row(spec, found, decided.get(spec.key)) for spec in form.load(item.task.schema_version_id).specs),
        answers=answers,
        needed=needed(item.task, item, answers),
        reason=request.reason if request else None,
        answered_by_reader=any(row.annotator.user_id == adjudicator.pk for row in loaded),
    )


def _hash(*parts):
    return hashlib.sha256(":".join(str(part) for part in parts).encode()).hexdigest()


def _mark(annotation):
    return _hash("annotation", annotation.pk, annotation.revision)[:12]


def _column(letter, annotation, known):
    annotator = annotation.annotator
    return Column(
        letter=letter,
        mark=_mark(annotation),
        kind=annotator.kind,
        simulated=annotator.simulated,
        flag_reason=annotation.flag_reason if annotation.flagged else None,
        is_blind=annotation.exposure == "blind",
        is_new=known is not None and _mark(annotation) not in known,
        is_first_machine=letter == MACHINES[0],
        annotation=annotation,
    )


def _row(spec, found, decided):
    cells = tuple(_cell(spec, column) for column in found)
    given = [cell.value for cell in cells if cell.shown is not None]
    state = _state(spec, len({same(value) for value in given}))
    return Row(
        spec=spec,
        state=state,
        cells=cells,
        n_answers=len(given),
        agreed_value=given[0] if state == "agreed" else None,
        decided=decided,
    )


def _state(spec, n_values):
    if not n_values:
        return "unanswered"
    if not is_compared(spec):
        return "text"
    return "agreed" if n_values == 1 else "differs"


def _cell(spec, column):
    judgement = next((row for row in column.annotation.judgements.all() if row.question.key == spec.key), None)
    if judgement is None:
        return Cell(column=column)
    shown = None
    if not judgement.abstained:
        shown = label_types[spec.label_type].display(spec.config, judgement.value)
    return Cell(
        column=column,
        value=judgement.value,
        shown=shown,
        abstained=judgement.abstained,
        confidence=judgement.confidence,
        justification=judgement.justification,
        quotes=tuple(judgement.evidence.all()),
    )
