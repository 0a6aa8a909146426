"""Addresses of the pages of rubric studies, evaluations and gates."""

from django.urls import include, path

app_name = "experiments"

urlpatterns = [
    path("studies/", include("experiments.studies.urls")),
    path("evaluations/", include("experiments.evaluations.urls")),
    path("gates/", include("experiments.gates.urls")),
]
