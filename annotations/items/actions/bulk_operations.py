"""Do one thing to many items: look first, then in parts of a hundred that survive a killed worker, and take it back.

A BulkOperation is one row for the whole, and one for each of its parts, which names the whole in `details`. A part is
one transaction that locks its own row, then its items in order, so that it is done wholly or not at all.
"""

from collections import Counter
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Case, Count, Q, Sum, Value, When
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotations.items.actions.bulk_verbs import registry
from annotations.items.actions.bulk_verbs.base import FAILED, KEPT
from annotations.items.models import BulkOperation
from annotations.tasks.models import TaskItem
from evalhub.accounts.actions import audit
from evalhub.lib.database.errors import LOST
from evalhub.lib.errors import Conflict, EvalHubError
from evalhub.lib.processes.bulkhead import Contained
from evalhub.work.sweep import MORE, Sweep

PART = 100  # items that are locked at once
AT_ONCE = 500  # items up to which nobody has to wait for a worker
PARTS_A_MESSAGE = 50
SAMPLE = 20
DUE = ("waiting", "undoing")


@dataclass(frozen=True)
class Preview:
    """What an operation would do. reasons: [(Reason, how many)] of the items left alone; sample: the first of those
    items, each with the `refusal` and its `words`."""

    total: int
    able: int
    reasons: list
    sample: list

    @property
    def left_out(self):
        return self.total - self.able


@dataclass(frozen=True)
class Outcome:
    """How far an operation is. state: running, done, undoing, undone. `changed` items were changed, `undone` of them
    taken back; refused, kept: [(code, how many)] of those left alone by the one and by the other."""

    state: str
    total: int
    changed: int
    undone: int
    refused: list
    kept: list
    parts: int
    parts_done: int

    @property
    def is_under_way(self):
        return self.state in ("running", "undoing")


def preview(*, task, verb, options, items):
    """The Preview of doing a Verb to these items; two statements, nothing is changed."""
    reasons = verb.reasons(task=task, options=options)
    judged = _judged(items, reasons)
    counted = dict(judged.order_by().values_list("refusal").annotate(n=Count("pk")))
    words = {reason.code: reason.words for reason in reasons}
    sample = list(judged.exclude(refusal="").select_related("test_case").order_by("position")[:SAMPLE])
    for item in sample:
        item.words = words[item.refusal]
    return Preview(
        total=sum(counted.values()),
        able=counted.get("", 0),
        sample=sample,
        reasons=[(reason, counted[reason.code]) for reason in reasons if reason.code in counted],
    )


@transaction.atomic
def start(*, task, key, options, items, expected, query="", operation_id=None, body_hash="", by):
    """Write down the operation on those of the items that can be changed now; `run` does it. By a User.

    expected: how many that were in the preview. operation_id: a UUID of the caller's, so that asking again with the
    same body_hash gives the operation there is. Raises Conflict `list_changed` when there are others by now, or none,
    and `idempotency_conflict`.
    """
    earlier = BulkOperation.objects.filter(pk=operation_id).first() if operation_id else None
    if earlier is not None:
        return _repeated(earlier, body_hash)
    judged = _judged(items, registry[key].reasons(task=task, options=options))
    ids = list(judged.filter(refusal="").order_by("pk").values_list("pk", flat=True))
    if not ids or len(ids) != expected:
        text = _("%(n)s items can be changed now, %(expected)s in the preview. Check the new preview.")
        raise Conflict(text % {"n": len(ids), "expected": expected}, code="list_changed", details={"able": len(ids)})
    left_out = dict(judged.exclude(refusal="").order_by().values_list("refusal").annotate(n=Count("pk")))
    details = {
        "options": options,
        "query": query,
        "total": len(ids),
        "left_out": left_out,
        "state": "running",
        "body_hash": body_hash,
    }
    fields = {"organization_id": task.organization_id, "task": task, "verb": key, "created_by": by}
    whole, is_new = _written(operation_id, fields | {"details": details})
    if not is_new:
        return _repeated(whole, body_hash)
    BulkOperation.objects.bulk_create(
        BulkOperation(
            **fields,
            details={
                "part_of": str(whole.pk),
                "state": "waiting",
                "first": first,
                "ids": ids[first : first + PART],
            },
        )
        for first in range(0, len(ids), PART)
    )
    audit.record(
        organization=task.organization,
        verb="bulk.started",
        target=whole,
        by=by,
        details={"task": str(task.pk), "verb": key, "options": options, "items": len(ids)},
    )
    return whole


