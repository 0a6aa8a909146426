"""Tables of result reviews."""

from reviews.jobs.models.job import Job
from reviews.jobs.models.method_task import MethodTask
