"""Datasets over the API: create, list, read, change."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from datasets.actions import datasets
from datasets.api.base import LIMIT, OFFSET, DatasetView
from datasets.api.serializers import DatasetChangeIn, DatasetIn
from datasets.api.shapes import DatasetListOut, DatasetOut
from datasets.models import Dataset
from datasets.views.lists.datasets import FILTERS
from evalhub.accounts.api.base import ApiView
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.paging import CURSOR, list_page


class DatasetList(ApiView):
    access = {"GET": "read", "POST": "manage"}

    @extend_schema(
        parameters=[LIMIT, OFFSET, CURSOR, *filters.parameters(FILTERS)],
        responses=DatasetListOut,
        extensions=errors("bad_cursor", "bad_filter"),
    )
    def get(self, request):
        """Datasets of your organization, newest first."""
        found = Dataset.objects.for_organization(request.organization).listed().with_latest_version()
        found = filters.narrowed(found, FILTERS, request.query_params)
        return Response(DatasetListOut.of(list_page(found, request.query_params, keys=("-created_at", "-pk"))))

    @extend_schema(
        request=DatasetIn,
        responses={201: DatasetOut},
        extensions=errors("unknown_type", "bad_name", "bad_tags", "name_taken"),
    )
    def post(self, request):
        """Make an empty dataset; its files come as versions."""
        body = DatasetIn.read(request.data)
        dataset = datasets.create(organization=request.organization, by=request.user, **body)
        return Response(DatasetOut.of(dataset), status=201)


class DatasetDetail(DatasetView):
    access = {"GET": "read", "PATCH": "manage"}

    @extend_schema(responses=DatasetOut)
    def get(self, request, dataset_id):
        """Read a dataset."""
        return Response(DatasetOut.of(self.dataset(request, dataset_id)))

    @extend_schema(
        request=DatasetChangeIn,
        responses=DatasetOut,
        extensions=errors("unknown_type", "bad_name", "bad_tags", "name_taken", "kept_dataset"),
    )
    def patch(self, request, dataset_id):
        """Change name, description, type or tags."""
        dataset = self.dataset(request, dataset_id)
        changed = datasets.change(dataset=dataset, changes=DatasetChangeIn.read(request.data), by=request.user)
        return Response(DatasetOut.of(changed))
