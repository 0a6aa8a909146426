"""Which items wait for an adjudicator: complete, disputed and undecided, or asked for; most of that first, by keyset.

What votes have decided is exported anyway: its disagreement neither puts an item on the list nor moves it up.
"""

import datetime
import re
import statistics
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from django.db import connection
from django.db.models import BigIntegerField, Count, DecimalField, Exists, Func, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Cast, Coalesce

from annotations.agreement.models import Disagreement
from annotations.consensus.models import AdjudicationRequest, GroundTruth
from annotations.consensus.models.ground_truth import BY_PEOPLE
from annotations.queue.models import Annotation, Assignment
from annotations.queue.models.assignment import SLOT_STATES
from annotations.tasks.models import TaskItem
from evalhub.lib import paging
from evalhub.lib.database import statements
from evalhub.lib.definitions import define
from evalhub.lib.translation import gettext_noop

define(
    "to_adjudicate",
    gettext_noop(
        "Items with all answers in where people's votes leave a question undecided that they answered differently, and"
        " items for which somebody asked for a decision."
    ),
)
define("by_majority", gettext_noop("Items whose answers differ, with every such question decided by people's votes."))
sql = statements.of_feature(__file__)
DECIDED_BY_PEOPLE = ("adjudicated", "expert", "imported")
STATES = ("open", "differing", "adjudicated", "all")
LEAST_GAPS, LONGEST_GAP = 5, datetime.timedelta(minutes=15)  # between decisions that follow each other
BETWEEN = ("", "people", "machines")
PARAMETER = re.compile(r"%\((\w+)\)s")
_ADJUDICATED = (
    "EXISTS (SELECT FROM annotations_groundtruth g"
    " WHERE g.item_id = i.id AND g.is_current AND g.source = 'adjudicated')"
)
_REVISED = """EXISTS (SELECT FROM annotations_groundtruth g JOIN annotations_annotation a ON a.item_id = g.item_id
   WHERE g.item_id = i.id AND g.is_current AND g.source = 'adjudicated' AND a.submitted_at > g.created_at
   AND a.revision > 1 AND a.round = 1 AND a.superseded_at IS NULL AND a.withdrawn_at IS NULL)"""
_OPEN = f"""(s.asked OR s.total > 0 AND {_REVISED} OR i.open_slots = 0 AND NOT {_ADJUDICATED}
  AND NOT EXISTS (SELECT FROM annotations_assignment h
                  WHERE h.item_id = i.id AND h.state = ANY (%(placed)s))
  AND EXISTS (SELECT FROM annotations_disagreement d WHERE d.item_id = i.id {{question}} AND NOT EXISTS (
      SELECT FROM annotations_groundtruth g WHERE g.item_id = d.item_id AND g.question_id = d.question_id
      AND g.is_current AND g.source = ANY (%(fixed)s))))"""
_UNVOTED = """ AND NOT EXISTS (SELECT FROM annotations_groundtruth v WHERE v.item_id = d.item_id
    AND v.question_id = d.question_id AND v.is_current AND v.source = 'consensus')"""
_ADJUDICATED_ITEMS = """UNION ALL SELECT DISTINCT g.item_id, 0, false FROM annotations_groundtruth g
    JOIN annotations_taskitem i ON i.id = g.item_id
    WHERE g.is_current AND g.source = 'adjudicated' AND i.task_id = %(task)s"""
_PAIRS = """SELECT a.item_id FROM annotations_annotation a
    JOIN annotations_annotation b ON b.item_id = a.item_id AND b.annotator_id <> a.annotator_id
    JOIN annotations_judgement x ON x.annotation_id = a.id
    JOIN annotations_judgement y ON y.annotation_id = b.id AND y.question_id = x.question_id
    JOIN annotations_annotator p ON p.id = a.annotator_id
    JOIN annotations_annotator q ON q.id = b.annotator_id
    WHERE a.task_id = %(task)s AND b.task_id = %(task)s AND NOT x.abstained AND NOT y.abstained"""
