"""Addresses of machine annotators in the API, below /v1/."""

from django.urls import path

from reviews.scorers.api import annotators, task_runs

urlpatterns = [
    path("annotators", annotators.AnnotatorList.as_view(), name="api_annotator_list"),
    path("annotators/<str:annotator_id>", annotators.AnnotatorDetail.as_view(), name="api_annotator_detail"),
    path("annotations/tasks/<str:task_id>/annotators", task_runs.TaskRuns.as_view(), name="api_run_list"),
    path(
        "annotations/tasks/<str:task_id>/annotators/estimate",
        task_runs.TaskRunEstimate.as_view(),
        name="api_run_estimate",
    ),
    path(
        "annotations/tasks/<str:task_id>/annotators/<str:annotator_id>",
        task_runs.TaskRun.as_view(),
        name="api_run_detail",
    ),
]
