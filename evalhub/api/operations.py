"""How one call is described in the OpenAPI document: its name, and the error shape that all share."""

from drf_spectacular.openapi import AutoSchema

from evalhub.api import errors

ERROR = {
    "type": "object",
    "description": "Every answer that is no success.",
    "properties": {
        "error": {
            "type": "object",
            "properties": {
                "code": {"type": "string", "description": "for programs"},
                "message": {"type": "string", "description": "what is wrong and what is valid"},
                "details": {"type": "object", "additionalProperties": True},
            },
            "required": ["code", "message", "details"],
        }
    },
    "required": ["error"],
}


KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "Sent again with the same key, the request is answered again and done once; kept for seven days.",
    "schema": {"type": "string", "maxLength": 200},
}


class Operation(AutoSchema):
    """Names reading a list apart from reading one of it, and sums each call up in its docstring's first sentence."""

    def get_summary(self):
        paragraph = " ".join((self.get_description() or "").partition("\n\n")[0].split())
        return paragraph.partition(". ")[0].rstrip(".")

    def get_operation_id(self):
        name = super().get_operation_id()
        is_list = type(self.view).__name__.endswith("List")
        return f"{name.removesuffix('_retrieve')}_list" if is_list and name.endswith("_retrieve") else name


def describe_errors(result, generator, request, public):
    """Postprocessing hook: every operation says which error codes it may answer with, in the one error shape."""
    result["components"].setdefault("schemas", {})["Error"] = ERROR
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    for path, methods in result["paths"].items():
        for method, operation in methods.items():
            parameters = operation.setdefault("parameters", [])
            if method == "post" and not any(each["name"] == KEY["name"] for each in parameters):
                parameters.append(KEY)
            for status, response in errors.responses(errors.of_operation(path, operation)):
                operation["responses"].setdefault(status, response)
            operation.pop(errors.EXTENSION, None)
            operation["responses"]["default"] = {"description": "What is wrong, in words.", "content": content}
    return result
