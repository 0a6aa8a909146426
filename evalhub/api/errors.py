"""The error that every call answers with, and the codes it may have, by status, as the OpenAPI document lists them.

A call names those of its own by `@extend_schema(..., extensions=errors("slot_taken"))`; those that come with its
method, its body or its parameters are added by themselves.
"""

from collections.abc import Iterator
from typing import Any

from rest_framework import serializers

from evalhub.api.fields import Answer

EXTENSION = "x-error-codes"
PARAMETER_EXTENSION = "x-error-code"
STATUSES = {
    400: {
        "bad_address": "The address of a webhook is not valid, unknown or not public.",
        "bad_after": "`after` is not `next` of a page.",
        "bad_before": "`before` is not `before` of a page.",
        "bad_choice": "Either items or a filter is needed, not both.",
        "bad_compared": "compared_outputs are not names of the version's outputs.",
        "bad_content": "The text is empty or longer than a prompt may be.",
        "bad_cursor": "The cursor is not the one of a page of this list.",
        "bad_dates": "The last day is before the first day.",
        "bad_email": "The text is no email address.",
        "bad_examples": "The examples are too many or too long, or prompts of this kind show none.",
        "bad_binding": "A key is bound to one object at most, and not with the scope `admin`.",
        "bad_expiry": "The expiry is in the past.",
        "bad_filter": "A filter has an unknown name or value.",
        "bad_gzip": "Content-Encoding is gzip, and the body is none.",
        "bad_items": "items are not numbers of items that the trial can show.",
        "bad_json": "The body is no strict JSON object.",
        "bad_key": "The Idempotency-Key is longer than 200 characters.",
        "bad_language": "A language is not a code such as en or pt-BR.",
        "bad_map": "value_map names what the forms do not have.",
        "bad_mapping": "The mapping does not fit the file.",
        "bad_mode": "The audit mode is unknown.",
        "bad_name": "The name is empty or too long.",
        "bad_note": "The note is longer than one may be.",
        "bad_option": "An option has an unknown value.",
        "bad_options": "An option of the verb is unknown, missing or out of range.",
        "bad_output": "output_name is no name of the version's outputs.",
        "bad_page": "limit or offset is no number in its range.",
        "bad_prompt": "The text is no prompt that can be published; the details name the place.",
        "bad_revision": "If-Match is not a revision.",
        "bad_rows": "A row is refused, and none is stored; the details name each.",
        "bad_search": "The search has no word to look for, or more than 200 characters.",
        "bad_strategy": "The cases cannot be drawn in this way.",
        "bad_tags": "There are too many tags, or one is too long.",
        "bad_threshold": "consensus_threshold is not a number from 0 to 1.",
        "bad_time": "time_spent_seconds is out of its range.",
        "bad_token": "lease_token is not a token that `next` gave.",
        "bad_traces": "The body is no OTLP export of traces.",
        "bundle_too_large": "A group of texts is larger than a model may read at once.",
        "confirmation_missing": "confirmation is not the number of the item.",
        "empty_parameter": "A parameter of the address has no value.",
        "empty_file": "The file is empty.",
        "given_twice": "A field of the form was sent twice.",
        "invalid_budget": "The budget is no amount above 0 in US dollars.",
        "invalid_audit": "A decision does not fit its question; the details name each.",
        "invalid_count": "most_cases is out of its range.",
        "invalid_decisions": "A decision does not fit its question.",
        "invalid_evaluations": "The evaluations to compare are too many, or one of them is there twice.",
        "invalid_filter": "A filter is longer than one may be.",
        "invalid_gate": "The expression of the gate or another field of it is not valid.",
        "invalid_grader": "The judge is unknown.",
        "invalid_winner": "The winner is no variant of the experiment, nor no_winner.",
        "invalid_evidence": "A text is missing, too long, or has no valid title or address.",
        "invalid_input": "A field is missing, or its value has the wrong type or is out of range.",
        "invalid_labels": "The labels do not fit the form.",
        "invalid_limits": "A row has no provider, or a limit that is no whole number in its range.",
        "invalid_name": "The name is too long, or is not one line of text.",
        "invalid_model": "The name is no name of a model.",
        "invalid_models": "The models are too many, or one is named twice.",
        "invalid_parameter": "A parameter of the model is unknown or out of its range.",
        "invalid_passing": "The passing values are not some, but not all, of the question's.",
        "invalid_policy": "A value of the policy is out of its range.",
        "invalid_prompt": "The prompt is empty or too long.",
        "invalid_reference": "The reference is unknown.",
        "invalid_remark": "A justification, confidence or quote does not fit the form or the item.",
        "invalid_rows": "There are no rows, or too many.",
        "invalid_schema": "annotation_schema is not a valid form.",
        "invalid_settings": "A setting of the study has a value that is not valid.",
        "invalid_text": "A text is empty or too long.",
        "item_is_example": "The version shows one of the items as an example.",
        "labels_missing": "The answer has no labels and is no skip.",
        "missing_task_type": "task_type is missing.",
        "model_not_callable": "No provider is known for the model, or it has no key.",
        "name_missing": "The name is empty.",
        "name_too_long": "The name is longer than one may be.",
        "no_file": "There is no file.",
        "no_decision": "No question is decided.",
        "not_a_form_scorer": "The annotator does not answer the questions of a form.",
        "not_a_model": "The annotator is not a model.",
        "note_missing": "A value that nobody gave needs a note.",
        "note_too_long": "The note is longer than one may be.",
        "reason_missing": "A flag needs its reason.",
        "repeated_row": "Two rows are about the same model.",
        "same_form": "The next form is the one in use.",
        "same_metric": "The version would be the same as the newest.",
        "scope_missing": "A key needs at least one scope.",
        "skip_with_labels": "A skip has labels.",
        "invalid_log": "The file is no log of a known tool, is broken, or has no samples.",
        "invalid_plan": "A task makes more calls at once than are allowed, or tasks need each other in a cycle.",
        "invalid_suite": "The suite's file is not valid; `details` lists every mistake.",
        "other_suite": "The runs are of several suites, or of several versions of one.",
        "study_too_large": "The study would score its evidence more often than one may.",
        "too_large": "The draft is larger than one may be.",
        "too_many": "More items than one request may choose.",
        "too_many_members": "The team would have more members than one may.",
        "too_many_strata": "The cases have too many values to draw from each.",
        "unknown_metric": "The experiment has no such metric; the details say in which row.",
        "unknown_unit": "A unit has no variant; the details say in which row.",
        "unknown_annotator": "There is no such annotator in the organization.",
        "unknown_event_type": "A type of event is unknown.",
        "unknown_criterion": "The machine has answered no such criterion, or several and none is named.",
        "unknown_exposure": "The exposure is unknown.",
        "unknown_field": "The body has a field that is not declared.",
        "unknown_form": "The task has no form of this version that was handed out.",
        "unknown_format": "The format is unknown.",
        "unknown_judge": "The judge is unknown.",
        "unknown_key": "No verb, format or kind has this name.",
        "unknown_kind": "The kind is unknown.",
        "unknown_label": "The label is unknown.",
        "unknown_label_type": "The label type is unknown.",
        "unknown_option": "An option is not known.",
        "unknown_origin": "The origin is unknown.",
        "unknown_parameter": "The address has a parameter that is not declared.",
        "unknown_policy": "The policy has a field that is not declared.",
        "unknown_prompt": "The prompt has no published version of this name.",
        "unknown_question": "The form has no question of this key.",
        "unknown_role": "The role is unknown.",
        "unknown_setting": "The study has no setting of this name.",
        "unknown_source": "The source is unknown.",
        "unknown_stage": "The run has no stage of this name.",
        "unknown_state": "The state is unknown.",
        "unknown_status": "The status is unknown.",
        "unknown_type": "The type of the dataset is unknown.",
        "unknown_verdict": "The verdict is unknown.",
        "version_missing": "Neither the spans nor a header name the open version that takes them.",
        "window_full": "The evidence set would have more texts than one may.",
        "unusable_scope": "The caller does not have the scope that the key should have.",
    },
    401: {
        "bad_header": "The Authorization header is not `Bearer` and a key.",
        "bad_key": "The key is unknown, expired or revoked.",
        "not_signed_in": "No key was sent.",
    },
    403: {
        "forbidden": "The role, or the scope of the key, does not have the right.",
        "key_bound": "The key is bound to one object, and the call is about none of its kind.",
        "no_member": "The caller is not a member of any organization.",
        "own_item": "An adjudicator has answered this item.",
    },
    404: {
        "no_routing_policy": "No routing policy is set for this kind of task.",
        "not_found": "There is no such object, or it is of another organization.",
        "nothing_to_undo": "There is nothing to take back.",
    },
    406: {
        "not_acceptable": "None of the accepted media types can be answered.",
    },
    409: {
        "already_adjudicated": "An adjudicator has decided on the item.",
        "already_answered": "The caller has answered this item. Send If-Match to correct the answer.",
        "already_audited": "The answer was audited.",
        "already_ended": "It has ended.",
        "already_member": "The person is a member of the organization.",
        "already_reviewed": "The answer was audited.",
        "answer_first": "The answer is audited blind: give your own first.",
        "answers_changed": "The answers are no longer those of `seen`.",
        "bad_state": "The result review is in a state that does not allow it.",
        "bad_status": "The task is in a status that does not allow it.",
        "being_sent": "The delivery is being sent just now.",
        "blocked_annotator": "An admin has blocked the caller's work; no new item is theirs.",
        "cap_reached": "The caller has all the items that the task gives one person.",
        "bad_transition": "The task cannot change to this status.",
        "cancelled": "The run was cancelled.",
        "conflict": "Its state does not allow this; the message says why.",
        "cut_by_length": "The output to be judged was cut off at its greatest length.",
        "draft_changed": "The draft was changed meanwhile.",
        "draft_conflict": "Another draft was saved; the details hold it.",
        "exists": "There is one already.",
        "flag_not_allowed": "The task does not allow flags.",
        "idempotency_conflict": "The id or key was used for another request.",
        "invitation_ended": "The invitation was used or withdrawn.",
        "in_check": "The file is being checked.",
        "in_other_hands": "Another auditor has the answer.",
        "item_closed": "The item was withdrawn.",
        "kept_dataset": "A part of the product keeps this dataset; it is not changed here.",
        "last_admin": "The person is the last admin of the organization.",
        "late_waiting": "A late answer to this item waits for a manager.",
        "lease_ended": "The lease ran out.",
        "lease_taken_over": "The item is open elsewhere, with another lease token.",
        "list_changed": "Other items would be changed than those that are expected.",
        "metric_exists": "There is a metric of this key.",
        "nothing_to_retry": "No task of the run has failed or was skipped.",
        "suite_frozen": "The suite was run and never changes.",
        "name_taken": "The name is in use.",
        "no_address": "The secret for requests has no address of its own.",
        "no_cases": "The version has no cases.",
        "no_new_cases": "The version has no cases that the other one has not.",
        "not_concluded": "Only a concluded or an archived experiment is repeated.",
        "no_file": "The version has no file.",
        "no_evidence": "The evidence set has no texts.",
        "no_items": "No case fits the sampling.",
        "no_labels_of_people": "People have answered none of the items that the machine has.",
        "no_model_judge": "The judge of the grading is no language model.",
        "not_active": "The task takes no answers in its status.",
        "not_answered": "There is no answer to take back.",
        "no_task": "The run is not over a task.",
        "not_a_draft": "Only a draft can be published.",
        "not_audited": "Some answers are not audited; the details name their models.",
        "not_failed": "The request has not failed, or is sent again already.",
        "not_held": "The provider batch is not held.",
        "not_indexed_yet": "The cases of a large import are being indexed for search.",
        "not_online": "The evaluation is not an online one.",
        "not_open": "The version is not open.",
        "not_published": "The version is not published.",
        "not_reviewed": "The result review has not ended.",
        "not_undoable": "This cannot be taken back.",
        "not_valid": "The version is not valid.",
        "not_waiting": "The import has started.",
        "not_eligible": "The task is for other teams, skills or languages than the caller's.",
        "nothing_failed": "Nothing of the evaluation has failed, or it was cancelled.",
        "nothing_to_compare": "No case has all of the outputs.",
        "nothing_to_undo": "There is nothing to take back.",
        "pick_not_askable": "The model that the router takes cannot be asked.",
        "replaced": "The model's answer was replaced or withdrawn.",
        "evaluation_ended": "The evaluation has ended.",
        "experiment_not_running": "The experiment takes no units of traffic now.",
        "no_traffic": "The experiment is one on cases.",
        "outcome_differs": "The unit has another value of the metric; the details say in which row.",
        "no_cases_left": "All cases that every variant has answered were drawn before.",
        "labels_do_not_count": "The experiment does not run, or has no metric whose scores are people's.",
        "experiment_not_started": "The experiment is a draft, and has no results.",
        "evaluation_running": "The evaluation has not ended.",
        "run_ended": "The run has ended.",
        "run_exists": "The model has a run on this task.",
        "run_goes_on": "The run has not ended.",
        "schema_frozen": "The form was handed out. Change it by its next version.",
        "signed_off": "The result review is signed off.",
        "skip_not_allowed": "The task does not allow skips.",
        "slot_taken": "The item has all the answers it needs. An answer to a lease that ran out is kept as late.",
        "stale_revision": "There is a newer revision of the answer.",
        "still_running": "It goes on.",
        "stored_meanwhile": "One of the outputs was stored by another request meanwhile. Send them again.",
        "team_in_use": "The team is that of a task. Choose other teams there first.",
        "task_active": "This cannot change once the task was active.",
        "too_many_webhooks": "There are as many webhooks as there may be.",
        "too_many_answers": "The machine has more answers than a test reads.",
        "version_full": "The version has as many cases as one may have.",
        "version_not_published": "The dataset version is not published.",
        "webhook_off": "The webhook is turned off.",
    },
    410: {
        "invitation_closed": "The invitation was used, was withdrawn or has expired.",
        "snapshot_gone": "The snapshot is not kept any more.",
        "withdrawn": "The answer was stored and then withdrawn.",
    },
    413: {
        "file_too_large": "The file is larger than one may be.",
        "too_large": "The body is larger than one request may send.",
    },
    415: {
        "unknown_file_format": "The file is of no known format.",
        "unsupported_media_type": "The body has another Content-Type, or Content-Encoding, than those documented.",
    },
    422: {
        "artifact_invalid": "The files are too large or are no text.",
        "config_invalid": "The configuration of the review or the method's text is not valid.",
        "directory_invalid": "The directory cannot be read, or lies in no folder of the organization.",
        "llm_failed": "No model can be asked.",
        "manifest_invalid": "manifest.json is not valid.",
        "manifest_missing": "There is no manifest.json.",
        "results_invalid": "impact_results.json is not valid.",
        "results_missing": "There is no impact_results.json.",
        "unknown_method": "The method of the manifest is unknown.",
        "unknown_strategy": "The strategy of the manifest is unknown.",
    },
    429: {
        "too_many_requests": "More requests than the key may send in a minute. Retry after the seconds of Retry-After.",
        "too_many_unknown_keys": "More unknown keys came from this address than may in a minute. See Retry-After.",
    },
    503: {
        "bundle_in_progress": "The bundle is being written. Retry after the seconds of Retry-After.",
        "busy": "The database is busy with another change. Retry after the seconds of Retry-After.",
        "database_unavailable": "The database is away. Retry after the seconds of Retry-After.",
        "disk_full": "There is no room for the file.",
    },
}
OF_ALL = {400: ["empty_parameter", "unknown_parameter"], 406: ["not_acceptable"], 503: ["busy", "database_unavailable"]}
OF_MEMBERS = {
    401: ["bad_header", "bad_key", "not_signed_in"],
    403: ["forbidden", "key_bound", "no_member"],
    429: ["too_many_requests", "too_many_unknown_keys"],
}
OF_BODIES = {
    400: ["bad_gzip", "bad_json", "invalid_input", "unknown_field"],
    413: ["too_large"],
    415: ["unsupported_media_type"],
}
OF_KEYS = {400: ["bad_key"], 409: ["idempotency_conflict"]}
OF_PAGES = {400: ["bad_page"]}
OF_CURSORS = {400: ["bad_cursor"]}


