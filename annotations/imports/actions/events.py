"""What other programs are told of imports."""

from annotations.imports.models import ImportJob
from evalhub.events.actions import outbox


def tell(job: ImportJob) -> None:
    """Write that an import has ended."""
    told = {"import_id": job.pk, "task_id": job.task_id, "kind": job.kind}
    if job.state == "done":
        told |= {"rows_stored": job.rows_stored, "rows_repeated": job.rows_repeated}
    else:
        told |= {"reason": job.last_error.english}
    happened = "completed" if job.state == "done" else "failed"
    outbox.emit(organization=job.organization_id, type=f"import.{happened}", object=job, payload=told)
