"""How the OpenAPI document says who may call: with a key, or with the session of the browser."""

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension


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
