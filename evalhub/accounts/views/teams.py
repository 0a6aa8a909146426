"""Teams: a new one, and one with its members."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from evalhub.accounts.access import requires
from evalhub.accounts.actions import teams
from evalhub.accounts.forms import TeamForm, TeamMembersForm
from evalhub.accounts.models import Membership, Team
from evalhub.lib.errors import Conflict, InvalidInput

TRAIL = [{"label": gettext_lazy("Teams"), "href": reverse_lazy("team_list")}]
MOST_OFFERED = 500


@requires("admin")
@require_http_methods(["GET", "POST"])
def team_create(request):
    form = TeamForm(request.POST or None)
    if form.is_valid():
        try:
            team = teams.create(organization=request.organization, name=form.cleaned_data["name"], by=request.user)
        except (InvalidInput, Conflict) as error:
            form.add_error("name", error.message)
        else:
            messages.success(request, _("Team created. Add its members next."))
            return redirect(team)
    context = {"form": form, "trail": TRAIL}
    return render(request, "people/team_new.html", context, status=422 if form.is_bound else 200)


@requires("admin")
@require_http_methods(["GET", "POST"])
def team_detail(request, team_id):
    """The team with its members; a POST gives it another name."""
    team = _team(request, team_id)
    form = TeamForm(request.POST or None, initial={"name": team.name})
    if form.is_valid():
        try:
            teams.change(team=team, name=form.cleaned_data["name"], by=request.user)
        except (InvalidInput, Conflict) as error:
            form.add_error("name", error.message)
        else:
            messages.success(request, _("Name saved."))
            return redirect(team)
    return _show(request, team, form=form, status=422 if form.is_bound else 200)


@requires("admin")
@require_POST
def team_add(request, team_id):
    """Add members by their addresses: all that are named, or nobody when one is unknown."""
    team = _team(request, team_id)
    members_form = TeamMembersForm(request.POST, members=_members(request))
    if members_form.is_valid():
        try:
            teams.change(team=team, add=members_form.cleaned_data["emails"], by=request.user)
        except InvalidInput as error:
            members_form.add_error("emails", error.message)
        else:
            return redirect(team)
    return _show(request, team, members_form=members_form, status=422)


@requires("admin")
@require_POST
def team_take_out(request, team_id, membership_id):
    team = _team(request, team_id)
    member = get_object_or_404(team.members.select_related("user"), pk=membership_id)
    teams.change(team=team, remove=[member], by=request.user)
    words = {"person": member.user.display_name, "team": team.name}
    messages.success(request, _("%(person)s is no longer in %(team)s.") % words)
    return redirect(team)


@requires("admin")
@require_POST
def team_delete(request, team_id):
    team = _team(request, team_id)
    try:
        teams.delete(team=team, by=request.user)
    except Conflict as error:
        messages.error(request, error.message)
        return redirect(team)
    text = _("The team %(name)s is deleted. Its members stay members of the organization.") % {"name": team.name}
    messages.success(request, text)
    return redirect("team_list")


def _team(request, team_id):
    return get_object_or_404(Team.objects.for_organization(request.organization), pk=team_id)


def _members(request):
    return Membership.objects.for_organization(request.organization).select_related("user")


def _show(request, team, *, form=None, members_form=None, status=200):
    others = _members(request).exclude(teams=team).order_by("user__email")
    context = {
        "team": team,
        "members": team.members.select_related("user").order_by("user__email"),
        "others": others[:MOST_OFFERED],
        "form": form or TeamForm(initial={"name": team.name}),
        "members_form": members_form or TeamMembersForm(members=_members(request)),
        "trail": TRAIL,
    }
    return render(request, "people/team.html", context, status=status)
