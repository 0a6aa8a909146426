"""The error codes that a call may answer with, by status, as the OpenAPI document lists them.

A call names those of its own by `@extend_schema(..., extensions=errors("slot_taken"))`; those that come with its
method, its body or its parameters are added by themselves.
"""

from collections.abc import Iterator
from typing import Any

EXTENSION = "x-error-codes"
STATUSES = {
    400: {
        "bad_after": "`after` is not `next` of a page.",
        "bad_before": "`before` is not `before` of a page.",
        "bad_choice": "Either items or a filter is needed, not both.",
        "bad_compared": "compared_outputs are not names of the version's outputs.",
        "bad_cursor": "The cursor is not the one of a page of this list.",
        "bad_email": "The text is no e-mail address.",
        "bad_expiry": "The expiry is in the past.",
        "bad_filter": "A filter has an unknown name or value.",
        "bad_json": "The body is no strict JSON object.",
        "bad_key": "The Idempotency-Key is longer than 200 characters.",
        "bad_map": "value_map names what the forms do not have.",
        "bad_mapping": "The mapping does not fit the file.",
        "bad_mode": "The audit mode is unknown.",
        "bad_option": "An option has an unknown value.",
        "bad_options": "An option of the verb is unknown, missing or out of range.",
        "bad_output": "output_name is no name of the version's outputs.",
        "bad_page": "limit or offset is no number in its range.",
        "bad_revision": "If-Match is not a revision.",
        "bad_threshold": "consensus_threshold is not a number from 0 to 1.",
        "bad_time": "time_spent_seconds is out of its range.",
        "bad_token": "lease_token is not a token that `next` gave.",
        "confirmation_missing": "confirmation is not the number of the item.",
        "empty_file": "The file is empty.",
        "given_twice": "A field of the form was sent twice.",
        "invalid_budget": "The budget is no amount above 0 in US dollars.",
        "invalid_decisions": "A decision does not fit its question.",
        "invalid_input": "A field is missing, or its value has the wrong type or is out of range.",
        "invalid_labels": "The labels do not fit the form.",
        "invalid_limits": "A row has no provider, or a limit that is no whole number in its range.",
        "invalid_name": "The name is too long, or is not one line of text.",
        "invalid_remark": "A justification, confidence or quote does not fit the form or the item.",
        "invalid_rows": "There are no rows, or too many.",
        "invalid_schema": "annotation_schema is not a valid form.",
        "labels_missing": "The answer has no labels and is no skip.",
        "name_missing": "The name is empty.",
        "name_too_long": "The name is longer than one may be.",
        "note_missing": "A value that nobody gave needs a note.",
        "reason_missing": "A flag needs its reason.",
        "repeated_row": "Two rows are about the same model.",
        "same_form": "The next form is the one in use.",
        "scope_missing": "A key needs at least one scope.",
        "skip_with_labels": "A skip has labels.",
        "too_large": "The draft is larger than one may be.",
        "too_many": "More items than one request may choose.",
        "too_many_members": "The team would have more members than one may.",
        "too_many_strata": "The cases have too many values to draw from each.",
        "unknown_annotator": "There is no such annotator in the organization.",
        "unknown_exposure": "The exposure is unknown.",
        "unknown_field": "The body has a field that is not declared.",
        "unknown_form": "The task has no form of this version that was handed out.",
        "unknown_format": "The format is unknown.",
        "unknown_key": "No verb, format or kind has this name.",
        "unknown_kind": "The kind is unknown.",
        "unknown_option": "An option is not known.",
        "unknown_origin": "The origin is unknown.",
        "unknown_parameter": "The address has a parameter that is not declared.",
        "unknown_question": "The form has no question of this key.",
        "unknown_role": "The role is unknown.",
        "unknown_source": "The source is unknown.",
        "unknown_state": "The state is unknown.",
        "unknown_status": "The status is unknown.",
        "unusable_scope": "The caller does not have the scope that the key should have.",
    },
    401: {
        "bad_header": "The Authorization header is not `Bearer` and a key.",
        "bad_key": "The key is unknown, expired or revoked.",
        "not_signed_in": "No key was sent.",
    },
    403: {
        "forbidden": "The role, or the scope of the key, does not have the right.",
        "no_member": "The caller is not a member of any organization.",
        "own_item": "An adjudicator has answered this item.",
    },
    404: {
        "not_found": "There is no such object, or it is of another organization.",
        "nothing_to_undo": "There is nothing to take back.",
    },
    406: {"not_acceptable": "None of the accepted media types can be answered."},
    409: {
        "already_answered": "The caller has answered this item. Send If-Match to correct the answer.",
        "already_ended": "It has ended.",
        "already_member": "The person is a member of the organization.",
        "answers_changed": "The answers are no longer those of `seen`.",
        "bad_status": "The task is in a status that does not allow it.",
        "bad_transition": "The task cannot change to this status.",
        "draft_conflict": "Another draft was saved; the details hold it.",
        "flag_not_allowed": "The task does not allow flags.",
        "idempotency_conflict": "The id or key was used for another request.",
        "invitation_ended": "The invitation was used or withdrawn.",
        "item_closed": "The item was withdrawn.",
        "last_admin": "The person is the last admin of the organization.",
        "late_waiting": "A late answer to this item waits for a manager.",
        "lease_ended": "The lease ran out.",
        "lease_taken_over": "The item is open elsewhere, with another lease token.",
        "list_changed": "Other items would be changed than those that are expected.",
        "name_taken": "Another one has this name.",
        "no_items": "No case fits the sampling.",
        "not_active": "The task takes no answers in its status.",
        "already_adjudicated": "An adjudicator has decided on the item.",
        "already_reviewed": "The answer was audited.",
        "not_answered": "There is no answer to take back.",
        "not_undoable": "This cannot be taken back.",
        "not_waiting": "The import has started.",
        "nothing_to_compare": "No case has all of the outputs.",
        "nothing_to_undo": "There is nothing to take back.",
        "schema_frozen": "The form was handed out. Change it by its next version.",
        "skip_not_allowed": "The task does not allow skips.",
        "slot_taken": "The item has all the answers it needs. An answer to a lease that ran out is kept as late.",
        "stale_revision": "There is a newer revision of the answer.",
        "still_running": "It goes on.",
        "task_active": "This cannot change once the task was active.",
        "version_not_published": "The dataset version is not published.",
    },
    410: {
        "snapshot_gone": "The snapshot is not kept any more.",
        "withdrawn": "The answer was stored and then withdrawn.",
    },
    413: {
        "file_too_large": "The file is larger than one may be.",
        "too_large": "The body is larger than one request may send.",
    },
    415: {
        "unknown_file_format": "The file is of no known format.",
        "unsupported_media_type": "The body has another Content-Type than those documented.",
    },
    503: {
        "bundle_in_progress": "The bundle is being written. Retry after the seconds of Retry-After.",
        "disk_full": "There is no room for the file.",
        "unavailable": "The database is away. Retry after the seconds of Retry-After.",
    },
}
OF_ALL = {400: ["unknown_parameter"], 406: ["not_acceptable"], 503: ["unavailable"]}
OF_MEMBERS = {401: ["bad_header", "bad_key", "not_signed_in"], 403: ["forbidden", "no_member"]}
OF_BODIES = {
    400: ["bad_json", "invalid_input", "unknown_field"],
    413: ["too_large"],
    415: ["unsupported_media_type"],
}
OF_KEYS = {400: ["bad_key"], 409: ["idempotency_conflict"]}
OF_PAGES = {400: ["bad_page"]}


