"""Whose the runs of result reviews are."""

from reviews.engine.runs.owners import Owner
from reviews.jobs.models import Job


def of_reviews(runs):
    """The job of each run; one statement."""
    found = Job.objects.filter(run__in=runs)
    return {job.run_id: Owner(str(job.pk), str(job), job.get_absolute_url()) for job in found}
