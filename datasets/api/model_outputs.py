"""Answers of systems over the API: added many at once, and read by version."""

import re
import uuid

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.response import Response

from datasets.actions import arrivals, model_outputs
from datasets.api.base import SEARCH, SEARCH_CODES, VersionView
from datasets.api.serializers import ArrivedOutputsIn, OutputsIn
from datasets.api.shapes import AppendedOutputsOut, OutputListOut
from datasets.models import DatasetVersion
from evalhub.accounts.api.base import ApiView
from evalhub.api.errors import errors
from evalhub.api.paging import CURSOR, former_cursor, limit_of, read_cursor, read_number
from evalhub.api.parsers import ROWS_VALUES
from evalhub.lib.errors import InvalidInput

SYSTEM = OpenApiParameter("system_id", OpenApiTypes.UUID, description="only outputs of this system")
PLACE = re.compile(r"([0-9]{1,10})\.([0-9]{1,18})")


class Outputs(ApiView):
    access = {"POST": "send"}
    most_values = ROWS_VALUES

    def object_of(self, kind):
        """The dataset of the version that the body names; without one its rows are of any dataset."""
        version_id = self.request.data.get("dataset_version_id") if isinstance(self.request.data, dict) else None
        if kind != "dataset" or version_id is None:
            return None
        return self.version(version_id).dataset_id

    def version(self, version_id):
        versions = DatasetVersion.objects.for_organization(self.request.organization).select_related("organization")
        return self.get_or_404(versions, "dataset version", pk=version_id)

    @extend_schema(
        request=ArrivedOutputsIn,
        responses=AppendedOutputsOut,
        extensions=errors("bad_rows", "not_found", "not_open", "version_full", "kept_dataset", "stored_meanwhile"),
    )
    def post(self, request):
        """Add up to 1,000 outputs of systems to cases; each is created, existing or refused with a reason.

        The same output of the same system for a case and repetition is existing, another one is refused: nothing is
        replaced. Cases of open and published versions take outputs. Only models named simulated-… are simulated.

        With `dataset_version_id`, an open version, it takes what a running system answers: a row with an input makes
        its case, the same `external_id` again is existing, and one bad row refuses them all.
        """
        body = ArrivedOutputsIn.read(request.data)
        if "dataset_version_id" not in body:
            added = model_outputs.append_outputs(organization=request.organization, rows=body["outputs"])
            return Response(AppendedOutputsOut.of(added))
        version = self.version(body["dataset_version_id"])
        return Response(AppendedOutputsOut.of(arrivals.receive(version=version, rows=body["outputs"])))


class VersionOutputs(VersionView):
    access = {"GET": "read", "POST": "send"}
    most_values = ROWS_VALUES

    @extend_schema(
        parameters=[limit_of(100, 1_000), CURSOR, former_cursor("after"), SYSTEM, SEARCH],
        responses=OutputListOut,
        extensions=errors("bad_filter", *SEARCH_CODES),
    )
    def get(self, request, dataset_id, version_number):
        """Outputs of a version in the order of its cases, page by page."""
        version = self.version(request, dataset_id, version_number)
        limit = read_number(request.query_params, "limit", 100, 1, 1_000)
        after, system_id = read_cursor(request.query_params, "after"), request.query_params.get("system_id")
        found = model_outputs.page(
            version,
            after=_cursor(after),
            limit=limit,
            system_id=_system_id(system_id),
            text=request.query_params.get("search", ""),
        )
        last = found.outputs[-1] if found.has_more else None
        following = last and f"{last.test_case.row_index}.{last.pk}"
        return Response(OutputListOut.of({"outputs": found.outputs, "has_more": found.has_more, "next": following}))

    @extend_schema(request=OutputsIn, responses=AppendedOutputsOut, extensions=errors("stored_meanwhile"))
    def post(self, request, dataset_id, version_number):
        """Add up to 1,000 outputs to cases of this version, where external_id alone names a case."""
        version = self.version(request, dataset_id, version_number)
        rows = OutputsIn.read(request.data)["outputs"]
        added = model_outputs.append_outputs(organization=request.organization, rows=rows, version=version)
        return Response(AppendedOutputsOut.of(added))


def _cursor(text):
    """(row index, id of an output) to read on from."""
    if text is None:
        return -1, 0
    found = PLACE.fullmatch(text)
    if found is None or int(found[1]) > 2_000_000_000:
        raise InvalidInput(f"cursor is {text[:40]!r}. Valid: `next` of the page before.", code="bad_cursor")
    return int(found[1]), int(found[2])


def _system_id(text):
    try:
        return None if text is None else uuid.UUID(text)
    except ValueError:
        raise InvalidInput(f"system_id is {text[:60]!r}. Valid: the id of a system.", code="bad_filter") from None