_FOLLOWS = (
    "(s.total, -i.id) < ((SELECT b.total FROM scored b WHERE b.item_id = %(beside)s), -%(beside)s) DESC NULLS LAST"
)
_COUNTS = (
    " AND {0}.round = 1 AND {0}.withdrawn_at IS NULL AND {0}.superseded_at IS NULL AND {0}.exposure = 'blind'"
    " AND NOT {0}.flagged"
)


@dataclass(frozen=True)
class Filters:
    """What the list is narrowed to.

    state: "open" for items with a question undecided, "differing" for those that votes have decided too.
    question: a Question or None. first, second: ids of two annotators who both answered. label, other: numbers that
    two annotators chose. between: "people" for both by people, "machines" for `label` by a person and `other` by a
    machine. With state "all" also items behind these labels that nobody disputes are listed.
    """

    question: object = None
    first: str = ""
    second: str = ""
    label: float | None = None
    other: float | None = None
    between: str = ""
    state: str = "open"

    @property
    def names_labels(self):
        return bool(self.first or self.second or self.between) or self.label is not None or self.other is not None


@dataclass(frozen=True)
class After:
    """The last row of the page before: its total disagreement, and its item's id."""

    total: Decimal
    item_id: int

    @classmethod
    def read(cls, text):
        """The After that `str` wrote, None for anything else."""
        total, _separator, item_id = (text or "").partition("_")
        try:
            found = cls(Decimal(total), int(item_id))
        except (InvalidOperation, ValueError):
            return None
        return found if len(text) < 60 and found.total.is_finite() and 0 <= found.item_id < 2**63 else None

    def __str__(self):
        return f"{self.total}_{self.item_id}"


@dataclass(frozen=True)
class Due:
    """An item of the list. `scores`: [(question's title, its disagreement)], most disputed first.

    undecided: the titles of those that neither votes nor a person decided.

    answers: how many people have answered, of `needed`; reason: why it was asked for, None when nobody asked.
    """

    item: TaskItem
    total: Decimal
    adjudicated: bool
    reason: str | None = None
    answers: int = 0
    needed: int = 0
    scores: list = field(default_factory=list)
    undecided: list = field(default_factory=list)

    @property
    def is_complete(self):
        return self.answers >= self.needed

    @property
    def after(self):
        return After(self.total, self.item.pk)


def queue(*, task, filters=Filters(), after=None, limit=50):
    """The Due items of a page; five statements, whatever its length. The totals are added up over all disputed items
    of the task at each call, so the time grows with their number."""
    values = {
        "after_total": after.total if after else None,
        "after_item": after.item_id if after else None,
        "limit": limit,
    }
    order = "ORDER BY s.total DESC, i.id LIMIT %(limit)s"
    if after is not None:
        order = "AND (s.total < %(after_total)s OR s.total = %(after_total)s AND i.id > %(after_item)s) " + order
    rows = _run(task, filters, f"i.id, s.total, {_ADJUDICATED}", order, values)
    return _filled(task, rows)


def page(*, task, filters=Filters(), after=None, limit=50):
    """A paging.Slice of `queue`."""
    return paging.read(
        lambda last, _backward: queue(task=task, filters=filters, after=last, limit=limit + 1), after=after, size=limit
    )


class _ItemIds(Func):
    """What a statement with named parameters selects, as a subquery."""

    output_field = BigIntegerField()

    def __init__(self, statement, values):
        super().__init__()
        self.statement, self.values = statement, values

    def as_sql(self, compiler, connection, **_options):
        names = PARAMETER.findall(self.statement)
        return f"({PARAMETER.sub('%s', self.statement)})", [self.values[name] for name in names]


def items(*, task, filters=Filters()):
    """The TaskItems of the list as a query, with their `total` disagreement and whether they are `adjudicated`."""
    on_list = _ItemIds(*_statement(task, filters, "i.id", "", {}))
    scores = Disagreement.objects.filter(item=OuterRef("pk"))
    if filters.question is not None:
        scores = scores.filter(question=filters.question)
    if filters.state == "open":
        scores = scores.filter(~Exists(_truth_of_dispute("consensus")))
    total = Subquery(scores.order_by().values("item").annotate(total=Sum("score")).values("total"))
    decided = GroundTruth.objects.filter(item=OuterRef("pk"), is_current=True, source="adjudicated")
    return TaskItem.objects.filter(pk__in=on_list).annotate(
        total=Cast(Coalesce(total, 0.0), DecimalField(max_digits=20, decimal_places=6)), adjudicated=Exists(decided)
    )


