"""Every operation of the API under requests made from its document: no server error, and only documented answers."""

import io
import itertools
from dataclasses import dataclass

import pytest
import requests
import schemathesis
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi import checks

from tests import api_contract, factories
from tests.access_world import ARGUMENTS, make_world
from tests.file_rows import file_transaction
from tests.source_tree import complain

__all__ = ["file_transaction"]

CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]
# What is wrong with one row of these is said in the answer, row by row.
BY_ROW = {
    "annotations_tasks_annotations_create",
    "datasets_versions_outputs_create",
    "otlp_traces_create",
    "outputs_create",
}
SEED = 20261124
BOUNDED = settings(
    phases=[Phase.generate], deadline=None, database=None, suppress_health_check=list(HealthCheck), print_blob=False
)


class InProcess(requests.adapters.HTTPAdapter):
    """Hands a request to Django in this process and this transaction."""

    def __init__(self):
        super().__init__()
        self.client = Client(raise_request_exception=False)

    def send(self, request, **given):
        headers = {name: _text(value) for name, value in request.headers.items() if name != "Content-Length"}
        kind = headers.pop("Content-Type", "")
        body = request.body or b""
        answer = self.client.generic(request.method, request.path_url, body, content_type=kind, headers=headers)
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        raw = requests.packages.urllib3.HTTPResponse(
            io.BytesIO(content), answer.headers, answer.status_code, preload_content=False
        )
        return self.build_response(request, raw)


@dataclass(frozen=True)
class Caller:
    """One role, with a key and the ids of its organization."""

    ids: dict[str, str]
    session: requests.Session

    @classmethod
    def of(cls, world, member):
        session = requests.Session()
        session.mount("http://", InProcess())
        session.headers = {"Authorization": f"Bearer {factories.make_api_key(member).secret}"}
        ids = {name: str(find(world)) for name, find in ARGUMENTS.items()}
        return cls(ids | {"dataset_version_id": str(world.version.pk)}, session)

    def send(self, case):
        """The answer; what the request changes is undone."""
        if isinstance(case.body, dict) and case.meta.generation.mode == GenerationMode.POSITIVE:
            case.body |= {name: self.ids[name] for name in case.body if name.endswith("_id") and name in self.ids}
        with transaction.atomic():
            response = case.call(base_url="http://testserver", session=self.session)
            transaction.set_rollback(True)
        return response


def problem_with(operation, mode, calls):
    """What one of the requests met, None where all was as documented; `calls` is (caller, how many examples)."""
    (first, examples), *others = calls
    ids = {each.name: first.ids[each.name] for each in operation.path_parameters}
    excluded = [checks.negative_data_rejection] if operation.definition.raw["operationId"] in BY_ROW else []
    made = itertools.count()

    @seed(SEED)
    @settings(BOUNDED, max_examples=examples)
    @given(case=operation.as_strategy(mode, path_parameters=ids))
    def walk(case):
        number = next(made)
        for caller in (first, *(other for other, most in others if number < most)):
            case.validate_response(caller.send(case), checks=CHECKS, excluded_checks=excluded)

    try:
        walk()
    except (AssertionError, FailureGroup) as problem:
        return f"{operation.label}: {problem}"
    return None


@pytest.fixture(scope="module")
def callers(file_transaction):
    acme = factories.make_organization("acme")
    members = {role: factories.make_member(acme, role=role) for role in ("admin", "annotator")}
    world = make_world(acme, member=members["annotator"])
    return {role: Caller.of(world, member) for role, member in members.items()}


@pytest.mark.slow
@pytest.mark.parametrize(
    "mode, examples",
    [(GenerationMode.POSITIVE, {"admin": 6, "annotator": 2}), (GenerationMode.NEGATIVE, {"admin": 4})],
)
def test_answers_are_those_of_the_document(db, callers, mode, examples):
    document = schemathesis.openapi.from_dict(api_contract.document())
    calls = [(callers[role], most) for role, most in examples.items()]

    problems = (problem_with(each.ok(), mode, calls) for each in document.get_all_operations())

    complain((problem for problem in problems if problem), "The document and the answers differ.")


def _text(value):
    return value.decode("latin-1") if isinstance(value, bytes) else value
