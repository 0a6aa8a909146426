"""Addresses of the API about the organization itself and who calls, below /v1/."""

from django.urls import path

from evalhub.accounts.api import api_keys, audit_log, invitations, me, request_limit_settings, teams

urlpatterns = [
    path("me", me.Me.as_view(), name="api_me"),
    path("api-keys", api_keys.ApiKeyList.as_view(), name="api_api_key_list"),
    path("api-keys/<str:key_id>", api_keys.ApiKeyDetail.as_view(), name="api_api_key"),
    path("invitations", invitations.InvitationList.as_view(), name="api_invitation_list"),
    path("invitations/<str:invitation_id>", invitations.InvitationDetail.as_view(), name="api_invitation"),
    path(
        "invitations/<str:invitation_id>/resend", invitations.InvitationResend.as_view(), name="api_invitation_resend"
    ),
    path("request-limits", request_limit_settings.RequestLimits.as_view(), name="api_request_limits"),
    path("teams", teams.TeamList.as_view(), name="api_team_list"),
    path("teams/<str:team_id>", teams.TeamDetail.as_view(), name="api_team"),
    path("audit-log", audit_log.AuditLog.as_view(), name="api_audit_log"),
    path("audit-log/events.csv", audit_log.AuditLogFile.as_view(suffix="csv"), name="api_audit_log_csv"),
    path("audit-log/events.jsonl", audit_log.AuditLogFile.as_view(suffix="jsonl"), name="api_audit_log_jsonl"),
]
