"""Addresses of the prompt library."""

from django.urls import path

from evalhub.lists.views import list_page
from reviews.scorers.library.views import detail, diff, draft, sent_trial, trial

PROMPT = "prompts/<str:kind>/<str:name>/"

urlpatterns = [
    path("prompts/", list_page("prompts"), name="prompt_list"),
    path("prompts/find/", detail.prompt_find, name="prompt_find"),
    path(PROMPT, detail.prompt_detail, name="prompt_detail"),
    path(f"{PROMPT}draft/", draft.prompt_draft, name="prompt_draft"),
    path(f"{PROMPT}discard/", draft.prompt_discard, name="prompt_discard"),
    path(f"{PROMPT}examples/", draft.prompt_examples, name="prompt_examples"),
    path(f"{PROMPT}publish/", draft.prompt_publish, name="prompt_publish"),
    path(f"{PROMPT}label/", detail.prompt_label, name="prompt_label"),
    path(f"{PROMPT}diff/", diff.prompt_diff, name="prompt_diff"),
    path(f"{PROMPT}preview/", trial.prompt_preview, name="prompt_preview"),
    path(f"{PROMPT}dry-run/", trial.prompt_dry_run, name="prompt_dry_run"),
    path(f"{PROMPT}trial/", sent_trial.prompt_trial, name="prompt_trial"),
]
