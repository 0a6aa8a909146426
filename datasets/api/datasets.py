"""Datasets over the API: create, list, read, change."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from datasets.actions import datasets
from datasets.api.base import LIMIT, OFFSET, DatasetView
from datasets.api.serializers import DatasetChangeIn, DatasetIn
from datasets.api.shapes import DatasetListOut, DatasetOut
from datasets.models import Dataset
from evalhub.accounts.api.base import ApiView
from evalhub.api.paging import read_page


class DatasetList(ApiView):
    access = {"GET": "read", "POST": "manage"}

    @extend_schema(parameters=[LIMIT, OFFSET], responses=DatasetListOut)
    def get(self, request):
        """Datasets of your organization, newest first."""
        page = read_page(request.query_params)
        found = Dataset.objects.for_organization(request.organization)
        total = found.count()
        rows = found.with_latest_version().order_by("-created_at", "-pk")[page.offset : page.offset + page.limit]
        answer = {"datasets": rows, "total": total, "has_more": page.offset + len(rows) < total}
        return Response(DatasetListOut.of(answer))

    @extend_schema(request=DatasetIn, responses={201: DatasetOut})
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

    @extend_schema(request=DatasetChangeIn, responses=DatasetOut)
    def patch(self, request, dataset_id):
        """Change name, description, type or tags."""
        dataset = self.dataset(request, dataset_id)
        changed = datasets.change(dataset=dataset, changes=DatasetChangeIn.read(request.data), by=request.user)
        return Response(DatasetOut.of(changed))
