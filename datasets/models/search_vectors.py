"""What full-text search finds cases and outputs by, beside them, so that an import does not wait for it."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models

from .model_output import ModelOutput
from .test_case import TestCase


class CaseSearch(models.Model):
    """A vector of the words of a case: external id, input, expected output, acceptable answers and metadata.

    Triggers write it with each new case, but for large imports, which the worker indexes afterwards
    (`DatasetVersion.unindexed_from`). The id of the version is a word of it.
    """

    CASE = "case"  # the path to the case

    case = models.OneToOneField(TestCase, on_delete=models.CASCADE, primary_key=True, related_name="search")
    vector = SearchVectorField()

    class Meta:
        indexes = [GinIndex(fields=["vector"], name="case_search")]

    def __str__(self):
        return f"words of case {self.pk}"


class OutputSearch(models.Model):
    """A vector of the words of an output, and the id of its version, as `CaseSearch`."""

    CASE = "output__test_case"

    output = models.OneToOneField(ModelOutput, on_delete=models.CASCADE, primary_key=True, related_name="search")
    vector = SearchVectorField()

    class Meta:
        indexes = [GinIndex(fields=["vector"], name="output_search")]

    def __str__(self):
        return f"words of output {self.pk}"
