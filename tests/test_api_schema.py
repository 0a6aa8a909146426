"""The OpenAPI document: valid, complete, without a guess, and with the one error shape everywhere."""

from collections import Counter

import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from evalhub import checks
from reviews.engine.models import LLMRequest

# Calls whose description lacks a part. Not yet mended; none may be added.
LACKING = set()
OPEN_STATES = {"provider_state"}  # as the provider says it
STATES_OF_REQUESTS = {
    ("JobMemberOut", "state"),
    ("LLMRequestDetailOut", "state"),
    ("LLMRequestOut", "state"),
    ("PromptTrialAnswerOut", "state"),
    ("RoutedPromptDetailOut", "state"),
    ("RoutedPromptOut", "state"),
}


@pytest.fixture(scope="module")
def document():
    GENERATOR_STATS.reset()
    found = SchemaGenerator().get_schema(request=None, public=True)
    assert not GENERATOR_STATS, "The document holds guesses; run manage.py spectacular to read them."
    return found


def test_document_is_valid_and_holds_no_guess(document):
    validate_schema(document)


def test_every_call_is_in_it(document):
    offered = {
        (f"/{route.path}".replace("<str:", "{").replace(">", "}"), method.lower())
        for route in checks.routes()
        if isinstance(route.access, dict) and "/schema" not in route.path
        for method in route.access
    }
    described = {(path, method) for path, methods in document["paths"].items() for method in methods}

    assert described >= {(path, method) for path, method in offered if "docs" not in path}


def test_every_call_says_what_it_answers(document):
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], (method, path)
            assert any(code.startswith("2") for code in operation["responses"]), (method, path)


def test_every_call_has_a_name_of_its_own_a_summary_and_its_errors(document):
    calls = [(path, method, call) for path, methods in document["paths"].items() for method, call in methods.items()]
    names = Counter(call.get("operationId") for _path, _method, call in calls)

    lacking = {
        (method, path)
        for path, method, call in calls
        if names[call.get("operationId")] > 1 or not 0 < len(call.get("summary", "")) <= 120 or not _errors(call)
    }

    assert lacking == LACKING, "The document says too little of a call, or a call can leave LACKING."


def test_states_are_closed_and_said_in_the_words_of_what_has_them(document):
    plain, requests = set(), []
    for name, component in document["components"]["schemas"].items():
        for field, schema in component.get("properties", {}).items():
            is_state = field in ("state", "status", "kind", "role") or field.endswith(("_state", "_status"))
            if is_state and field not in OPEN_STATES and not _values(document, schema):
                plain.add((name, field))
            if (name, field) in STATES_OF_REQUESTS:
                requests.append(_values(document, schema))

    assert not plain
    assert requests == [LLMRequest.STATES] * len(STATES_OF_REQUESTS)


def _values(document, schema):
    """The closed values of a field, wherever the document names them."""
    for part in [schema, *schema.get("allOf", ()), *schema.get("oneOf", ())]:
        named = part.get("$ref", "").rpartition("/")[2]
        part = document["components"]["schemas"][named] if named else part
        if "enum" in part:
            return part["enum"]
    return []


def test_names_of_calls_are_names_of_functions_and_lists_are_called_so(document):
    for path, methods in document["paths"].items():
        for method, call in methods.items():
            answer = str(call["responses"].get("200", {}).get("content", {}).get("application/json", {}).get("schema"))
            name = call["operationId"]
            assert name.isidentifier() and name.islower(), (method, path)
            assert ("ListOut" in answer) == name.endswith("_list") or method != "get", (method, path, name)


def _errors(call):
    """The statuses of errors whose shape the call describes."""
    error = {"$ref": "#/components/schemas/ErrorOut"}
    return [
        status
        for status, answer in call["responses"].items()
        if status >= "400" and answer["content"]["application/json"]["schema"] == error
    ]


def test_every_call_may_use_a_key_or_a_session(document):
    ways = document["components"]["securitySchemes"]
    operations = [operation for path in document["paths"].values() for operation in path.values()]

    assert (ways["key"]["scheme"], ways["session"]["in"]) == ("bearer", "cookie")
    assert operations and all({"key": []} in operation["security"] for operation in operations)


def test_document_and_page_are_public(db, client, monkeypatch):
    monkeypatch.setattr(SchemaGenerator, "get_schema", lambda *words, **names: {"openapi": "3.0.3"})
    starts = {
        "application/json": b"{",
        "application/vnd.oai.openapi+json": b"{",
        "application/vnd.oai.openapi": b"openapi:",
        "text/html,*/*;q=0.8": b"openapi:",
        "*/*": b"openapi:",
    }

    for accept, start in starts.items():
        response = client.get("/v1/schema/", headers={"Accept": accept})
        assert response.status_code == 200, accept
        assert response.content.lstrip().startswith(start), accept
    page = client.get("/v1/docs/").content.decode()
    assert "swagger-ui" in page and "//cdn" not in page
