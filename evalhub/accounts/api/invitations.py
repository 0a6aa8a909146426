"""Invitations over the API: whom an organization waits for; the link of one is shown once."""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.actions import invitations
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.api.secrets import shown_once
from evalhub.accounts.models import Invitation, Role
from evalhub.accounts.models.invitation import STATES
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, StrictSerializer, StrictText
from evalhub.api.paging import CURSOR, LIMIT, OFFSET, ListOut, list_page

FILTERS = (
    filters.choice("state", "state", STATES, "invitations in this state", title=_("State")),
    filters.choice("role", "role", Role.values, "to this role", title=_("Role"), labels=dict(Role.choices)),
    filters.part_of("q", "email", "a part of the address"),
)


class InvitationOut(Answer):
    invitation_id = s.UUIDField(source="pk")
    email = s.CharField(help_text="the address that may use the link; empty: the first admin's, for any address")
    role = s.ChoiceField(Role.values)
    state = s.ChoiceField(STATES)
    invited_by = s.EmailField(
        allow_null=True, help_text="null: the system, or a person who is gone", source="invited_by.email"
    )
    created_at = s.DateTimeField()
    expires_at = s.DateTimeField(help_text="when the newest link stops working")
    accepted_at = s.DateTimeField(allow_null=True)
    withdrawn_at = s.DateTimeField(source="revoked_at", allow_null=True)


class InvitationListOut(ListOut):
    invitations = InvitationOut(source="rows", many=True)


class InvitationLinkOut(InvitationOut):
    link = s.CharField(
        allow_null=True,
        help_text="to send to the person: it is not stored, so that it is null when a request is answered again by "
        "its Idempotency-Key",
    )

    def read_link(self, invitation):
        return self.context["token"] and invitation.link(self.context["token"])


class InvitationIn(StrictSerializer):
    example = {"email": "carol@example.org", "role": "annotator"}

    email = StrictText(max_length=254)
    role = s.ChoiceField(Role.choices)


class _InvitationView(ApiView):
    def invitations(self, request):
        found = Invitation.objects.for_organization(request.organization)
        return found.with_state().select_related("invited_by", "organization")

    def with_link(self, request, issued):
        row = self.invitations(request).get(pk=issued.invitation.pk)
        return shown_once(InvitationLinkOut, row, token=issued.token)


class InvitationList(_InvitationView):
    access = {"GET": "admin", "POST": "admin"}

    @extend_schema(
        operation_id="invitations_list",
        parameters=[*filters.parameters(FILTERS), LIMIT, OFFSET, CURSOR],
        responses=InvitationListOut,
        extensions=errors("bad_filter", "bad_cursor"),
    )
    def get(self, request):
        """List invitations, newest first, without their links."""
        found = filters.narrowed(self.invitations(request), FILTERS, request.query_params)
        return Response(InvitationListOut.of(list_page(found, request.query_params, keys=("-pk",))))

    @extend_schema(
        request=InvitationIn,
        responses={201: InvitationLinkOut},
        extensions=errors("bad_email", "unknown_role", "already_member"),
    )
    def post(self, request):
        """Invite a person. The link works once, for this address, for 72 hours, and is in this answer and nowhere else.

        No mail is sent. An open invitation for the same address is withdrawn.
        """
        body = InvitationIn.read(request.data)
        issued = invitations.invite(organization=request.organization, **body, by=request.user)
        return self.with_link(request, issued)


class InvitationDetail(_InvitationView):
    access = {"GET": "admin", "DELETE": "admin"}

    @extend_schema(responses=InvitationOut)
    def get(self, request, invitation_id):
        """Get an invitation."""
        return Response(InvitationOut.of(self.get_or_404(self.invitations(request), "invitation", pk=invitation_id)))

    @extend_schema(responses={204: None})
    def delete(self, request, invitation_id):
        """Withdraw an invitation: its link stops working. One that is closed stays as it is."""
        found = self.get_or_404(self.invitations(request), "invitation", pk=invitation_id)
        invitations.withdraw(invitation=found, by=request.user)
        return Response(status=204)


class InvitationResend(_InvitationView):
    access = {"POST": "admin"}

    @extend_schema(request=None, responses={201: InvitationLinkOut}, extensions=errors("invitation_ended"))
    def post(self, request, invitation_id):
        """Create a new link for an invitation that nobody used, valid for 72 hours; the link before stops working."""
        found = self.get_or_404(self.invitations(request), "invitation", pk=invitation_id)
        return self.with_link(request, invitations.resend(invitation=found, by=request.user))
