"""What each figure of a task's items counts: the one rule of Home, tasks, items, the API and exports.

Complete, full, part are of items; the STEPS are of one question of an item. What machines answered counts for none of
them but `provisional`, withdrawn items for none at all. Free text has no ground truth that people could vote for, and
is in no step.
"""

from collections import Counter
from dataclasses import dataclass

from django.db import connection
from django.db.models import Case, Count, Exists, F, FloatField, OuterRef, Q, When
from django.db.models.expressions import RawSQL
from django.db.models.functions import Cast, Coalesce, NullIf
from psycopg import sql as parts

from annotations.consensus.models.ground_truth import BY_PEOPLE
from annotations.labels import conditions
from annotations.labels.measures import SETS, measured
from annotations.labels.types import registry as label_types
from annotations.queue.models import Assignment
from annotations.queue.models.assignment import SLOT_STATES
from annotations.tasks.models import Question, TaskItem
from evalhub.lib import orders, strict_json
from evalhub.lib.database import statements
from evalhub.lib.definitions import define
from evalhub.lib.translation import gettext_noop

sql = statements.of_feature(__file__)


def _texts(values):
    return ", ".join(f"'{value}'" for value in values)


# The same for an item `i` in a statement, and among items whose holders were joined as `held`.
_TAKES_SLOT = f"""EXISTS (SELECT 1 FROM annotations_assignment l
    WHERE l.item_id = i.id AND l.state IN ({_texts(SLOT_STATES)}))"""
COMPLETE = f"i.open_slots = 0 AND i.closed_reason = '' AND NOT {_TAKES_SLOT}"
INCOMPLETE = f"i.closed_reason = '' AND (i.open_slots > 0 OR {_TAKES_SLOT})"
COMPLETE_BESIDE_HELD = "i.open_slots = 0 AND i.closed_reason = '' AND held.item_id IS NULL"

_DECIDED = f"p.source IN ({_texts(BY_PEOPLE)})"
_WAITING = f"p.n = 1 AND NOT p.is_complete AND NOT {_DECIDED}"
# {name: condition on a row `p` of sql/labelled.sql}
STEPS = {
    "labelled": "p.n > 0",
    "unlabelled": f"p.n = 0 AND NOT {_DECIDED}",  # of all items, also of those without a row
    "waiting": _WAITING,
    "contested": f"p.differs AND NOT {_DECIDED}",
    "undecided": f"p.n > 0 AND NOT p.differs AND NOT {_DECIDED} AND NOT ({_WAITING})",
    "consensus": "p.source = 'consensus'",
    "adjudicated": f"{_DECIDED} AND p.source <> 'consensus'",
    "export_ready": _DECIDED,
    "provisional": f"p.source <> '' AND NOT {_DECIDED}",
}
# {name: condition on a row `p` of sql/item_steps.sql}; each item that is not withdrawn is in one of all but "labelled"
ITEM_STEPS = {
    "labelled": "p.labelled",
    "full": "p.is_full",
    "part": "NOT p.is_full",
    "contested": "p.is_full IS NULL AND p.contested",
    "waiting": "p.is_full IS NULL AND p.waiting AND NOT p.contested",
    "undecided": "p.is_full IS NULL AND p.labelled AND NOT p.waiting AND NOT p.contested",
    "unlabelled": "p.is_full IS NULL AND NOT p.labelled",
}

define(
    "complete",
    gettext_noop(
        "Items for which people have given every answer they need; none is in progress, returned or withdrawn."
    ),
)
define(
    "full",
    gettext_noop(
        "Items for which people agreed on, or an adjudicator decided, every question that needs an answer and every"
        " other question on which labels differ. Free text is never decided."
    ),
)
define("part", gettext_noop("Items with ground truth by people for some questions and a question still to decide."))
define("labelled", gettext_noop("A person has answered; abstained, withdrawn and model answers are not counted."))
define("unlabelled", gettext_noop("No person has answered, and there is no decision."))
define("waiting", gettext_noop("One person has answered, more answers are needed, and nothing is decided."))
define("contested", gettext_noop("People's labels differ, and nothing is decided."))
define(
    "undecided",
    gettext_noop(
        "People's labels do not differ, and nothing is decided: answers that are flagged or were given after seeing"
        " others do not vote, or no more answers are needed, or new answers are still being counted."
    ),
)
define("consensus", gettext_noop("People's labels reached the consensus threshold."))
define("adjudicated", gettext_noop("An adjudicator or expert decided, or the decision was imported."))
define("export_ready", gettext_noop("A file of ground truth has a value, unless other sources are chosen for it."))
define("provisional", gettext_noop("Value from one person or from models. Exports leave it out unless it is chosen."))


