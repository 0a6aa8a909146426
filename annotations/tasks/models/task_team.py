"""A team that may work on a task; a task without one is open to all who annotate."""

from django.db import models

from annotations.tasks.models.annotation_task import AnnotationTask
from evalhub.accounts.models import Team
from evalhub.accounts.models.organization import OrganizationOwned


class TaskTeam(OrganizationOwned):
    """A team is not deleted while a task names it: the task would be open to everybody then."""

    id = models.BigAutoField(primary_key=True)
    task = models.ForeignKey(AnnotationTask, on_delete=models.CASCADE, related_name="+", db_index=False)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "team"], name="task_team_once")]

    def __str__(self):
        return f"{self.team} on {self.task}"