def run(*, operation, most=PARTS_A_MESSAGE):
    """Work on the parts that are due, at most so many; whether there may be more. Safe to call twice and at once."""
    return all(_next_part(operation.pk) for _turn in range(most))


def waiting():
    """Operations with parts that are due, the oldest first."""
    due = BulkOperation.objects.filter(details__state__in=("running", "undoing")).exclude(details__has_key="part_of")
    return due.order_by("created_at")


BULK = Sweep(
    "bulk_operations",
    title=gettext_lazy("Bulk operations"),
    rows=waiting,
    work=lambda operation: MORE if run(operation=operation) else None,
    in_steps=True,
)


def of_task(*, task):
    """The task's operations, without their parts, newest first."""
    rows = BulkOperation.objects.filter(task=task).exclude(details__has_key="part_of")
    return rows.select_related("created_by").order_by("-created_at", "-pk")


@transaction.atomic
def undo(*, operation, by):
    """Ask for an operation to be taken back; `run` does it. By a User. Repeating it changes nothing.

    Raises Conflict `still_running`, `not_undoable`.
    """
    whole = BulkOperation.objects.select_for_update(of=("self",)).get(pk=operation.pk)
    if whole.details["state"] in ("undoing", "undone"):
        return whole
    if whole.details["state"] != "done":
        raise Conflict(_("This operation is still running. Undo it when it has ended."), code="still_running")
    if not registry[whole.verb].undo_help:
        raise Conflict(_("This cannot be undone."), code="not_undoable")
    for part in _parts(whole.pk).select_for_update():
        _save(part, state="undoing")
    _save(whole, state="undoing", undone_by=str(by.pk))
    audit.record(
        organization=whole.organization,
        verb="bulk.undone",
        target=whole,
        by=by,
        details={"task": str(whole.task_id), "verb": whole.verb, "items": whole.n_items},
    )
    return whole


def outcome(*, operation):
    """The Outcome of an operation; one statement."""
    refused, kept = Counter(operation.details["left_out"]), Counter()
    parts, done, changed = 0, 0, 0
    for details, n_items in _parts(operation.pk).values_list("details", "n_items"):
        parts, done, changed = parts + 1, done + (details["state"] not in DUE), changed + n_items
        refused.update(code for _pk, code in details.get("refused", []))
        kept.update(code for _pk, code in details.get("kept", []))
    state = operation.details["state"]
    return Outcome(
        state=state,
        total=operation.details["total"],
        changed=changed,
        parts=parts,
        parts_done=done,
        undone=changed - kept.total() if state == "undone" else 0,
        refused=sorted(refused.items()),
        kept=sorted(kept.items()),
    )


def left_alone(*, operation):
    """[(TaskItem, code)] of the first items that were refused or kept while it was done or taken back."""
    found = []
    for details in _parts(operation.pk).order_by("pk").values_list("details", flat=True):
        found += details.get("refused", []) + details.get("kept", [])
        if len(found) >= SAMPLE:
            break
    items = TaskItem.objects.select_related("test_case").in_bulk([pk for pk, _code in found[:SAMPLE]])
    return [(items[pk], code) for pk, code in found[:SAMPLE]]


def reason_texts(*, operation):
    """{code: why an item was left alone, in the reader's language}."""
    verb, options = registry[operation.verb], operation.details["options"]
    return {reason.code: reason.words for reason in verb.reasons(task=operation.task, options=options)} | KEPT


