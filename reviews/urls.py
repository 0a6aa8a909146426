"""Pages of audits and of machine annotators."""

from django.urls import path

from reviews.views import audit_accept, audit_keys, audit_list, audit_requests, audits, machines

app_name = "reviews"

urlpatterns = [
    path("audit/", audit_list.audit_list, name="audit_list"),
    path("audit/accept/", audit_accept.audit_accept, name="audit_accept"),
    path("audit/keys/", audit_keys.audit_keys, name="audit_keys"),
    path("audit/waiting/", audit_requests.audit_waiting, name="audit_waiting"),
    path("audit/waiting/<int:request_id>/", audit_requests.audit_request, name="audit_request"),
    path("audit/waiting/<int:request_id>/retry/", audit_requests.audit_retry, name="audit_retry"),
    path("audit/<int:annotation_id>/", audits.audit_item, name="audit_item"),
    path("audit/<int:annotation_id>/answer/", audits.audit_answer, name="audit_answer"),
    path("audit/<int:annotation_id>/decide/", audits.audit_decide, name="audit_decide"),
    path("audit/<int:annotation_id>/take-over/", audits.audit_take_over, name="audit_take_over"),
    path("audit/<int:annotation_id>/seen/", audits.audit_seen, name="audit_seen"),
    path("audit/<int:annotation_id>/adjudicate/", audits.audit_adjudicate, name="audit_adjudicate"),
    path("audit/<int:annotation_id>/again/", audit_requests.audit_again, name="audit_again"),
    path("tasks/<uuid:task_id>/models/", machines.task_machines, name="task_machines"),
    path("tasks/<uuid:task_id>/models/add/", machines.machine_add, name="machine_add"),
    path("tasks/<uuid:task_id>/models/<uuid:run_id>/state/", machines.run_state, name="run_state"),
    path("tasks/<uuid:task_id>/models/<uuid:run_id>/retry/", machines.run_retry, name="run_retry"),
]
