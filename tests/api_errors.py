"""Fails a test in which a call answers with an error code that its documentation does not list."""

import pytest

from evalhub.accounts.api import base
from evalhub.api import errors
from evalhub.lib.errors import EvalHubError

BY_ITSELF = {
    code
    for group in (errors.OF_ALL, errors.OF_MEMBERS, errors.OF_BODIES, errors.OF_KEYS, errors.OF_PAGES)
    for codes in group.values()
    for code in codes
} | {"not_found", "method_not_allowed"}


@pytest.fixture(autouse=True)
def errors_are_documented(monkeypatch):
    """Looks at the errors of every call of a test."""
    undocumented, handle = set(), base.exception_handler

    def noted(exception, context):
        view = context["view"]
        if isinstance(exception, EvalHubError) and not _lists(view, exception.code):
            undocumented.add(f"{view.request.method} {type(view).__name__}: {exception.code}")
        return handle(exception, context)

    monkeypatch.setattr(base.ApiView, "get_exception_handler", lambda view: noted)
    yield
    assert not undocumented, f"Name these in errors(...) of the call: {', '.join(sorted(undocumented))}"


def _lists(view, code):
    handler = getattr(type(view), view.request.method.lower(), None)
    schema = getattr(handler, "kwargs", {}).get("schema")
    if code in BY_ITSELF or schema is None:
        return True
    schema = schema()
    schema.view, schema.method = view, view.request.method
    listed = schema.get_extensions().get(errors.EXTENSION)
    return listed is None or code in listed
