"""Who calls: the person behind the key or the session, their organization, and what they may do."""

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.access import MEMBER
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.models.api_key import BINDINGS, SCOPES, usable_scopes
from evalhub.accounts.models.membership import Role
from evalhub.api.fields import Answer


class CallerPersonOut(Answer):
    user_id = s.UUIDField(source="pk")
    email = s.EmailField()
    name = s.CharField()


class OrganizationOut(Answer):
    organization_id = s.UUIDField(source="pk")
    slug = s.CharField()
    name = s.CharField()


class BoundToOut(Answer):
    """An ApiKey that is bound to an object."""

    kind = s.ChoiceField(BINDINGS, source="bound_kind")
    object_id = s.UUIDField(source="bound_object.pk")
    name = s.CharField(source="bound_object.name")


class KeyOut(Answer):
    key_id = s.UUIDField(source="pk")
    name = s.CharField()
    prefix = s.CharField(help_text="the first characters of the key, by which people know it")
    bound_to = BoundToOut(allow_null=True, help_text="the only object that it may call about; null: all of its person")
    created_at = s.DateTimeField()
    expires_at = s.DateTimeField(allow_null=True, help_text="null: it does not expire")

    def read_bound_to(self, key):
        return key if key.bound_kind else None


class LimitsOut(Answer):
    """What one request may send; read from the settings of the server."""

    body_bytes = s.IntegerField(source="DATA_UPLOAD_MAX_MEMORY_SIZE", help_text="of JSON in one request")
    file_megabytes = s.IntegerField(source="UPLOAD_MEGABYTES", help_text="of an uploaded file")
    file_rows = s.IntegerField(source="UPLOAD_ROWS", help_text="of an uploaded file")


class MeOut(Answer):
    user = CallerPersonOut()
    organization = OrganizationOut()
    role = s.ChoiceField(choices=Role.values)
    scopes = s.ListField(
        child=s.ChoiceField(choices=list(SCOPES)), help_text="what the role allows, and the key where one was sent"
    )
    key = KeyOut(allow_null=True, help_text="null for a session of the browser", source="context.key")
    limits = LimitsOut()

    def read_scopes(self, membership):
        key, usable = self.context["key"], usable_scopes(membership.role)
        return usable if key is None else [scope for scope in usable if scope in key.scopes]

    def read_limits(self, membership):
        return settings


class Me(ApiView):
    access = {"GET": MEMBER}
    about_caller = True

    @extend_schema(responses=MeOut)
    def get(self, request):
        """Who calls: the person, their organization and role, what the key allows, and what a request may send."""
        return Response(MeOut.of(request.membership, key=self.key))
