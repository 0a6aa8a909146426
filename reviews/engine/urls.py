"""Addresses of the engine: runs, the ledger, providers, operations, rate limits and budgets."""

from django.urls import path

from evalhub.lists.views import list_page
from reviews.engine.limits.views import providers, rate_limits
from reviews.engine.requests.views import detail
from reviews.engine.runs.views import controls
from reviews.engine.runs.views import detail as run_detail
from reviews.engine.views import operations, provider_keys

urlpatterns = [
    path("runs/", list_page("runs"), name="run_list"),
    path("runs/<uuid:run_id>/", run_detail.run_detail, name="run_detail"),
    path("runs/<uuid:run_id>/state/", controls.run_set_state, name="run_set_state"),
    path("runs/<uuid:run_id>/stop-at/", controls.run_stop_at, name="run_stop_at"),
    path("runs/<uuid:run_id>/cancel/", controls.run_cancel, name="run_cancel"),
    path("runs/<uuid:run_id>/retry/", controls.run_retry_failed, name="run_retry_failed"),
    path("runs/<uuid:run_id>/ask-anew/", controls.run_ask_anew, name="run_ask_anew"),
    path("runs/<uuid:run_id>/send-again/", controls.run_send_again, name="run_send_again"),
    path("runs/<uuid:run_id>/policy/", controls.run_policy, name="run_policy"),
    path("runs/<uuid:run_id>/requests/", run_detail.run_requests, name="run_requests"),
    path("ledger/", list_page("requests"), name="ledger"),
    path("ledger/attempts/", list_page("attempts"), name="attempts"),
    path("ledger/<int:request_id>/", detail.request_detail, name="request_detail"),
    path("organization/keys/", provider_keys.provider_key_list, name="provider_keys"),
    path("organization/keys/<uuid:provider_key_id>/test/", provider_keys.provider_key_test, name="provider_key_test"),
    path(
        "organization/keys/<uuid:provider_key_id>/remove/",
        provider_keys.provider_key_remove,
        name="provider_key_remove",
    ),
    path("providers/", providers.providers, name="providers"),
    path("providers/release/", providers.provider_release, name="provider_release"),
    path("operations/", operations.operations, name="operations"),
    path("operations/restart/", operations.operation_restart, name="operation_restart"),
    path("rate-limits/", rate_limits.rate_limits, name="rate_limits"),
    path("rate-limits/new/", rate_limits.rate_limits_new, name="rate_limits_new"),
    path("rate-limits/budget/", rate_limits.rate_limits_budget, name="rate_limits_budget"),
]
