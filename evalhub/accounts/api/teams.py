"""Teams of an organization over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.actions import teams
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.models import Membership, Role, Team
from evalhub.accounts.views.lists.teams import FILTERS
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, StrictInteger, StrictSerializer, StrictText
from evalhub.api.paging import CURSOR, LIMIT, OFFSET, ListOut, list_page
from evalhub.lib.errors import InvalidInput, NotFound


class TeamOut(Answer):
    team_id = s.UUIDField(source="pk")
    name = s.CharField()
    member_count = s.IntegerField()
    created_at = s.DateTimeField()


class TeamMemberOut(Answer):
    membership_id = s.IntegerField(source="pk")
    name = s.CharField(source="user.display_name")
    email = s.EmailField(source="user.email")
    role = s.ChoiceField(Role.values)


class TeamDetailOut(TeamOut):
    members = TeamMemberOut(many=True, help_text="by address")

    def read_members(self, team):
        return team.members.select_related("user").order_by("user__email")


class TeamListOut(ListOut):
    teams = TeamOut(source="rows", many=True)


def _ids(help_text):
    return s.ListField(
        child=StrictInteger(min_value=1, max_value=filters.HIGHEST),
        required=False,
        max_length=teams.MOST_MEMBERS,
        help_text=help_text,
    )


class TeamIn(StrictSerializer):
    name = StrictText(max_length=teams.NAME_LENGTH, help_text="no other team has it, in any case of its letters")
    members = _ids("membership ids, as of GET /v1/people")


class TeamChangeIn(StrictSerializer):
    example = {"name": "Reviewers of support answers"}

    name = StrictText(max_length=teams.NAME_LENGTH, required=False)
    add = _ids("membership ids to add; who is in the team stays")
    remove = _ids("membership ids to take out; who is not in the team stays out")

    @classmethod
    def read(cls, data, **kwargs):
        body = super().read(data, **kwargs)
        if not body:
            raise InvalidInput(f"Nothing to change. Valid fields: {', '.join(cls().fields)}.")
        return body


class _TeamView(ApiView):
    def teams(self, request):
        found = Team.objects.for_organization(request.organization)
        return found.select_related("organization").with_member_count()

    def team(self, request, team_id):
        return self.get_or_404(self.teams(request), "team", pk=team_id)

    def members(self, request, ids):
        """Members of the organization by their ids; 404 when one of them is not."""
        found = Membership.objects.for_organization(request.organization).select_related("user")
        members = found.in_bulk(set(ids))
        unknown = next((pk for pk in ids if pk not in members), None)
        if unknown is not None:
            raise NotFound(f"There is no member {unknown}.")
        return [members[pk] for pk in ids]

    def answer(self, request, team, **options):
        return Response(TeamDetailOut.of(self.teams(request).get(pk=team.pk)), **options)


class TeamList(_TeamView):
    access = {"GET": "admin", "POST": "admin"}

    @extend_schema(
        operation_id="teams_list",
        parameters=[*filters.parameters(FILTERS), LIMIT, OFFSET, CURSOR],
        responses=TeamListOut,
        extensions=errors("bad_filter", "bad_cursor"),
    )
    def get(self, request):
        """List teams, newest first."""
        found = filters.narrowed(self.teams(request), FILTERS, request.query_params)
        return Response(TeamListOut.of(list_page(found, request.query_params, keys=("-pk",))))

    @extend_schema(
        request=TeamIn,
        responses={201: TeamDetailOut},
        extensions=errors("invalid_name", "name_taken", "too_many_members", "not_found"),
    )
    def post(self, request):
        """Create a team of members."""
        body = TeamIn.read(request.data)
        members = self.members(request, body.get("members", []))
        team = teams.create(organization=request.organization, name=body["name"], members=members, by=request.user)
        return self.answer(request, team, status=201)


class TeamDetail(_TeamView):
    access = {"GET": "admin", "PATCH": "admin", "DELETE": "admin"}

    @extend_schema(responses=TeamDetailOut)
    def get(self, request, team_id):
        """Get a team with its members."""
        return Response(TeamDetailOut.of(self.team(request, team_id)))

    @extend_schema(
        request=TeamChangeIn,
        responses=TeamDetailOut,
        extensions=errors("invalid_name", "name_taken", "too_many_members"),
    )
    def patch(self, request, team_id):
        """Rename a team, add members and take members out; all of it or nothing."""
        team, body = self.team(request, team_id), TeamChangeIn.read(request.data)
        chosen = {key: self.members(request, body.pop(key)) for key in ("add", "remove") if key in body}
        return self.answer(request, teams.change(team=team, **body, **chosen, by=request.user))

    @extend_schema(responses={204: None}, extensions=errors("team_in_use"))
    def delete(self, request, team_id):
        """Delete a team. Its members stay members of the organization; refused while a task names it."""
        teams.delete(team=self.team(request, team_id), by=request.user)
        return Response(status=204)
