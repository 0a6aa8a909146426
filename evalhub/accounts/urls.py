"""Pages about people, invitations, keys, the audit log and the own settings."""

from django.urls import path

from evalhub.accounts.views import api_keys, joining, organization_settings, own_settings, people, request_limits, teams
from evalhub.lists.views import list_page

urlpatterns = [
    path("people/", list_page("people"), name="people_list"),
    path("people/invitations/", list_page("invitations"), name="invitation_list"),
    path("people/teams/", list_page("teams"), name="team_list"),
    path("people/teams/new/", teams.team_create, name="team_create"),
    path("people/teams/<uuid:team_id>/", teams.team_detail, name="team_detail"),
    path("people/teams/<uuid:team_id>/add/", teams.team_add, name="team_add"),
    path("people/teams/<uuid:team_id>/remove/<int:membership_id>/", teams.team_take_out, name="team_take_out"),
    path("people/teams/<uuid:team_id>/delete/", teams.team_delete, name="team_delete"),
    path("people/invite/", people.invitation_create, name="invitation_create"),
    path("people/<int:membership_id>/role/", people.membership_role, name="membership_role"),
    path("people/<int:membership_id>/remove/", people.membership_remove, name="membership_remove"),
    path("invitations/<uuid:invitation_id>/resend/", people.invitation_resend, name="invitation_resend"),
    path("invitations/<uuid:invitation_id>/withdraw/", people.invitation_withdraw, name="invitation_withdraw"),
    path("join/<str:token>/", joining.invitation_accept, name="invitation_accept"),
    path("api-keys/", list_page("api-keys"), name="api_key_list"),
    path("api-keys/new/", api_keys.api_key_create, name="api_key_create"),
    path("api-keys/<uuid:key_id>/revoke/", api_keys.api_key_revoke, name="api_key_revoke"),
    path("api-keys/limits/", request_limits.request_limits, name="request_limits"),
    path("organization/", organization_settings.organization_settings, name="organization_settings"),
    path("audit-log/", list_page("audit-log"), name="audit_log"),
    path("settings/", own_settings.account_settings, name="account_settings"),
    path("settings/organization/", own_settings.organization_switch, name="organization_switch"),
    path("settings/theme/", own_settings.theme_choose, name="theme_choose"),
    path("settings/language/", own_settings.language_choose, name="language_choose"),
]