@dataclass(frozen=True)
class ItemCounts:
    """Items by how they stand: complete + being_answered + open + withdrawn = total.

    being_answered: every place is taken, and somebody is still to answer. full, part: of all but withdrawn ones.
    """

    total: int
    complete: int
    open: int
    being_answered: int
    withdrawn: int
    full: int
    part: int

    @property
    def remaining_total(self):
        """Items that are to be complete in the end."""
        return self.total - self.withdrawn


def decidable(questions):
    """Those of the Questions that can have ground truth."""
    return [question for question in questions if not label_types[question.label_type].is_free_text]


def questions_of(task):
    """The Questions of the form that is handed out, in order, that can have ground truth; one statement."""
    return decidable(Question.objects.filter(schema_version=task.schema_version_id).order_by("position"))


def counts_of(tasks):
    """{task id: ItemCounts}; five statements, whatever the number of tasks. None reads the items that are complete."""
    ids = [task.pk for task in tasks]
    items = TaskItem.objects.filter(task__in=ids)
    free, withdrawn = (_per_task(found, "task", Count("pk")) for found in (items.open(), items.withdrawn()))
    # Full items that somebody is still to answer: as many rows as people have work in hand.
    full = Assignment.objects.filter(task__in=ids, item__open_slots=0, item__closed_reason="").order_by()
    # Each of the two has an index of its own; both in one condition would be looked up in neither.
    rows = full.holding().values("task", "item").union(full.filter(state="returned").values("task", "item"))
    held = Counter(row["task"] for row in rows)
    decided = _decided_counts(tasks)
    return {
        task.pk: ItemCounts(
            total=task.total_items,
            complete=max(0, task.total_items - sum(counts.get(task.pk, 0) for counts in (free, held, withdrawn))),
            open=free.get(task.pk, 0),
            being_answered=held.get(task.pk, 0),
            withdrawn=withdrawn.get(task.pk, 0),
            full=decided[task.pk][0],
            part=decided[task.pk][1],
        )
        for task in tasks
    }


def complete_share():
    """The share of an AnnotationTask's items that are complete, as `counts_of` counts them; None without items."""
    full = Assignment.objects.filter(item__open_slots=0, item__closed_reason="")
    holding = full.holding()
    returned = full.filter(~Exists(holding.filter(item=OuterRef("item"))), state="returned")
    free, withdrawn, held, back = (
        Coalesce(orders.summed(rows, "task", Count(counted, distinct=True)), 0)
        for rows, counted in (
            (TaskItem.objects.open(), "pk"),
            (TaskItem.objects.withdrawn(), "pk"),
            (holding, "item"),
            (returned, "item"),
        )
    )
    remaining = Cast(F("total_items") - withdrawn, FloatField())
    return Case(When(preparation="READY", then=(remaining - free - held - back) / NullIf(remaining, 0.0)))


def decided_items(task, questions):
    """The statement of the items of a task that people decided on, as (item_id, is_full); `questions_of` the task.

    Read by index from the ground truth of the questions, and from the differing labels of those that may be left empty.
    """
    if not questions:
        return "SELECT NULL::bigint AS item_id, NULL::boolean AS is_full WHERE false"
    by_key, ids = {question.key: question for question in questions}, _ids(questions)
    optional = [question for question in questions if not question.required]
    differing = f"""UNION ALL SELECT d.item_id, d.question_id, NULL, NULL, false FROM annotations_disagreement d
        WHERE d.task_id = '{task.pk}' AND d.question_id IN ({_ids(optional)}) AND d.score > 0"""
    return f"""SELECT r.item_id, {" AND ".join(_is_settled(question, by_key) for question in questions)} AS is_full
    FROM (SELECT g.item_id, g.question_id, g.value, g.number, true AS is_decided FROM annotations_groundtruth g
        WHERE g.question_id IN ({ids}) AND g.is_current AND g.source IN ({_texts(BY_PEOPLE)})
        {differing if optional else ""}) r
    WHERE r.item_id NOT IN
        (SELECT w.id FROM annotations_taskitem w WHERE w.task_id = '{task.pk}' AND w.closed_reason <> '')
    GROUP BY r.item_id HAVING bool_or(r.is_decided)"""


