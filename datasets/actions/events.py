"""What other programs are told of dataset versions; nothing of datasets that stand in no list."""

from datasets.models import DatasetVersion
from evalhub.events.actions import outbox


def tell_checked(version: DatasetVersion) -> None:
    """Write that the check of a file has ended."""
    _tell(version, "checked", validation_status=version.validation_status, error_count=version.error_count)


def tell_published(version: DatasetVersion) -> None:
    _tell(version, "published")


def _tell(version, happened, **more):
    if not version.dataset.is_listed:
        return
    told = {
        "dataset_id": version.dataset_id,
        "version_id": version.pk,
        "version_number": version.version_number,
        "cases": version.row_count,
    }
    kind = f"dataset_version.{happened}"
    outbox.emit(organization=version.organization_id, type=kind, object=version, payload=told | more)
