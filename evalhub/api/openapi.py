"""How the OpenAPI document says who may call, with a key or the session of the browser, and what texts may be."""

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerFieldExtension


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
