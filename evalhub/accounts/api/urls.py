"""Addresses of the API about the organization itself and who calls, below /v1/."""

from django.urls import path

from evalhub.accounts.api import audit_log, me

urlpatterns = [
    path("me", me.Me.as_view(), name="api_me"),
    path("audit-log", audit_log.AuditLog.as_view(), name="api_audit_log"),
    path("audit-log/events.csv", audit_log.AuditLogFile.as_view(suffix="csv"), name="api_audit_log_csv"),
    path("audit-log/events.jsonl", audit_log.AuditLogFile.as_view(suffix="jsonl"), name="api_audit_log_jsonl"),
]
