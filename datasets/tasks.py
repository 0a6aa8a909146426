"""When versions are imported, and indexed for search: sweeps take every one that waits or whose worker died."""

from celery import shared_task

from datasets.actions import imports, partial_uploads, search_index
from datasets.models import DatasetVersion
from evalhub.lib import leases
from evalhub.lib.processes import stopping


@shared_task(due_at=leases.times(DatasetVersion))
def import_due():
    """Check and import one version after the other until none waits."""
    while not stopping.requested() and (version := imports.claim_one()):
        imports.run(version=version)
        index_due.delay_on_commit()
    imports.explain_crashes()


@shared_task
def index_due():
    """Index some thousand cases after the other until no version waits."""
    while not stopping.requested() and search_index.index_next():
        pass


@shared_task
def sweep_uploads():
    """Remove what arrived of large files that nobody went on sending for a week."""
    partial_uploads.sweep()
