"""Whose the runs of studies are."""

from django.urls import reverse

from experiments.models import Study
from reviews.engine.runs.owners import Owner


def of_studies(runs):
    """The study of each run; one statement."""
    found = Study.objects.filter(run__in=runs).values_list("run", "pk", "name")
    return {run: Owner(str(pk), name, reverse("experiments:study_detail", args=[pk])) for run, pk, name in found}
