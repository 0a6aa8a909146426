"""What a model answered to a case."""

from django.db import models

from .test_case import TestCase


class ModelOutput(models.Model):
    id = models.BigAutoField(primary_key=True)
    test_case = models.ForeignKey(TestCase, on_delete=models.CASCADE, related_name="outputs", db_index=False)
    name = models.CharField(max_length=200, help_text="the model, or the column it came from")
    text = models.TextField()

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["test_case", "name"], name="output_name_unique")]

    def __str__(self):
        return self.name
