"""What views of one dataset or one version share."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from datasets.models import Dataset, DatasetVersion
from evalhub.accounts.api.base import ApiView
from evalhub.api.paging import LIMIT, OFFSET
from evalhub.lib.errors import NotFound

__all__ = ["LIMIT", "OFFSET", "SEARCH", "SEARCH_CODES", "DatasetView", "VersionView"]

SEARCH = OpenApiParameter(
    "search",
    OpenApiTypes.STR,
    description='words, or their beginnings, that all occur; "words in order", -without; parts of an external id',
)
SEARCH_CODES = ("bad_search", "not_indexed_yet")


class DatasetView(ApiView):
    """A view below /datasets/{dataset_id}."""

    def dataset(self, request, dataset_id):
        """The dataset of the caller's organization."""
        return self.get_or_404(Dataset.objects.for_organization(request.organization), "dataset", pk=dataset_id)


class VersionView(ApiView):
    """A view below /datasets/{dataset_id}/versions/{version_number}."""

    def version(self, request, dataset_id, version_number):
        """The version of the caller's organization, with its dataset."""
        if not (version_number.isascii() and version_number.isdigit()):
            raise NotFound("There is no such dataset version.")
        versions = DatasetVersion.objects.for_organization(request.organization).select_related(
            "dataset", "organization"
        )
        lookup = {"dataset_id": dataset_id, "version_number": version_number}
        return self.get_or_404(versions, "dataset version", **lookup)
