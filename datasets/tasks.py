"""When versions are checked and imported: a sweep takes every one that waits or whose worker died."""

from celery import shared_task

from datasets.actions import imports
from evalhub.lib.processes import stopping


@shared_task
def import_due():
    """Check and import one version after the other until none waits."""
    while not stopping.requested() and (version := imports.claim_one()):
        imports.run(version=version)
    imports.explain_crashes()
