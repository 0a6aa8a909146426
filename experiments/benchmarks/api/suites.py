"""Suites over the API: list them, add one from its file or one of those that come with the product."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.api.base import ApiView
from evalhub.api.errors import errors
from evalhub.api.fields import StrictSerializer, StrictText
from evalhub.api.paging import CURSOR, LIMIT, OFFSET, list_page
from evalhub.lib.errors import InvalidInput
from experiments.benchmarks.actions import shipped, suites
from experiments.benchmarks.api.shapes import SuiteDetailOut, SuiteListOut
from experiments.benchmarks.models import BenchmarkSuite
from experiments.benchmarks.suite_file import MOST_CHARACTERS


class SuiteIn(StrictSerializer):
    example = {"shipped": "arithmetic"}

    definition = StrictText(
        required=False, max_length=MOST_CHARACTERS, trim_whitespace=False, help_text="the suite's file, YAML"
    )
    shipped = s.CharField(required=False, max_length=100, help_text="or the key of one that comes with the product")


class SuiteView(ApiView):
    def suites(self, request):
        found = BenchmarkSuite.objects.for_organization(request.organization)
        return found.with_counts().prefetch_related("tasks__dataset_version")

    def answer(self, request, suite_id, **options):
        suite = self.get_or_404(self.suites(request), "suite", pk=suite_id)
        return Response(SuiteDetailOut.of(suite), **options)


class SuiteList(SuiteView):
    access = {"GET": "read", "POST": "manage"}

    @extend_schema(
        operation_id="benchmark_suites_list",
        parameters=[LIMIT, OFFSET, CURSOR],
        responses=SuiteListOut,
        extensions=errors("bad_cursor"),
    )
    def get(self, request):
        """List the benchmark suites, newest first, and those that come with the product."""
        page = list_page(self.suites(request), request.query_params, keys=("-pk",))
        return Response(SuiteListOut.of(page, shipped=shipped.shipped().values()))

    @extend_schema(
        operation_id="benchmark_suites_create",
        request=SuiteIn,
        responses={201: SuiteDetailOut},
        extensions=errors("invalid_suite", "unknown_key", "suite_frozen", "stored_meanwhile"),
    )
    def post(self, request):
        """Add a suite from its file, or one that comes with the product with its datasets.

        The same content again is the same suite. Another content needs another version once the suite was run.
        """
        body = SuiteIn.read(request.data)
        if len(body) != 1:
            raise InvalidInput("Send either definition or shipped.")
        if "shipped" in body:
            suite = shipped.add(organization=request.organization, key=body["shipped"], by=request.user)
        else:
            suite = suites.create(organization=request.organization, document=body["definition"], by=request.user)
        return self.answer(request, suite.pk, status=201)


class SuiteDetail(SuiteView):
    access = {"GET": "read"}

    @extend_schema(operation_id="benchmark_suites_retrieve", responses=SuiteDetailOut)
    def get(self, request, suite_id):
        """Get a suite with its tasks."""
        return self.answer(request, suite_id)
