"""Addresses of the prompt library in the API, below /v1/."""

from django.urls import path

from reviews.scorers.library.api import prompts

PROMPT = "prompts/<str:kind>/<str:name>"

urlpatterns = [
    path("prompts", prompts.PromptList.as_view(), name="api_prompt_list"),
    path("prompts/find", prompts.PromptFind.as_view(), name="api_prompt_find"),
    path(PROMPT, prompts.PromptDetail.as_view(), name="api_prompt_detail"),
    path(f"{PROMPT}/versions/<str:version>", prompts.PromptVersion.as_view(), name="api_prompt_version"),
    path(f"{PROMPT}/versions/<str:version>/usage", prompts.PromptUsage.as_view(), name="api_prompt_usage"),
    path(f"{PROMPT}/preview", prompts.PromptPreview.as_view(), name="api_prompt_preview"),
    path(f"{PROMPT}/draft", prompts.PromptDraft.as_view(), name="api_prompt_draft"),
    path(f"{PROMPT}/draft/examples", prompts.PromptExamples.as_view(), name="api_prompt_examples"),
    path(f"{PROMPT}/publish", prompts.PromptPublish.as_view(), name="api_prompt_publish"),
    path(f"{PROMPT}/trials", prompts.PromptTrials.as_view(), name="api_prompt_trials"),
    path(f"{PROMPT}/trials/estimate", prompts.PromptEstimate.as_view(), name="api_prompt_estimate"),
    path(f"{PROMPT}/labels/<str:label>", prompts.PromptLabelView.as_view(), name="api_prompt_label"),
]
