"""Addresses of the prompts and the knowledge by which job directories are reviewed."""

from django.urls import path

from reviews.views import method_diff, method_document, method_draft, method_list, method_trial

PART = "methods/<str:model_type>/<str:part>/"

urlpatterns = [
    path("methods/", method_list.method_list, name="method_list"),
    path(PART, method_document.method_document, name="method_document"),
    path(f"{PART}draft/", method_draft.method_draft, name="method_draft"),
    path(f"{PART}discard/", method_draft.method_discard, name="method_discard"),
    path(f"{PART}publish/", method_draft.method_publish, name="method_publish"),
    path(f"{PART}diff/", method_diff.method_diff, name="method_diff"),
    path(f"{PART}preview/", method_trial.method_preview, name="method_preview"),
    path(f"{PART}dry-run/", method_trial.method_dry_run, name="method_dry_run"),
]
