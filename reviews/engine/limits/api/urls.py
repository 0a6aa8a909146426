"""Addresses of budgets and rate limits in the API, below /v1/."""

from django.urls import path

from reviews.engine.limits.api import rate_limits

urlpatterns = [
    path("budget", rate_limits.Budget.as_view(), name="api_budget"),
    path("rate-limits", rate_limits.RateLimitList.as_view(), name="api_rate_limit_list"),
]