class ErrorPartsOut(Answer):
    """What is wrong; read from an EvalHubError."""

    code = serializers.CharField(help_text="for programs")
    message = serializers.CharField(help_text="what is wrong and what is valid")
    details = serializers.DictField()


class ErrorOut(Answer):
    """Every answer that is no success."""

    error = ErrorPartsOut(source="*")


def errors(*codes: str) -> dict[str, list[str]]:
    """The `extensions` of a call that may answer with these codes; those that come by themselves are not named."""
    unknown = [code for code in codes if not any(code in meanings for meanings in STATUSES.values())]
    if unknown:
        raise ValueError(f"evalhub/api/errors.py does not say what {', '.join(unknown)} means.")
    return {EXTENSION: sorted(codes)}


def of_parameter(code: str) -> dict[str, str]:
    """The `extensions` of a parameter whose value may be refused with this code."""
    return {PARAMETER_EXTENSION: code}


def of_operation(path: str, operation: dict[str, Any]) -> dict[int, list[str]]:
    """{status: its codes} of a call of the document, those that its `errors` name among them."""
    parameters = operation.get("parameters", [])
    names = {each["name"] for each in parameters}
    of_parameters = [each[PARAMETER_EXTENSION] for each in parameters if PARAMETER_EXTENSION in each]
    groups = [
        (True, OF_ALL),
        ({} not in operation.get("security", []), OF_MEMBERS),
        ("{" in path, {404: ["not_found"]}),
        ("requestBody" in operation, OF_BODIES),
        ("Idempotency-Key" in names, OF_KEYS),
        ("limit" in names, OF_PAGES),
        ("cursor" in names, OF_CURSORS),
        (True, {400: of_parameters}),
        (True, _by_status(operation.get(EXTENSION, []))),
    ]
    found: dict[int, set[str]] = {}
    for applies, codes in groups:
        for status, named in codes.items() if applies else ():
            found.setdefault(status, set()).update(named)
    return {status: sorted(codes) for status, codes in sorted(found.items()) if codes}


def responses(codes: dict[int, list[str]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """(status, response of the document) for each status, which says what its codes mean."""
    for status, named in codes.items():
        meanings = "\n".join(f"- `{code}`: {STATUSES[status].get(code, '')}" for code in named)
        content = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorOut"}}}
        yield str(status), {"description": meanings, "content": content, EXTENSION: named}


def _by_status(codes: list[str]) -> dict[int, list[str]]:
    found = {status: [code for code in codes if code in meanings] for status, meanings in STATUSES.items()}
    return {status: named for status, named in found.items() if named}
