"""What is done with the people of an organization: invite, change a role, remove."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from evalhub.accounts.access import requires
from evalhub.accounts.actions import invitations, people
from evalhub.accounts.forms import InvitationForm, RoleForm, role_descriptions
from evalhub.accounts.models import Invitation, Membership, Role
from evalhub.lib.errors import Conflict, InvalidInput


@requires("admin")
@require_http_methods(["GET", "POST"])
def invitation_create(request):
    """The form, then once the link: it is not stored, so it is shown in the answer and never again."""
    form = InvitationForm(request.POST or None)
    if form.is_valid():
        try:
            issued = invitations.invite(organization=request.organization, by=request.user, **form.cleaned_data)
        except (InvalidInput, Conflict) as error:
            form.add_error("email", error.message)
        else:
            return _show_link(request, issued)
    context = {"form": form, "roles": role_descriptions()}
    return render(request, "people/invite.html", context, status=422 if form.is_bound else 200)


@requires("admin")
@require_POST
def invitation_resend(request, invitation_id):
    found = Invitation.objects.for_organization(request.organization).select_related("organization")
    invitation = get_object_or_404(found, pk=invitation_id)
    return _show_link(request, invitations.resend(invitation=invitation, by=request.user))


@requires("admin")
@require_POST
def invitation_withdraw(request, invitation_id):
    found = Invitation.objects.for_organization(request.organization)
    invitation = get_object_or_404(found, pk=invitation_id)
    invitations.withdraw(invitation=invitation, by=request.user)
    text = _("The invitation for %(email)s is withdrawn. Its link no longer works.") % {"email": invitation.email}
    messages.success(request, text)
    return redirect("invitation_list")


@requires("admin")
@require_POST
def membership_role(request, membership_id):
    membership = _member(request, membership_id)
    form = RoleForm(request.POST)
    if not form.is_valid():
        text = _("Choose a role. Valid: %(roles)s.") % {"roles": ", ".join(Role.values)}
        raise InvalidInput(text, code="unknown_role")
    people.change_role(membership=membership, role=form.cleaned_data["role"], by=request.user)
    words = {"person": membership.user.display_name, "role": membership.get_role_display().lower()}
    messages.success(request, _("%(person)s is now %(role)s.") % words)
    return redirect("people_list")


@requires("admin")
@require_http_methods(["GET", "POST"])
def membership_remove(request, membership_id):
    membership = _member(request, membership_id)
    if request.method == "GET":
        return render(request, "people/remove.html", {"member": membership})
    people.remove(membership=membership, by=request.user)
    text = _("%(person)s was removed. Their answers are kept.") % {"person": membership.user.display_name}
    messages.success(request, text)
    return redirect("people_list")


def _member(request, membership_id):
    found = Membership.objects.for_organization(request.organization).select_related("user", "organization")
    return get_object_or_404(found, pk=membership_id)


def _show_link(request, issued):
    link = issued.invitation.link(issued.token)
    return render(request, "people/invited.html", {"invitation": issued.invitation, "link": link})
