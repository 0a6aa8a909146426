"""Addresses of runs and requests in the API, below /v1/."""

from django.urls import path

from reviews.engine.runs.api import runs

urlpatterns = [
    path("runs", runs.RunList.as_view(), name="api_console_list"),
    path("runs/<str:run_id>", runs.RunDetail.as_view(), name="api_console_run"),
    path("runs/<str:run_id>/stages", runs.RunStages.as_view(), name="api_console_stages"),
    path("runs/<str:run_id>/requests", runs.RunRequests.as_view(), name="api_console_requests"),
    path("requests", runs.RequestList.as_view(), name="api_requests"),
    path("requests/<str:request_id>", runs.RequestDetail.as_view(), name="api_console_request"),
]
