"""Addresses of the API of machine annotators and audits, below /v1/."""

from django.urls import path

from reviews.api import annotators, audits, runs

urlpatterns = [
    path("annotators", annotators.AnnotatorList.as_view(), name="api_annotator_list"),
    path("annotators/<str:annotator_id>", annotators.AnnotatorDetail.as_view(), name="api_annotator_detail"),
    path("annotations/tasks/<str:task_id>/annotators", runs.TaskRuns.as_view(), name="api_run_list"),
    path(
        "annotations/tasks/<str:task_id>/annotators/<str:annotator_id>", runs.TaskRun.as_view(), name="api_run_detail"
    ),
    path("annotations/tasks/<str:task_id>/audits", audits.TaskAudits.as_view(), name="api_audit_list"),
    path("annotations/<str:annotation_id>/audits", audits.AnnotationAudits.as_view(), name="api_audit_decide"),
    path(
        "annotations/<str:annotation_id>/own-answers", audits.AnnotationOwnAnswers.as_view(), name="api_audit_answer"
    ),
]