def described(task, rows):
    """The Due of each of `items`, in their order; four statements."""
    return _filled(task, [(row.pk, row.total, row.adjudicated) for row in rows])


def count(*, task, filters=Filters()):
    """How many items the list holds; one statement."""
    return _run(task, filters, "count(*)", "", {})[0][0]


def due_items(tasks):
    """The query of the items of these tasks that wait for an adjudicator."""
    listed = Disagreement.objects.filter(task__in=tasks).values("item")
    listed = listed.union(AdjudicationRequest.objects.filter(task__in=tasks, closed_at=None).values("item"))
    disputed = Disagreement.objects.filter(item=OuterRef("pk"))
    undecided = disputed.filter(~Exists(_truth_of_dispute(*BY_PEOPLE)))
    adjudicated = GroundTruth.objects.current().filter(item=OuterRef("pk"), source="adjudicated")
    newer = Annotation.objects.current().filter(item=OuterRef("item"), submitted_at__gt=OuterRef("created_at"))
    revised = adjudicated.filter(Exists(newer.filter(revision__gt=1)))
    placed = Assignment.objects.filter(item=OuterRef("pk"), state__in=SLOT_STATES)
    asked = AdjudicationRequest.objects.filter(item=OuterRef("pk"), closed_at=None)
    is_open = (
        Q(Exists(asked))
        | Q(Exists(disputed.filter(~Exists(_truth_of_dispute("consensus")), score__gt=0)), Exists(revised))
        | Q(Exists(undecided), ~Exists(adjudicated), ~Exists(placed), open_slots=0)
    )
    return TaskItem.objects.filter(is_open, pk__in=listed).order_by()


def waiting(tasks):
    """{task id: how many items wait for an adjudicator}, tasks without any left out; one statement."""
    rows = due_items([task.pk for task in tasks])
    return dict(rows.values_list("task").annotate(n=Count("pk")))


@dataclass(frozen=True)
class Workload:
    """Items that differ, and are by_majority or undecided.

    seconds: for the undecided at the pace of past decisions, None without LEAST_GAPS pairs of them; n: such pairs.
    """

    by_majority: int
    undecided: int
    seconds: float | None
    n: int

    @property
    def differing(self) -> int:
        return self.by_majority + self.undecided


def workload(*, task) -> Workload:
    """How much there is to decide; three statements."""
    undecided, differing = (count(task=task, filters=Filters(state=state)) for state in ("open", "differing"))
    decisions = GroundTruth.objects.filter(item__task=task, source="adjudicated", decided_by__isnull=False)
    times = decisions.order_by("decided_by", "created_at").values_list("decided_by", "created_at").distinct()
    times = list(times)
    gaps = [b[1] - a[1] for a, b in zip(times, times[1:], strict=False) if a[0] == b[0] and b[1] - a[1] < LONGEST_GAP]
    pace = statistics.median(gaps).total_seconds() if len(gaps) >= LEAST_GAPS else None
    return Workload(
        by_majority=max(differing - undecided, 0),
        undecided=undecided,
        seconds=None if pace is None else pace * undecided,
        n=len(gaps),
    )


def next_due(*, task, filters=Filters(), beside=None):
    """The id of the item that follows `beside` in the list, after the last one the first; None when there is no other.

    One statement. Without `beside`, or where it was never on the list, the first.
    """
    values = {"beside": beside or 0}
    rows = _run(
        task, filters, "i.id", f"AND i.id <> %(beside)s ORDER BY {_FOLLOWS}, s.total DESC, i.id LIMIT 1", values
    )
    return rows[0][0] if rows else None


def _run(task, filters, columns, page, values):
    with connection.cursor() as cursor:
        cursor.execute(*_statement(task, filters, columns, page, values))
        return cursor.fetchall()


