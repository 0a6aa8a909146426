"""Pages of audits and of machine annotators."""

from django.urls import path

from reviews.views import audit_list, audits, machines

app_name = "reviews"

urlpatterns = [
    path("audit/", audit_list.audit_list, name="audit_list"),
    path("audit/<int:annotation_id>/", audits.audit_item, name="audit_item"),
    path("audit/<int:annotation_id>/answer/", audits.audit_answer, name="audit_answer"),
    path("audit/<int:annotation_id>/decide/", audits.audit_decide, name="audit_decide"),
    path("tasks/<uuid:task_id>/models/", machines.task_machines, name="task_machines"),
    path("tasks/<uuid:task_id>/models/add/", machines.machine_add, name="machine_add"),
    path("tasks/<uuid:task_id>/models/<uuid:run_id>/state/", machines.run_state, name="run_state"),
    path("tasks/<uuid:task_id>/models/<uuid:run_id>/retry/", machines.run_retry, name="run_retry"),
]
