"""How the OpenAPI document says who may call, with a key or the session of the browser, and what bodies may hold."""

from django.conf import settings
from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)
from rest_framework import serializers


class BearerKeyScheme(OpenApiAuthenticationExtension):
    target_class = "evalhub.accounts.api.authentication.BearerKey"
    name = "key"

    def get_security_definition(self, auto_schema):
        return {"type": "http", "scheme": "bearer", "description": "A key made under API keys: eval_…"}


class SessionScheme(OpenApiAuthenticationExtension):
    target_class = "evalhub.accounts.api.authentication.Session"
    name = "session"

    def get_security_definition(self, auto_schema):
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class DescribedTextField(OpenApiSerializerFieldExtension):
    target_class = "evalhub.api.fields.DescribedText"

    def map_serializer_field(self, auto_schema, direction):
        schema = self.target.schema
        return {"type": "string"} | (schema() if callable(schema) else schema)


class StrictObjectField(OpenApiSerializerFieldExtension):
    target_class = "evalhub.api.fields.StrictObject"
    match_subclasses = True

    def map_serializer_field(self, auto_schema, direction):
        return {"type": "object", "additionalProperties": {}}


class UploadedFileField(OpenApiSerializerFieldExtension):
    target_class = "rest_framework.serializers.FileField"

    def map_serializer_field(self, auto_schema, direction):
        return {"type": "string", "format": "binary"}


class StrictBody(OpenApiSerializerExtension):
    """A body takes no other fields than those named, and no empty text where one is not allowed."""

    target_class = "evalhub.api.fields.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema, direction):
        schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        for name, field in self.target.fields.items():
            text = getattr(field, "child", field)
            if isinstance(text, serializers.CharField) and not text.allow_blank:
                described = schema["properties"][name]
                described.get("items", described)["minLength"] = 1
        return schema | {"additionalProperties": False} | _example(self.target)


class AnswerWithExample(OpenApiSerializerExtension):
    target_class = "evalhub.api.fields.Answer"
    match_subclasses = True

    def map_serializer(self, auto_schema, direction):
        return auto_schema._map_serializer(self.target, direction, bypass_extensions=True) | _example(self.target)


def _example(serializer):
    """What `evalhub.api.examples` reads of a class."""
    return {"example": serializer.example} if serializer.example else {}