def _written(operation_id, fields):
    """(the whole, whether it is new): of two that write one id at once the second waits and gets the first's."""
    if operation_id is None:
        return BulkOperation.objects.create(**fields), True
    return BulkOperation.objects.get_or_create(pk=operation_id, defaults=fields)


def _repeated(earlier, body_hash):
    if earlier.details.get("body_hash") != body_hash:
        raise Conflict(
            _("This Idempotency-Key was used for another operation. Send a new one."), code="idempotency_conflict"
        )
    return earlier


def _judged(items, reasons):
    """The items with `refusal`: the code of the first Reason that is true of them, empty when they can be changed."""
    cases = [When(reason.when, then=Value(reason.code)) for reason in reasons]
    return items.annotate(refusal=Case(*cases, default=Value("")))


def _parts(whole_id):
    return BulkOperation.objects.filter(details__part_of=str(whole_id))


@transaction.atomic
def _next_part(whole_id):
    """Do the next part that nobody else is at; False when there is none."""
    due = _parts(whole_id).filter(details__state__in=DUE).order_by("details__first")
    part = due.select_for_update(skip_locked=True, of=("self",)).select_related("task", "created_by").first()
    if part is None:
        return False
    whole = BulkOperation.objects.select_related("created_by").get(pk=whole_id)
    if part.details["state"] == "waiting":
        _do(part, whole)
    else:
        _take_back(part, whole)
    _finish(part, whole_id)
    return True


def _do(part, whole):
    """Change the items of a part; what can no longer be changed is noted with the reason."""
    verb, options = registry[whole.verb], whole.details["options"]
    ids = part.details["ids"]
    changed, refused = [], []
    for item in _locked(ids, verb.reasons(task=part.task, options=options)):
        code = item.refusal
        if not code:
            before, code = _contained(verb.apply, item=item, options=options, by=whole.created_by)
            if not code:
                changed.append([item.pk, before])
        if code:
            refused.append([item.pk, code])
    part.before, part.n_items = changed, len(changed)
    _save(part, state="done", refused=refused)


def _take_back(part, whole):
    verb, options = registry[whole.verb], whole.details["options"]
    before, kept = dict(part.before), []
    for item in _locked(list(before), []):
        code, failed = _contained(verb.undo, item=item, before=before[item.pk], options=options, by=whole.created_by)
        if code := code or failed:
            kept.append([item.pk, code])
    part.undone_at = Now()
    _save(part, state="undone", kept=kept)


def _contained(change, *, item, **words):
    """(what changing an item returns, ""), or (None, the code of why it failed): its neighbours go on."""
    with Contained(f"The bulk operation at item {item.pk}", passes=LOST) as net, transaction.atomic():
        return change(item=item, **words), ""
    return None, net.error.code if isinstance(net.error, EvalHubError) else FAILED


def _locked(ids, reasons):
    """The items, locked in order; judged by a second statement, which sees what was committed before the locks."""
    locked = TaskItem.objects.select_for_update().filter(pk__in=ids).order_by("pk")
    list(locked.values_list("pk", flat=True))
    return _judged(TaskItem.objects.filter(pk__in=ids), reasons).select_related("task__organization").order_by("pk")


def _finish(part, whole_id):
    """Close the whole with its last part; its lock lets two that end at once see each other."""
    whole = BulkOperation.objects.select_for_update(of=("self",)).select_related("created_by").get(pk=whole_id)
    if _parts(whole_id).filter(details__state__in=DUE).exists():
        return
    if whole.details["state"] == "undoing":
        whole.undone_at = Now()
        _save(whole, state="undone")
        return
    whole.n_items = _parts(whole_id).aggregate(n=Sum("n_items"))["n"]
    _save(whole, state="done")
    first = _parts(whole_id).filter(~Q(before=[])).order_by("details__first").first()
    if first is not None:
        item = TaskItem.objects.select_related("task").get(pk=first.before[0][0])
        registry[whole.verb].finish(
            first=item, count=whole.n_items, options=whole.details["options"], by=whole.created_by
        )


def _save(operation, **details):
    operation.details |= details
    operation.save(update_fields=["details", "before", "n_items", "undone_at"])
