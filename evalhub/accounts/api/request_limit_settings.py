"""The limits of requests of an organization's API keys over the API."""

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.access import MEMBER
from evalhub.accounts.actions import request_limits
from evalhub.accounts.api.base import ApiView
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, StrictInteger, StrictSerializer
from evalhub.lib.errors import InvalidInput


class RequestLimitOut(Answer):
    per_minute = s.IntegerField(allow_null=True, help_text="that hold; null: no limit")
    own = s.IntegerField(allow_null=True, help_text="of the organization; null: those of the server hold")
    server = s.IntegerField(allow_null=True)


class RequestLimitsOut(Answer):
    """An Organization."""

    sync = RequestLimitOut(help_text="changes, for each key")
    batch = RequestLimitOut(help_text="starts of work on many rows, such as imports, exports and runs, for each key")
    query = RequestLimitOut(help_text="reading, and answers to single items, for each key")
    organization = RequestLimitOut(help_text="all requests of all keys")

    def read_sync(self, organization):
        return _limit(organization, "sync")

    def read_batch(self, organization):
        return _limit(organization, "batch")

    def read_query(self, organization):
        return _limit(organization, "query")

    def read_organization(self, organization):
        return _limit(organization, "organization")


def _field(help_text):
    return StrictInteger(
        min_value=1, max_value=request_limits.MOST, required=False, allow_null=True, help_text=help_text
    )


class RequestLimitsIn(StrictSerializer):
    example = {"query": 2000}

    sync = _field("a minute; null: those of the server")
    batch = _field("a minute; null: those of the server")
    query = _field("a minute; null: those of the server")
    organization = _field("a minute; null: those of the server")

    @classmethod
    def read(cls, data, **kwargs):
        body = super().read(data, **kwargs)
        if not body:
            raise InvalidInput(f"Nothing to change. Valid fields: {', '.join(cls().fields)}.")
        return body


class RequestLimits(ApiView):
    access = {"GET": MEMBER, "PATCH": "admin"}

    @extend_schema(responses=RequestLimitsOut)
    def get(self, request):
        """Get how many requests API keys of the organization may send in a minute."""
        return Response(RequestLimitsOut.of(request.organization))

    @extend_schema(request=RequestLimitsIn, responses=RequestLimitsOut, extensions=errors("invalid_limits"))
    def patch(self, request):
        """Set how many requests API keys of the organization may send in a minute. It holds from the next one on."""
        changed = request_limits.set_limits(
            organization=request.organization, limits=RequestLimitsIn.read(request.data), by=request.user
        )
        return Response(RequestLimitsOut.of(changed))


def _limit(organization, kind):
    return {
        "per_minute": organization.request_limit(kind) or None,
        "own": organization.own_request_limits[kind],
        "server": settings.REQUESTS_PER_MINUTE[kind] or None,
    }
