"""The error codes in the OpenAPI document are those that the product raises, with their status."""

import ast
import inspect

import pytest

from evalhub.api import errors
from evalhub.lib import errors as raised
from tests import api_contract
from tests.source_tree import python_files

BY_NAME = {
    name: kind.status for name, kind in vars(raised).items() if inspect.isclass(kind) and hasattr(kind, "status")
}
COMMAND = "annotations/agreement/label_file.py"  # reads files for a command: its codes are in no answer
MINE = ("/v1/annotations/", "/v1/exports/", "/v1/imports/", "/v1/studies/")
ELSEWHERE = ("/annotators", "/audits", "/own-answers", "/runs", "/jobs")


@pytest.fixture(scope="module")
def operations():
    document = api_contract.document()
    return {
        f"{method.upper()} {path}": operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }


def test_codes_have_their_status_and_others_are_refused():
    wrong = []
    for file in python_files(tests=False):
        if file.name == COMMAND:
            continue
        calls = [node for node in ast.walk(file.tree) if isinstance(node, ast.Call)] if "code=" in file.text else []
        for call in calls:
            status = BY_NAME.get(getattr(call.func, "id", ""))
            code = next((each.value for each in call.keywords if each.arg == "code"), None)
            known = {number for number, meanings in errors.STATUSES.items() if getattr(code, "value", "") in meanings}
            if status and known and status not in known:
                wrong.append(f"{file.name}:{call.lineno} {code.value} is {status}")
    assert not wrong

    with pytest.raises(ValueError, match="slot_takne"):
        errors.errors("slot_taken", "slot_takne")


def test_operations_have_errors_summaries_and_examples(operations):
    submit = operations["POST /v1/annotations/tasks/{task_id}/items/{item_id}"]["responses"]
    read = operations["GET /v1/annotations/tasks/{task_id}/ground-truth"]["responses"]
    assert {"slot_taken", "idempotency_conflict", "stale_revision"} <= set(submit["409"][errors.EXTENSION])
    assert "bad_json" in submit["400"][errors.EXTENSION] and "withdrawn" in submit["410"][errors.EXTENSION]
    assert "- `slot_taken`: The item has all" in submit["409"]["description"]
    assert "bad_page" in read["400"][errors.EXTENSION] and "413" not in read

    lacking = []
    for name, operation in operations.items():
        summary = operation.get("summary", "")
        if not operation.get("operationId") or not summary or len(summary) > 120:
            lacking.append(f"{name}: {summary!r}")
        if not {"400", "503"} <= operation["responses"].keys():
            lacking.append(f"{name}: no errors")
    assert not [line for line in lacking if line.split()[1].startswith(MINE)]

    lacking = [
        name
        for name, operation in operations.items()
        if name.split()[1].startswith(MINE) and not any(part in name for part in ELSEWHERE)
        for content in operation.get("requestBody", {}).get("content", {}).items()
        if content[0] == "application/json"
        and not content[1].keys() & {"examples", "example"}
        and len(content[1]["schema"]) > 0
    ]
    assert lacking == []
