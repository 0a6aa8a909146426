"""Addresses of the pages of rubric studies, evaluations, experiments and gates."""

from django.urls import include, path

app_name = "experiments"

urlpatterns = [
    path("studies/", include("experiments.studies.urls")),
    path("evaluations/", include("experiments.evaluations.urls")),
    path("experiments/", include("experiments.trials.urls")),
    path("gates/", include("experiments.gates.urls")),
]
