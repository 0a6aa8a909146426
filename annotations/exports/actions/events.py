"""What other programs are told of exports."""

from annotations.exports.models import ExportJob
from evalhub.events.actions import outbox


def tell(job: ExportJob) -> None:
    """Write that an export has ended."""
    told = {"export_id": job.pk, "task_id": job.task_id, "kind": job.kind, "format": job.format}
    if job.state == "done":
        told |= {"rows": job.rows_written, "sha256": job.sha256}
    else:
        told |= {"reason": job.last_error.english}
    happened = "completed" if job.state == "done" else "failed"
    outbox.emit(organization=job.organization_id, type=f"export.{happened}", object=job, payload=told)