def at(task, step, question=None):
    """The condition on an item of the task that it is at one of STEPS of a Question, or at one of ITEM_STEPS."""
    questions = [question] if question else questions_of(task)
    rows, condition = f"({labelled_rows(task, questions)})", (STEPS if question else ITEM_STEPS)[step]
    if not question:
        is_decision = step in ("full", "part")  # for which nobody needs to look at labels
        rows = f"({decided_items(task, questions) if is_decision else rows_of_items(rows, task, questions)})"
    is_rest = step == "unlabelled"  # also of the items that have no row
    found = f"SELECT p.item_id FROM {rows} p WHERE {'NOT' if is_rest else ''} ({condition})"
    here = Q(pk__in=RawSQL(found, []))  # noqa: S611  the text is our own
    return Q(~here, closed_reason="") if is_rest else here


def labelled_rows(task, questions):
    """The statement of sql/labelled.sql."""
    numbered = [question for question in questions if (scale := measured(question)) and scale.level != SETS]
    others = [question for question in questions if question not in numbered]
    return sql("labelled").format(
        task=f"'{task.pk}'",
        questions=_ids(questions),
        numbered=_ids(numbered),
        others=_ids(others),
        held=held(task),
        complete=COMPLETE_BESIDE_HELD,
    )


def rows_of_items(rows, task, questions):
    """The statement of sql/item_steps.sql on `labelled_rows`, or the name that these have."""
    decided, steps = decided_items(task, questions), {name: STEPS[name] for name in ("contested", "waiting")}
    return sql("item_steps").format(rows=rows, decided=decided, **steps)


def held(task):
    """The statement of the items that somebody holds or is to answer again, with how many do."""
    return f"""SELECT l.item_id, count(*) AS n FROM annotations_assignment l
        WHERE l.task_id = '{task.pk}' AND l.state IN ({_texts(SLOT_STATES)}) GROUP BY l.item_id"""


def _decided_counts(tasks):
    """{task id: (full, part)}; two statements."""
    forms = {}
    for question in Question.objects.filter(schema_version__in=[task.schema_version_id for task in tasks]):
        forms.setdefault(question.schema_version_id, []).append(question)
    counted = [
        f"SELECT '{task.pk}'::uuid, count(*) FILTER (WHERE is_full), count(*) FILTER (WHERE NOT is_full)"
        f" FROM ({decided_items(task, decidable(forms.get(task.schema_version_id, [])))}) d"
        for task in tasks
    ]
    if not counted:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(counted), [])
        return {task_id: tuple(counts) for task_id, *counts in cursor.fetchall()}


def _is_settled(question, by_key):
    """The condition on the rows of an item: decided, or not asked, or neither needed nor contested."""
    settled = f"bool_or(r.question_id = {question.pk} AND r.is_decided)"
    if not question.required:
        contested = f"bool_or(r.question_id = {question.pk} AND NOT r.is_decided)"
        needed = f"OR {_holds(question.require_if, by_key)}" if question.require_if else ""
        settled += f" OR NOT ({contested} {needed})"
    return f"({settled} OR NOT {_holds(question.show_if, by_key)})" if question.show_if else f"({settled})"


def _holds(condition, by_key):
    """`labels.conditions.holds` on the values that people decided for an item; free text, which has none, fails."""
    for group, word in (("any", " OR "), ("all", " AND ")):
        if group in condition:
            return f"({word.join(_holds(part, by_key) for part in condition[group])})"
    question = by_key.get(condition["question"])
    if question is None:
        return "false"
    test, value = next((name, value) for name, value in condition.items() if name != "question")
    met = {
        "answered": lambda: "true",
        "is": lambda: f"r.value = {_json(value)}",
        "is_not": lambda: f"r.value <> {_json(value)}",
        "contains": lambda: f"(r.value @> {_json([value])} OR r.value @> {_json([{'label': value}])})",
        "at_least": lambda: f"r.number >= {conditions.bound(question, value)}",
        "at_most": lambda: f"r.number <= {conditions.bound(question, value)}",
    }
    holds = f"bool_or(r.question_id = {question.pk} AND r.is_decided AND {met[test]()})"
    return f"(NOT {holds})" if test == "answered" and not value else holds


def _json(value):
    return parts.Literal(strict_json.dumps(value)).as_string().replace("%", "%%") + "::jsonb"


def _ids(questions):
    return ", ".join(str(question.pk) for question in questions) or "NULL"


def _per_task(rows, field, amount):
    return dict(rows.order_by().values_list(field).annotate(n=amount))
