"""Whose the runs are that ask systems for outputs."""

from django.urls import reverse

from experiments.evaluations.models import Evaluation
from reviews.engine.runs.owners import Owner


def of_evaluations(runs):
    """{run's id: Owner}; one statement."""
    return {
        each.run_id: Owner(str(each.pk), each.name, reverse("experiments:evaluation_detail", args=[each.pk]))
        for each in Evaluation.objects.filter(run__in=runs)
    }
