"""Pages of audits, of machine annotators, and of the engine that asks language models."""

from django.urls import path

from reviews import job_urls, method_urls, quality_urls
from reviews.views import (
    audit_accept,
    audit_keys,
    audit_list,
    audit_requests,
    audits,
    ledger,
    machines,
    providers,
    rate_limits,
    request_detail,
    run_controls,
    run_detail,
    run_list,
)

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
    path("runs/", run_list.run_list, name="run_list"),
    path("runs/<uuid:run_id>/", run_detail.run_detail, name="run_detail"),
    path("runs/<uuid:run_id>/state/", run_controls.run_set_state, name="run_set_state"),
    path("runs/<uuid:run_id>/stop-at/", run_controls.run_stop_at, name="run_stop_at"),
    path("runs/<uuid:run_id>/cancel/", run_controls.run_cancel, name="run_cancel"),
    path("runs/<uuid:run_id>/retry/", run_controls.run_retry_failed, name="run_retry_failed"),
    path("runs/<uuid:run_id>/ask-anew/", run_controls.run_ask_anew, name="run_ask_anew"),
    path("runs/<uuid:run_id>/send-again/", run_controls.run_send_again, name="run_send_again"),
    path("runs/<uuid:run_id>/policy/", run_controls.run_policy, name="run_policy"),
    path("runs/<uuid:run_id>/requests/", ledger.run_requests, name="run_requests"),
    path("runs/<uuid:run_id>/requests.csv", ledger.run_requests_csv, name="run_requests_csv"),
    path("ledger/", ledger.ledger, name="ledger"),
    path("ledger/tries.csv", ledger.ledger_csv, name="ledger_csv"),
    path("ledger/<int:request_id>/", request_detail.request_detail, name="request_detail"),
    path("providers/", providers.providers, name="providers"),
    path("providers/release/", providers.provider_release, name="provider_release"),
    path("rate-limits/", rate_limits.rate_limits, name="rate_limits"),
    path("rate-limits/new/", rate_limits.rate_limits_new, name="rate_limits_new"),
    path("rate-limits/budget/", rate_limits.rate_limits_budget, name="rate_limits_budget"),
    path("tasks/<uuid:task_id>/models/", machines.task_machines, name="task_machines"),
    path("tasks/<uuid:task_id>/models/add/", machines.machine_add, name="machine_add"),
    path("tasks/<uuid:task_id>/models/<uuid:run_id>/state/", machines.run_state, name="run_state"),
    path("tasks/<uuid:task_id>/models/<uuid:run_id>/retry/", machines.run_retry, name="run_retry"),
    *job_urls.urlpatterns,
    *method_urls.urlpatterns,
    *quality_urls.urlpatterns,
]
