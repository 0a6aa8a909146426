"""When versions are imported, and indexed for search: sweeps take every one that waits or whose worker died."""

from celery import shared_task

from datasets.actions import imports, partial_uploads
from datasets.actions.search_index import INDEX
from datasets.models import DatasetVersion, PartialUpload
from evalhub.lib import file_store, leases
from evalhub.lib.processes import stopping


@shared_task(due_at=leases.times(DatasetVersion), sweeps=[imports.VERSIONS])
def import_due():
    """Check and import one version after the other until none waits."""
    while not stopping.requested() and imports.VERSIONS.next():
        index_due.delay_on_commit()
    imports.explain_crashes()


@shared_task(sweeps=[INDEX])
def index_due():
    """Index some thousand cases after the other until no version waits."""
    INDEX.rounds()


@shared_task(sweeps=[partial_uploads.OLD_UPLOADS])
def sweep_uploads():
    """Remove what arrived of large files that nobody went on sending for a week, and what was left behind."""
    partial_uploads.OLD_UPLOADS.round()
    file_store.remove_leftovers(partial_uploads.FOLDER, PartialUpload.objects.all())
