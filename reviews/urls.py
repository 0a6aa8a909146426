"""Pages of audits, of machine annotators, and of the engine that asks language models."""

from django.urls import path

from reviews.audits.views import bulk_accept, desk, keys, missing_answers
from reviews.audits.views import list as audit_list
from reviews.engine.limits.views import providers, rate_limits
from reviews.engine.requests.views import detail, ledger
from reviews.engine.runs.views import controls
from reviews.engine.runs.views import detail as run_detail
from reviews.engine.runs.views import list as run_list
from reviews.engine.views import operations
from reviews.jobs import urls
from reviews.jobs.documents import urls as method_urls
from reviews.quality import urls as quality_urls
from reviews.scorers.views import annotators

app_name = "reviews"

urlpatterns = [
    path("audit/", audit_list.audit_list, name="audit_list"),
    path("audit/accept/", bulk_accept.audit_accept, name="audit_accept"),
    path("audit/keys/", keys.audit_keys, name="audit_keys"),
    path("audit/waiting/", missing_answers.audit_waiting, name="audit_waiting"),
    path("audit/waiting/<int:request_id>/", missing_answers.audit_request, name="audit_request"),
    path("audit/waiting/<int:request_id>/retry/", missing_answers.audit_retry, name="audit_retry"),
    path("audit/<int:annotation_id>/", desk.audit_item, name="audit_item"),
    path("audit/<int:annotation_id>/answer/", desk.audit_answer, name="audit_answer"),
    path("audit/<int:annotation_id>/decide/", desk.audit_decide, name="audit_decide"),
    path("audit/<int:annotation_id>/take-over/", desk.audit_take_over, name="audit_take_over"),
    path("audit/<int:annotation_id>/seen/", desk.audit_seen, name="audit_seen"),
    path("audit/<int:annotation_id>/adjudicate/", desk.audit_adjudicate, name="audit_adjudicate"),
    path("audit/<int:annotation_id>/again/", missing_answers.audit_again, name="audit_again"),
    path("runs/", run_list.run_list, name="run_list"),
    path("runs/<uuid:run_id>/", run_detail.run_detail, name="run_detail"),
    path("runs/<uuid:run_id>/state/", controls.run_set_state, name="run_set_state"),
    path("runs/<uuid:run_id>/stop-at/", controls.run_stop_at, name="run_stop_at"),
    path("runs/<uuid:run_id>/cancel/", controls.run_cancel, name="run_cancel"),
    path("runs/<uuid:run_id>/retry/", controls.run_retry_failed, name="run_retry_failed"),
    path("runs/<uuid:run_id>/ask-anew/", controls.run_ask_anew, name="run_ask_anew"),
    path("runs/<uuid:run_id>/send-again/", controls.run_send_again, name="run_send_again"),
    path("runs/<uuid:run_id>/policy/", controls.run_policy, name="run_policy"),
    path("runs/<uuid:run_id>/requests/", ledger.run_requests, name="run_requests"),
    path("runs/<uuid:run_id>/requests.csv", ledger.run_requests_csv, name="run_requests_csv"),
    path("ledger/", ledger.ledger, name="ledger"),
    path("ledger/tries.csv", ledger.ledger_csv, name="ledger_csv"),
    path("ledger/<int:request_id>/", detail.request_detail, name="request_detail"),
    path("providers/", providers.providers, name="providers"),
    path("providers/release/", providers.provider_release, name="provider_release"),
    path("operations/", operations.operations, name="operations"),
    path("operations/restart/", operations.operation_restart, name="operation_restart"),
    path("rate-limits/", rate_limits.rate_limits, name="rate_limits"),
    path("rate-limits/new/", rate_limits.rate_limits_new, name="rate_limits_new"),
    path("rate-limits/budget/", rate_limits.rate_limits_budget, name="rate_limits_budget"),
    path("tasks/<uuid:task_id>/models/", annotators.task_machines, name="task_machines"),
    path("tasks/<uuid:task_id>/models/add/", annotators.machine_add, name="machine_add"),
    path("tasks/<uuid:task_id>/models/estimate/", annotators.machine_estimate, name="machine_estimate"),
    path("tasks/<uuid:task_id>/models/<uuid:run_id>/state/", annotators.run_state, name="run_state"),
    path("tasks/<uuid:task_id>/models/<uuid:run_id>/retry/", annotators.run_retry, name="run_retry"),
    *urls.urlpatterns,
    *method_urls.urlpatterns,
    *quality_urls.urlpatterns,
]
