"""Addresses of audits in the API, below /v1/."""

from django.urls import path

from reviews.audits.api import audits

urlpatterns = [
    path("annotations/tasks/<str:task_id>/audits", audits.TaskAudits.as_view(), name="api_audit_list"),
    path("annotations/<str:annotation_id>/audits", audits.AnnotationAudits.as_view(), name="api_audit_decide"),
    path("annotations/<str:annotation_id>/own-answers", audits.AnnotationOwnAnswers.as_view(), name="api_audit_answer"),
]
