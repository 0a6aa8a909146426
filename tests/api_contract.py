"""Answers of the API that tests see, compared with what the OpenAPI document says of the call: no answer may differ."""

import contextlib
import functools
import gzip
import hashlib
import json
import os
import re

from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator, FormatChecker, validators

from evalhub.local.bootstrap import LOCKS, VENV
from evalhub.local.paths import ROOT

# Calls that answer what the document does not say. Not yet mended; none may be added.
NOT_YET = set()

JSON = "application/json"
CODES = "x-error-codes"
METHOD_NOT_ALLOWED, FAILED = 405, 500  # which no call describes
SHOWN_CHARACTERS = 300
OF_ONE_RUN = ("EVALHUB_HOME", "EVALHUB_TEST_OWN_REDIS")
SETTINGS = sorted(item for item in os.environ.items() if item[0].startswith("EVALHUB_") and item[0] not in OF_ONE_RUN)
APPS = ("annotations", "datasets", "evalhub", "experiments", "reviews")
CHANGES = []  # of what tests register for now, whether the document is made anew
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
PLAIN = {"type", "format", "description", "title"}
TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}
FORMATS = FormatChecker(formats=())
FORMATS.checks("date-time")(lambda value: not isinstance(value, str) or bool(MOMENT.fullmatch(value)))
FORMATS.checks("uuid")(lambda value: not isinstance(value, str) or bool(UUID.fullmatch(value)))


def checked(plain):
    """`Client.request` whose answers from the API are compared with the document."""

    @functools.wraps(plain)
    def request(client, **environment):
        response = plain(client, **environment)
        if environment.get("PATH_INFO", "").startswith("/v1/"):
            problem = problem_with(response)
            assert not problem, problem
        return response

    return request


def problem_with(response):
    """What differs between a response and the document, "" for nothing and for an address without a description."""
    match = response.wsgi_request.resolver_match
    path = match and _path(match.route)
    method = response.wsgi_request.method.lower()
    if path is None or path not in document()["paths"] or method in ("head", "options") or (method, path) in NOT_YET:
        return ""
    found = _difference(response, method, path)
    return f"{method.upper()} {path} answered {response.status_code}, {found}" if found else ""


def _difference(response, method, path):
    status = response.status_code
    answers = document()["paths"][path].get(method, {}).get("responses", {})
    if str(status) not in answers and status not in (FAILED, METHOD_NOT_ALLOWED):
        return f"the document has {', '.join(answers)}."
    contents = _contents(method, path, str(status) if str(status) in answers else "error")
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    if not contents:
        return f"a body of {kind}, the document has none." if not response.streaming and response.content else ""
    if kind not in contents:
        return f"of {kind}, the document has {', '.join(contents)}."
    if kind != JSON:
        return ""
    is_packed = response.headers.get("Content-Encoding") == "gzip"
    body = gzip.decompress(response.content) if is_packed else response.content
    value = json.loads(body)
    error = next(contents[JSON].iter_errors(value), None)
    codes = answers.get(str(status), {}).get(CODES)
    if error is None and codes and value["error"]["code"] not in codes:
        return f"{value['error']['code']}, the document has {', '.join(codes)}."
    return error and f"{error.json_path}: {error.message[:SHOWN_CHARACTERS]}"


@functools.cache
def document():
    """Made anew, which takes seconds, only where the product is not as it was when a file of it was kept."""
    kept = VENV / "api-documents" / f"{_fingerprint()}.json"
    if kept.exists() and not any(CHANGES):
        return json.loads(kept.read_bytes())
    made = SchemaGenerator(urlconf="evalhub.urls").get_schema(request=None, public=True)
    if VENV.is_dir() and not CHANGES:
        kept.parent.mkdir(exist_ok=True)
        for stale in kept.parent.iterdir():
            stale.unlink(missing_ok=True)
        half = kept.with_suffix(f".{os.getpid()}")
        half.write_text(json.dumps(made))
        half.replace(kept)
    return made


def _fingerprint():
    """Changes with each file of the product, with a locked package, and with a setting."""
    digest = hashlib.sha256(LOCKS["dev"].read_bytes() + repr(SETTINGS).encode())
    for path in sorted(path for app in APPS for path in (ROOT / app).glob("**/*") if "__pycache__" not in path.parts):
        if path.is_file():
            digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@functools.cache
def _path(route):
    """The address as the document writes it."""
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)


@functools.cache
def _contents(method, path, status):
    """{kind of content: its validator} of one answer; every call may answer an error of the one shape."""
    if status == "error":
        return {JSON: _validator({"$ref": "#/components/schemas/ErrorOut"})}
    described = document()["paths"][path][method]["responses"][status].get("content", {})
    return {
        kind: _validator(content.get("schema", {})) if kind == JSON else None for kind, content in described.items()
    }


def _validator(schema):
    return QuickValidator(_closed(schema), format_checker=FORMATS)


def _properties(validator, properties, instance, schema):
    """The keyword of JSON schema, without a validator of its own for each plain value: that is most of the time."""
    for name, part in properties.items() if isinstance(instance, dict) else ():
        if name in instance and not _is_plainly_right(part, instance[name]):
            yield from validator.descend(instance[name], part, path=name, schema_path=name)


def _is_plainly_right(schema, value):
    if not schema.keys() <= PLAIN or "type" not in schema:
        return not schema
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return TYPES.get(type(value)) in types and FORMATS.conforms(value, schema.get("format", ""))


QuickValidator = validators.extend(Draft202012Validator, {"properties": _properties})


def _closed(schema):
    """A schema of OpenAPI 3.0 as JSON schema: references put in place, null as a type, no fields but those it names."""
    if "$ref" in schema:
        return _component(schema["$ref"].rpartition("/")[2])
    found = {key: _closed_part(key, value) for key, value in schema.items() if key != "nullable"}
    if "properties" in found:
        found.setdefault("additionalProperties", False)
    if not schema.get("nullable"):
        return found
    if "type" in found and "enum" not in found:
        return found | {"type": [found["type"], "null"]}
    return {"anyOf": [found, {"type": "null"}]}


def _closed_part(key, value):
    if key == "properties":
        return {name: _closed(part) for name, part in value.items()}
    if key in ("items", "additionalProperties") and isinstance(value, dict):
        return _closed(value)
    return [_closed(part) for part in value] if key in ("allOf", "anyOf", "oneOf") else value


@functools.cache
def _component(name):
    return _closed(document()["components"]["schemas"][name])


@contextlib.contextmanager
def changed():
    """What a test registers within the block is in no document that is kept."""
    CHANGES.append(False)
    try:
        yield
    finally:
        CHANGES.pop()


def forget():
    """Read the document anew; what a test has registered is in it, within a block of `changed`."""
    if CHANGES:
        CHANGES[-1] = True
    for known in (document, _contents, _component):
        known.cache_clear()


def check_client(patch):
    """Have every Django test client compare; `patch` is a pytest.MonkeyPatch."""
    patch.setattr(Client, "request", checked(Client.request))
