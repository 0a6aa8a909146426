"""The monthly budget and the rate limit profiles of an organization over the API."""

from itertools import groupby

from django.db.models import Exists, OuterRef, Q
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.api.base import ApiView
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, StrictInteger, StrictNumber, StrictRow, StrictSerializer, StrictText
from evalhub.api.paging import CURSOR, LIMIT, OFFSET, ListOut, list_page
from reviews.engine.limits.actions import budgets
from reviews.engine.limits.actions import rate_limits as actions
from reviews.engine.models import RateLimitProfile

CURRENT = filters.flag("current", "is_current", "true: versions in effect; false: those before them")
PROFILE = filters.part_of("profile", "name", "a part of the profile's name")
FILTERS = (CURRENT, PROFILE)


class BudgetOut(Answer):
    """A BudgetState."""

    monthly_usd = s.FloatField(source="limit_usd", allow_null=True, help_text="null: no limit")
    spent_usd = s.FloatField(help_text="this calendar month (UTC)")
    reserved_usd = s.FloatField(help_text="held for requests under way")
    unpriced_calls = s.IntegerField(help_text="of this month; may have cost money that nobody can count")


class BudgetIn(StrictSerializer):
    monthly_usd = StrictNumber(allow_null=True, help_text="above 0, with up to ten decimals; null: no limit")


class RateLimitRowOut(Answer):
    provider = s.CharField()
    model = s.CharField(help_text="empty: each model of the provider that has no row of its own")
    requests_per_minute = s.IntegerField(allow_null=True, help_text="null: no limit, as for the rest")
    input_tokens_per_minute = s.IntegerField(allow_null=True)
    output_tokens_per_minute = s.IntegerField(allow_null=True)
    enqueued_batch_tokens = s.IntegerField(allow_null=True, help_text="that wait in provider batches")


class RateLimitProfileOut(Answer):
    """A row of the version, with `is_current`; the context holds the rows of all versions by name and number."""

    profile = s.CharField(source="name", help_text="empty: the standard profile")
    version = s.IntegerField()
    current = s.BooleanField(source="is_current", help_text="whether it is in effect: the newest version of its name")
    created_at = s.DateTimeField()
    created_by = s.EmailField(
        source="created_by.email", allow_null=True, help_text="null: the system, or a person who is gone"
    )
    rows = RateLimitRowOut(many=True)

    def read_rows(self, row):
        return self.context["rows"][row.name, row.version]


class RateLimitListOut(ListOut):
    profiles = RateLimitProfileOut(source="rows", many=True)


class RateLimitRowIn(StrictRow):
    provider = StrictText(max_length=40)
    model = StrictText(max_length=200, required=False, allow_blank=True, help_text="empty or left out: each model")
    requests_per_minute = StrictInteger(required=False, allow_null=True, help_text="null or left out: no limit")
    input_tokens_per_minute = StrictInteger(required=False, allow_null=True)
    output_tokens_per_minute = StrictInteger(required=False, allow_null=True)
    enqueued_batch_tokens = StrictInteger(required=False, allow_null=True)


class RateLimitProfileIn(StrictSerializer):
    profile = StrictText(
        max_length=actions.LONGEST_NAME, required=False, allow_blank=True, help_text="empty: the standard profile"
    )
    rows = RateLimitRowIn(many=True, min_length=1, max_length=actions.MOST_ROWS, help_text="in place of those before")


class Budget(ApiView):
    access = {"GET": "read", "PUT": "manage"}

    @extend_schema(responses=BudgetOut)
    def get(self, request):
        """Get the monthly budget of the organization, with what is spent and reserved this month."""
        return Response(BudgetOut.of(budgets.state_of_month(request.organization)))

    @extend_schema(request=BudgetIn, responses=BudgetOut, extensions=errors("invalid_budget"))
    def put(self, request):
        """Set the monthly budget: the most that all runs of the organization spend in a calendar month (UTC)."""
        actions.set_monthly_budget(organization=request.organization, **BudgetIn.read(request.data), by=request.user)
        return self.get(request)


class RateLimitList(ApiView):
    access = {"GET": "read", "POST": "manage"}

    @extend_schema(
        operation_id="rate_limits_list",
        parameters=[*filters.parameters(FILTERS), LIMIT, OFFSET, CURSOR],
        responses=RateLimitListOut,
        extensions=errors("bad_filter", "bad_cursor"),
    )
    def get(self, request):
        """List rate limit profiles in all their versions, newest first; `current=true` for those in effect."""
        found = filters.narrowed(_versions(request.organization), FILTERS, request.query_params)
        page = list_page(found, request.query_params, keys=("-pk",))
        return Response(RateLimitListOut.of(page, rows=_rows(request.organization, page.rows)))

    @extend_schema(
        request=RateLimitProfileIn,
        responses={201: RateLimitProfileOut},
        extensions=errors("invalid_name", "invalid_rows", "invalid_limits", "repeated_row"),
    )
    def post(self, request):
        """Set a rate limit profile: its next version, which holds for all requests to models from then on.

        A row is about a provider, or one of its models. What stands already makes no new version.
        """
        body = RateLimitProfileIn.read(request.data)
        written = actions.set_profile(
            organization=request.organization, name=body.get("profile", ""), rows=body["rows"], by=request.user
        )
        version = _versions(request.organization).get(name=written[0].name, version=written[0].version)
        return Response(RateLimitProfileOut.of(version, rows=_rows(request.organization, [version])), status=201)


def _versions(organization):
    """A row of each version, its first, with `is_current`."""
    rows = RateLimitProfile.objects.for_organization(organization).select_related("created_by")
    same = RateLimitProfile.objects.filter(organization=organization, name=OuterRef("name"))
    earlier = same.filter(version=OuterRef("version"), pk__lt=OuterRef("pk"))
    newer = same.filter(version__gt=OuterRef("version"))
    return rows.filter(~Exists(earlier)).annotate(is_current=~Exists(newer))


def _rows(organization, versions):
    """{(name, version): its rows by provider and model}; one statement."""
    wanted = Q(pk__in=[])
    for each in versions:
        wanted |= Q(name=each.name, version=each.version)
    rows = RateLimitProfile.objects.for_organization(organization).filter(wanted)
    rows = rows.order_by("name", "version", "provider", "model")
    return {key: list(group) for key, group in groupby(rows, key=lambda row: (row.name, row.version))}