def errors(*codes: str) -> dict[str, list[str]]:
    """The `extensions` of a call that may answer with these codes; those that come by themselves are not named."""
    unknown = [code for code in codes if not any(code in meanings for meanings in STATUSES.values())]
    if unknown:
        raise ValueError(f"evalhub/api/errors.py does not say what {', '.join(unknown)} means.")
    return {EXTENSION: sorted(codes)}


def of_operation(path: str, operation: dict[str, Any]) -> dict[int, list[str]]:
    """{status: its codes} of a call of the document, those that its `errors` name among them."""
    names = {each["name"] for each in operation.get("parameters", [])}
    groups = [
        (True, OF_ALL),
        ({} not in operation.get("security", []), OF_MEMBERS),
        ("{" in path, {404: ["not_found"]}),
        ("requestBody" in operation, OF_BODIES),
        ("Idempotency-Key" in names, OF_KEYS),
        ("limit" in names, OF_PAGES),
        (True, _by_status(operation.get(EXTENSION, []))),
    ]
    found: dict[int, set[str]] = {}
    for applies, codes in groups:
        for status, named in codes.items() if applies else ():
            found.setdefault(status, set()).update(named)
    return {status: sorted(codes) for status, codes in sorted(found.items())}


def responses(codes: dict[int, list[str]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """(status, response of the document) for each status, which says what its codes mean."""
    for status, named in codes.items():
        meanings = "\n".join(f"- `{code}`: {STATUSES[status].get(code, '')}" for code in named)
        content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
        yield str(status), {"description": meanings, "content": content, EXTENSION: named}


def _by_status(codes: list[str]) -> dict[int, list[str]]:
    found = {status: [code for code in codes if code in meanings] for status, meanings in STATUSES.items()}
    return {status: named for status, named in found.items() if named}
