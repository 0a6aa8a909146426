"""Bulk operations over the API: what can be done, what it would do, doing it, how far it is, taking it back."""

import hashlib
import uuid
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.response import Response

from annotations.items.actions import bulk_operations, bulk_selection, filters
from annotations.items.actions.bulk_verbs import registry
from annotations.items.api.bulk_bodies import (
    BulkDetailOut,
    BulkIn,
    BulkListOut,
    BulkPreviewOut,
    BulkStartIn,
    VerbListOut,
    detail_of,
)
from annotations.items.tasks import go_on_with
from annotations.tasks.api.base import TaskView
from datasets.api.base import LIMIT, OFFSET
from evalhub.accounts.api import idempotency
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.api.request_limits import BATCH, QUERY
from evalhub.api import filters as filters_of_lists
from evalhub.api.errors import errors
from evalhub.api.paging import CURSOR, list_page, whole
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput

KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="the same key and body again gives the same operation again",
)

CHOICE_ERRORS = ("bad_choice", "bad_filter", "bad_options", "too_many", "unknown_key")
WITHDRAWAL = {"verb": "withdraw", "options": {"reason": "duplicate"}, "filter": {"state": "open"}}


FILTERS = [
    filters_of_lists.choice(
        "status", "details__state", ["running", "done", "undoing", "undone"], "operations in one of these states"
    ),
    filters_of_lists.since("created_at", "operations of then or later"),
]


class BulkVerbs(ApiView):
    access = {"GET": "manage"}

    @extend_schema(responses=VerbListOut, extensions=errors())
    def get(self, request):
        """List what can be done to many items at once, and the options of each verb."""
        return Response(VerbListOut.of(whole([{"key": key, "verb": verb} for key, verb in registry.items()])))


class BulkPreview(TaskView):
    access = {"POST": "manage"}
    request_classes = {"POST": QUERY}

    @extend_schema(
        request=BulkIn,
        responses=BulkPreviewOut,
        extensions=errors(*CHOICE_ERRORS),
        examples=[OpenApiExample("Items by a filter", request_only=True, value=WITHDRAWAL)],
    )
    def post(self, request, task_id):
        """Preview a bulk operation: what it would change, and what it would leave out and why; nothing is changed."""
        task, body = self.task(request, task_id), BulkIn.read(request.data)
        choice = _choice(task, body)
        options = _options(task, choice.verb, body)
        seen = bulk_operations.preview(task=task, verb=choice.verb, options=options, items=choice.items)
        return Response(BulkPreviewOut.of({"choice": choice, "options": options, "seen": seen}))


class BulkList(TaskView):
    access = {"GET": "manage", "POST": "manage"}
    request_classes = {"POST": BATCH}
    keeps_idempotency_keys = True  # as the operation's id: asked again, it says how far the operation is by now

    @extend_schema(
        parameters=[LIMIT, OFFSET, CURSOR, *filters_of_lists.parameters(FILTERS)],
        responses=BulkListOut,
        extensions=errors("bad_cursor", "bad_filter"),
    )
    def get(self, request, task_id):
        """List the bulk operations of a task, newest first."""
        found = bulk_operations.of_task(task=self.task(request, task_id)).defer("before")
        found = filters_of_lists.narrowed(found, FILTERS, request.query_params)
        return Response(BulkListOut.of(list_page(found, request.query_params, keys=("-created_at", "-pk"))))

    @extend_schema(
        request=BulkStartIn,
        parameters=[KEY],
        responses={201: BulkDetailOut, 202: BulkDetailOut},
        extensions=errors(*CHOICE_ERRORS, "list_changed"),
        examples=[OpenApiExample("Items by a filter", request_only=True, value=WITHDRAWAL | {"expected": 12})],
    )
    def post(self, request, task_id):
        """Start a bulk operation.

        Few items are answered finished, more with 202 and done by a worker. 409 when other items would be changed than
        the `expected` ones; then nothing is done.
        """
        task, body = self.task(request, task_id), BulkStartIn.read(request.data)
        choice = _choice(task, body)
        # An operation that is sent again with this caller's Idempotency-Key has the same id in this task.
        key = idempotency.read_key(request)
        operation = bulk_operations.start(
            task=task,
            key=choice.key,
            options=_options(task, choice.verb, body),
            items=choice.items,
            expected=body["expected"],
            query=choice.query,
            operation_id=uuid.uuid5(request.membership.user_id, f"bulk:{task.pk}:{key}") if key else None,
            body_hash=hashlib.sha256(strict_json.dumps(body).encode()).hexdigest(),
            by=request.user,
        )
        go_on_with(operation, operation.details["total"])
        return _as_it_is(task, operation, done=201)