def _statement(task, filters, columns, page, values):
    """The statement that reads `columns` of what the list holds, and the values of its named parameters."""
    fixed = BY_PEOPLE if filters.state == "open" else DECIDED_BY_PEOPLE
    values |= {"task": task.pk, "fixed": list(fixed), "placed": SLOT_STATES}
    question = ""
    if filters.question is not None:
        question, values["question"] = "AND d.question_id = %(question)s", filters.question.pk
    conditions, extra = "", ""
    if filters.state in ("open", "differing"):
        conditions = "AND " + _OPEN.format(question=question)
        question += _UNVOTED if filters.state == "open" else ""
    elif filters.state == "adjudicated":
        conditions, extra = f"AND {_ADJUDICATED}", _ADJUDICATED_ITEMS
    else:
        extra = _ADJUDICATED_ITEMS
    if filters.names_labels:
        behind = _behind(filters, values)
        conditions += f" AND i.id IN ({behind})"
        extra += f" UNION ALL SELECT b.item_id, 0, false FROM ({behind}) b" if filters.state == "all" else ""
    elif filters.question is not None:
        conditions += " AND (s.total > 0 OR s.asked)"
    statement = sql("adjudication_queue").format(
        question=question, extra=extra, conditions=conditions, page=page, columns=columns
    )
    return statement, values


def _behind(filters, values):
    """The items where two annotators chose what the filters name, its values added to `values`."""
    parts = [_PAIRS, _COUNTS.format("a"), _COUNTS.format("b")]
    if filters.question is not None:
        parts.append(" AND x.question_id = %(question)s")
    for name, condition in (
        ("first", "a.annotator_id"),
        ("second", "b.annotator_id"),
        ("label", "x.number"),
        ("other", "y.number"),
    ):
        value = getattr(filters, name)
        if value not in (None, ""):
            parts.append(f" AND {condition} = %({name})s")
            values[name] = value
    if filters.between:
        parts.append(f" AND p.kind = 'human' AND q.kind {'=' if filters.between == 'people' else '<>'} 'human'")
    if filters.label is None and filters.other is None and filters.state in ("open", "differing"):
        parts.append(" AND x.value <> y.value")
    return "".join(parts)


def _filled(task, rows):
    """The Due items of (item id, total, adjudicated) rows, in their order; four statements."""
    ids = [item_id for item_id, *_ in rows]
    found = TaskItem.objects.select_related("test_case").in_bulk(ids)
    reasons = dict(AdjudicationRequest.objects.filter(item__in=ids, closed_at=None).values_list("item_id", "reason"))
    scores, undecided = {}, {}
    differing = Disagreement.objects.filter(item__in=ids, question__schema_version_id=task.schema_version_id)
    differing = differing.annotate(is_decided=Exists(_truth_of_dispute(*BY_PEOPLE)))
    for item_id, title, score, is_decided in differing.order_by("-score", "question__position").values_list(
        "item_id", "question__title", "score", "is_decided"
    ):
        scores.setdefault(item_id, []).append((title, score))
        undecided.setdefault(item_id, []).extend([] if is_decided else [title])
    answers = answers_of(ids)
    return [
        Due(
            item=found[item_id],
            total=total,
            adjudicated=adjudicated,
            reason=reasons.get(item_id),
            answers=answers.get(item_id, 0),
            needed=needed(task, found[item_id], answers.get(item_id, 0)),
            scores=scores.get(item_id, []),
            undecided=undecided.get(item_id, []),
        )
        for item_id, total, adjudicated in rows
    ]


def _truth_of_dispute(*sources):
    """Current ground truth from these sources for the item and question of a Disagreement."""
    found = GroundTruth.objects.current().filter(source__in=sources)
    return found.filter(item=OuterRef("item"), question=OuterRef("question"))


def needed(task, item, answers):
    """How many answers the item is to have: as the task says, and one more for each place opened beside that."""
    return max(task.required_annotations_per_item, answers + item.open_slots)


def answers_of(item_ids):
    """{item id: how many people's answers stand}; items without any are left out."""
    current = Annotation.objects.current().filter(item__in=item_ids).exclude(origin="audit").order_by()
    counted = current.values("item").annotate(n=Count("pk", filter=Q(annotator__kind="human")))
    return dict(counted.values_list("item", "n"))
