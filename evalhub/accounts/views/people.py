"""What is done with the people of an organization: invite, change a role, remove."""

from django.contrib import messages
from django.db import transaction
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from evalhub.accounts.access import requires
from evalhub.accounts.actions import invitations, people
from evalhub.accounts.forms import InvitationForm, RoleForm, role_descriptions
from evalhub.accounts.models import Invitation, Membership, Role, Team
from evalhub.lib.errors import Conflict, InvalidInput


@requires("admin")
@require_http_methods(["GET", "POST"])
def invitation_create(request):
    """The form, then once the links: they are not stored, so they are shown in the answer and never again."""
    form = InvitationForm(request.POST or None, teams=Team.objects.for_organization(request.organization))
    if form.is_valid():
        chosen = form.cleaned_data | {"organization": request.organization, "by": request.user}
        try:
            with transaction.atomic():
                issued = [invitations.invite(**chosen | {"email": email}) for email in chosen["email"]]
        except (InvalidInput, Conflict) as error:
            form.add_error("email", error.message)
        else:
            return _show_links(request, issued)
    context = {"form": form, "roles": role_descriptions()}
    return render(request, "people/invite.html", context, status=422 if form.is_bound else 200)


@requires("admin")
@require_POST
def invitation_resend(request, invitation_id):
    found = Invitation.objects.for_organization(request.organization).select_related("organization")
    invitation = get_object_or_404(found, pk=invitation_id)
    return _show_links(request, [invitations.resend(invitation=invitation, by=request.user)])


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
    try:
        people.change_role(membership=membership, role=form.cleaned_data["role"], by=request.user)
    except Conflict as error:
        messages.error(request, error.message)
        return redirect("people_list")
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


def _show_links(request, issued):
    found = [(each.invitation, each.invitation.link(each.token)) for each in issued]
    return render(request, "people/invited.html", {"invited": found, "invitation": issued[0].invitation})
