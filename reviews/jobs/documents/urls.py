"""Addresses of the prompts and the knowledge by which job directories are reviewed."""

from django.urls import path

from reviews.jobs.documents.views import detail, diff, draft, trial
from reviews.jobs.documents.views import list as method_list

PART = "methods/<str:model_type>/<str:part>/"

urlpatterns = [
    path("methods/", method_list.method_list, name="method_list"),
    path(PART, detail.method_document, name="method_document"),
    path(f"{PART}draft/", draft.method_draft, name="method_draft"),
    path(f"{PART}discard/", draft.method_discard, name="method_discard"),
    path(f"{PART}publish/", draft.method_publish, name="method_publish"),
    path(f"{PART}diff/", diff.method_diff, name="method_diff"),
    path(f"{PART}preview/", trial.method_preview, name="method_preview"),
    path(f"{PART}dry-run/", trial.method_dry_run, name="method_dry_run"),
]
