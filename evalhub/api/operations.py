"""How one call is described in the OpenAPI document: its name, its summary, and the errors it may answer with."""

from drf_spectacular.openapi import AutoSchema

from evalhub.api import errors, examples

KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "Sent again with the same key, the request is answered again and done once; kept for seven days.",
    "schema": {"type": "string", "maxLength": 200},
}


LIMIT_HEADERS = {
    "RateLimit-Limit": "requests that the key, or all keys of the organization, may send in a minute",
    "RateLimit-Remaining": "of these, that it may send now",
    "RateLimit-Reset": "seconds until it may send all of them again",
    "Retry-After": "seconds until it may send one",
}


class Operation(AutoSchema):
    """Names reading a list apart from reading one row, and sums each call up in its docstring's first sentence."""

    def get_operation(self, *args, **kwargs):
        operation = super().get_operation(*args, **kwargs)
        self.resolve_serializer(errors.ErrorOut, "response")
        return operation

    def get_summary(self):
        paragraph = " ".join((self.get_description() or "").partition("\n\n")[0].split())
        return paragraph.partition(". ")[0].rstrip(".")

    def get_operation_id(self):
        name = super().get_operation_id().replace(".", "_")
        return f"{name.removesuffix('_retrieve')}_list" if self._is_list() and name.endswith("_retrieve") else name

    def _is_list(self):
        answers = self.get_response_serializers()
        answer = answers.get(200) if isinstance(answers, dict) else answers
        return getattr(answer, "__name__", "").endswith("ListOut")


def complete(result, generator, request, public):
    """Postprocessing hook: every operation says which error codes it may answer with, in the one error shape, and has
    an example of each body and answer."""
    result["components"]["headers"] = {
        name: {"description": text, "schema": {"type": "integer"}} for name, text in LIMIT_HEADERS.items()
    }
    limited = {name: {"$ref": f"#/components/headers/{name}"} for name in LIMIT_HEADERS}
    for path, methods in result["paths"].items():
        for method, operation in methods.items():
            parameters = operation.setdefault("parameters", [])
            if method == "post" and not any(each["name"] == KEY["name"] for each in parameters):
                parameters.append(KEY)
            for status, response in errors.responses(errors.of_operation(path, operation)):
                operation["responses"].setdefault(status, response | ({"headers": limited} if status == "429" else {}))
            operation.pop(errors.EXTENSION, None)
    examples.fill_in(result)
    return result
