"""Each body and each answer of the OpenAPI document has an example, which the API takes."""

import pytest
from django.db import transaction

from tests import api_contract, factories
from tests.access_world import ARGUMENTS, make_world
from tests.source_tree import complain

# What a world without keys of providers, stored texts of the example or names of hosts answers instead.
EXPECTED = {"model_not_callable", "directory_invalid", "bad_address"}


def operations():
    for path, methods in api_contract.document()["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def contents(operation):
    """(where, media type) of the body and of the answers of an operation, files aside."""
    found = [("body", operation.get("requestBody", {})), *operation["responses"].items()]
    for where, each in found:
        for kind, media in each.get("content", {}).items():
            if media.get("schema", {}).get("format") != "binary":
                yield f"{where} {kind}", media


def examples(media):
    named = [each["value"] for each in media.get("examples", {}).values()]
    return [media["example"]] if "example" in media else named


def test_every_body_and_answer_has_an_example():
    lacking = [
        f"{method} {path}: {where}"
        for path, method, operation in operations()
        for where, media in contents(operation)
        if not examples(media)
    ]

    complain(lacking, "These have no example.")


def test_examples_fit_their_schemas():
    problems = []
    for path, method, operation in operations():
        for where, media in contents(operation):
            validator = api_contract._validator(media["schema"])
            for value in examples(media):
                problems += [
                    f"{method} {path}: {where}: {each.json_path} {each.message}"
                    for each in validator.iter_errors(value)
                ]

    complain(problems, "These examples are not what their schema says.")


@pytest.fixture
def world(db):
    acme = factories.make_organization("acme")
    return make_world(acme, member=factories.make_member(acme, role="admin"))


def test_examples_of_bodies_are_taken(world, api_of):
    """With ids that exist. That a row is missing or in another state than the example needs is no fault of it."""
    ids = {name: str(find(world)) for name, find in ARGUMENTS.items()} | {"dataset_version_id": str(world.version.pk)}
    caller, problems = api_of(world.member), []
    for path, method, operation in operations():
        media = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        for body in examples(media):
            body = body | {name: ids[name] for name in body if name.endswith("_id") and name in ids}
            with transaction.atomic():
                answer = getattr(caller, method)(path.format(**ids), body)
                transaction.set_rollback(True)
            if answer.status_code in (400, 415, 422) and answer.json()["error"]["code"] not in EXPECTED:
                problems.append(f"{method} {path}: {answer.status_code} {answer.json()['error']['message']} {body}")

    complain(problems, "The API refuses these examples of its document.")
