"""Query parameters: those that the call declares in the OpenAPI document, each with a value, and no others."""

from drf_spectacular.utils import OpenApiParameter

from evalhub.lib.errors import InvalidInput

_declared = {}  # by handler function


def declared(view, handler):
    """Names of the query parameters of a view's handler method, in the order of its `extend_schema`."""
    function = getattr(handler, "__func__", handler)
    if function not in _declared:
        schema = getattr(handler, "kwargs", {}).get("schema")
        if schema is None:
            found = []
        else:
            schema = schema()
            schema.view, schema.method = view, view.request.method
            found = schema.get_override_parameters()
        _declared[function] = tuple(each.name for each in found if each.location == OpenApiParameter.QUERY)
    return _declared[function]


def check(view, handler, query):
    """InvalidInput for a name that the handler does not declare, and for one without a value: neither narrows."""
    unknown = query and next((name for name in query if name not in declared(view, handler)), None)
    if unknown:
        valid = declared(view, handler)
        raise InvalidInput(
            f"There is no parameter {unknown[:60]!r} here. Valid: {', '.join(valid) or 'no parameters'}.",
            code="unknown_parameter",
            details={"valid": list(valid)},
        )
    empty = query and next((name for name in query if not query[name]), None)
    if empty:
        raise InvalidInput(f"{empty} is empty. Valid: a value, or no {empty} at all.", code="empty_parameter")