class BulkDetail(TaskView):
    access = {"GET": "manage"}

    @extend_schema(responses=BulkDetailOut, extensions=errors())
    def get(self, request, task_id, operation_id):
        """Read how far a bulk operation is, and what it left alone and why."""
        task = self.task(request, task_id)
        operation = _operation(self, task, operation_id)
        return Response(detail_of(operation))


class BulkUndo(TaskView):
    access = {"POST": "manage"}

    @extend_schema(
        request=None,
        responses={200: BulkDetailOut, 202: BulkDetailOut},
        extensions=errors("not_undoable", "still_running"),
    )
    def post(self, request, task_id, operation_id):
        """Take a bulk operation back; items that have changed since stay as they are.

        409 while it is being done, and for what cannot be taken back. Repeating it changes nothing.
        """
        task = self.task(request, task_id)
        operation = bulk_operations.undo(operation=_operation(self, task, operation_id), by=request.user)
        go_on_with(operation, operation.n_items)
        return _as_it_is(task, operation, done=200)


def _operation(view, task, operation_id):
    """A whole operation of the task; its parts have no address."""
    found = view.get_or_404(bulk_operations.of_task(task=task), "bulk operation", pk=operation_id)
    found.task = task
    return found


def _as_it_is(task, operation, *, done):
    """The operation as far as it is by now; 202 while it goes on."""
    found = bulk_operations.of_task(task=task).get(pk=operation.pk)
    found.task = task
    is_under_way = found.details["state"] in ("running", "undoing")
    return Response(detail_of(found), status=202 if is_under_way else done)


def _choice(task, body):
    """The Choice that a body means: items by their ids, or else a filter, never both and never by silence."""
    if ("items" in body) == ("filter" in body) or body.get("items") == []:
        raise InvalidInput(
            _("Send either items, a list with at least one id, or filter, an object; {} matches all of the task."),
            code="bad_choice",
        )
    if "items" in body:
        return bulk_selection.rows(task=task, key=body["verb"], ids=body["items"])
    # A filter as an address holds it: {name: text}.
    _check_names("filter", body["filter"], [*filters.NAMES, filters.SEARCH], code="bad_filter")
    given = {
        name: strict_json.dumps(value)
        if isinstance(value, bool) and name in filters.FLAGS
        else _text(f"filter.{name}", value, code="bad_filter")
        for name, value in body["filter"].items()
    }
    query = urlencode({"q" if name == filters.SEARCH else name: text for name, text in given.items()}, safe=",:")
    items = filters.matching(task=task, given=given)
    return bulk_selection.all_matching(key=body["verb"], items=items, query=query)


def _options(task, verb, body):
    """The options as they are stored; InvalidInput `bad_options` with every mistake in `details`."""
    given = body.get("options", {})
    _check_names("options", given, [option.name for option in verb.options], code="bad_options")
    texts = {name: _text(f"options.{name}", value, code="bad_options") for name, value in given.items()}
    try:
        return verb.clean(task=task, given=texts)
    except InvalidInput as mistake:
        name, words = next(iter(mistake.details["fields"].items()))
        raise InvalidInput(f"options.{name}: {words}", code=mistake.code, details=mistake.details) from None


def _check_names(part, given, valid, *, code):
    unknown = next((name for name in given if name not in valid), None)
    if unknown is not None:
        text = _("%(part)s has no %(name)s. Valid: %(valid)s.")
        values = {"part": part, "name": f"{unknown[:60]!r}", "valid": ", ".join(valid) or "{}"}
        raise InvalidInput(text % values, code=code, details={"valid": list(valid)})


def _text(name, value, *, code):
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        text = _("%(name)s is %(value)s. Valid: a text or a number.")
        raise InvalidInput(text % {"name": name, "value": strict_json.dumps(value)[:60]}, code=code)
    return str(value)
