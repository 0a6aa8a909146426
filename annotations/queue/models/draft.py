"""Autosaved answers: they count for nothing until submitted."""

from django.db import models
from django.db.models import Q

from annotations.queue.models.annotation import Annotation
from annotations.queue.models.assignment import Assignment
from annotations.tasks.models import Annotator, TaskItem
from evalhub.lib.database.json_field import JSONField

MAX_PAGE_ID = 64


class Draft(models.Model):
    """One for each object: an assignment (its annotator's answers), or a person with an annotation that they audit or
    an item that they adjudicate. `saved_by_page` is the browser page that saved it last, `page_save` the
    number of that save."""

    id = models.BigAutoField(primary_key=True)
    assignment = models.OneToOneField(Assignment, on_delete=models.CASCADE, null=True, blank=True, related_name="draft")
    annotator = models.ForeignKey(
        Annotator, on_delete=models.CASCADE, null=True, blank=True, related_name="+", db_index=False
    )
    annotation = models.ForeignKey(
        Annotation, on_delete=models.CASCADE, null=True, blank=True, related_name="+", db_index=False
    )
    item = models.ForeignKey(
        TaskItem, on_delete=models.CASCADE, null=True, blank=True, related_name="+", db_index=False
    )
    version = models.PositiveIntegerField(default=1)
    saved_by_page = models.CharField(max_length=MAX_PAGE_ID, blank=True, default="")
    page_save = models.BigIntegerField(default=0)
    answers = JSONField(default=dict)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotation", "annotator"], name="draft_one_per_audit"),
            models.UniqueConstraint(fields=["item", "annotator"], name="draft_one_per_adjudication"),
            models.CheckConstraint(
                condition=Q(assignment__isnull=False, annotator=None, annotation=None, item=None)
                | Q(assignment=None, annotator__isnull=False, annotation__isnull=False, item=None)
                | Q(assignment=None, annotator__isnull=False, annotation=None, item__isnull=False),
                name="draft_of_one_object",
            ),
        ]

    def __str__(self):
        return f"draft {self.pk}, version {self.version}"
