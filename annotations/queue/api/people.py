"""People of an organization as annotators, over the API: what they know, and whether they are given items."""

from dataclasses import replace

from django.db import transaction
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from annotations.queue.actions import people
from annotations.tasks.actions import annotators, skills
from annotations.tasks.models import Annotator
from evalhub.accounts.actions import people as members
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.models import Membership, Role
from evalhub.accounts.views.lists.people import ROLE, TEAM
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, StrictBoolean, StrictSerializer, StrictText, optional
from evalhub.api.paging import ListOut, Pages
from evalhub.lib.errors import InvalidInput

PAGES = Pages(keys=("user__email", "pk"))
BLOCKED = OpenApiParameter("blocked", OpenApiTypes.BOOL, description="true: only people who are blocked; false: others")
TAG = filters.part_of("tag", "", "people with this expertise tag")
SEARCH = filters.part_of("q", "", "a part of the name or address")
LANGUAGE = filters.part_of("language", "", "people with this language code")


class TeamOfPersonOut(Answer):
    team_id = s.UUIDField(source="pk")
    name = s.CharField()


class PersonOut(Answer):
    membership_id = s.IntegerField(source="pk")
    name = s.CharField(source="user.display_name")
    email = s.EmailField(source="user.email")
    role = s.ChoiceField(Role.values)
    annotator_id = optional(s.UUIDField, help_text="null until there is anything to say of the person's work")
    teams = TeamOfPersonOut(many=True, source="teams.all", help_text="by name")
    expertise_tags = s.ListField(child=s.CharField())
    languages = s.ListField(child=s.CharField(), help_text="codes such as en or pt-BR")
    blocked_at = optional(s.DateTimeField, help_text="since when no new item goes to the person; null: items do")

    def read_annotator_id(self, member):
        return member.annotator and member.annotator.pk

    def read_expertise_tags(self, member):
        return member.annotator.expertise_tags if member.annotator else []

    def read_languages(self, member):
        return member.annotator.languages if member.annotator else []

    def read_blocked_at(self, member):
        return member.annotator and member.annotator.blocked_at


class PersonListOut(ListOut):
    people = PersonOut(many=True, source="rows")


class PersonChangeIn(StrictSerializer):
    example = {"expertise_tags": ["billing"], "languages": ["en", "de"]}

    expertise_tags = s.ListField(child=StrictText(max_length=skills.TAG_LENGTH), required=False)
    languages = s.ListField(child=StrictText(max_length=skills.LANGUAGE_LENGTH), required=False)
    role = s.ChoiceField(Role.choices, required=False)
    blocked = StrictBoolean(required=False, help_text="true takes a reason")
    reason = StrictText(max_length=people.REASON_LENGTH, required=False, help_text="kept in the audit log")


class _PeopleView(ApiView):
    def members(self, request):
        return (
            Membership.objects.for_organization(request.organization).select_related("user").prefetch_related("teams")
        )


class PersonList(_PeopleView):
    access = {"GET": "admin"}

    @extend_schema(
        summary="List people",
        parameters=[*PAGES.parameters, BLOCKED, *filters.parameters([SEARCH, ROLE, TEAM, TAG, LANGUAGE])],
        responses={200: PersonListOut},
        extensions=errors("bad_filter"),
    )
    def get(self, request):
        """Members of the organization as annotators, by e-mail."""
        query = request.query_params
        found, narrowed = (
            filters.narrowed(self.members(request), [ROLE, TEAM], query),
            _narrowed(query, request.organization),
        )
        if "q" in query:
            found = found.matching(SEARCH.value(query["q"]))
        if narrowed is not None:
            found = found.filter(user__in=narrowed.values("user"))
        if query.get("blocked") == "false":
            found = found.exclude(user__in=_blocked(request.organization).values("user"))
        page = PAGES.page(found, query)
        return Response(PersonListOut.of(replace(page, rows=with_annotators(page.rows))))


class PersonDetail(_PeopleView):
    access = {"GET": "admin", "PATCH": "admin", "DELETE": "admin"}

    def person(self, request, membership_id):
        member = self.get_or_404(self.members(request).select_related("organization"), "member", pk=membership_id)
        return with_annotators([member])[0]

    @extend_schema(summary="Get a person", responses={200: PersonOut})
    def get(self, request, membership_id):
        """One member as an annotator."""
        return Response(PersonOut.of(self.person(request, membership_id)))

    @extend_schema(
        summary="Change a person",
        request=PersonChangeIn,
        examples=[OpenApiExample("Block", value={"blocked": True, "reason": "Answers at random."}, request_only=True)],
        responses={200: PersonOut},
        extensions=errors("invalid_schema", "bad_language", "too_many", "last_admin"),
    )
    def patch(self, request, membership_id):
        """Set the role, tags and languages, block or unblock; all of it or nothing.

        A blocked person is given no new item; their answers are kept. The last admin stays one.
        """
        member, body = self.person(request, membership_id), PersonChangeIn.read(request.data)
        with transaction.atomic():
            _change(member, **body, by=request.user)
        return Response(PersonOut.of(with_annotators([member])[0]))

    @extend_schema(summary="Remove a person", responses={204: None}, extensions=errors("last_admin"))
    def delete(self, request, membership_id):
        """End a membership at once, and the API keys of it. What the person answered is kept and still counts."""
        members.remove(membership=self.person(request, membership_id), by=request.user)
        return Response(status=204)


def _change(member, *, role=None, blocked=None, reason="", by, **facts):
    if reason and blocked is None:
        raise InvalidInput('A reason is given for nothing. Send "blocked" with it.', code="invalid_schema")
    if role is not None and role != member.role:
        members.change_role(membership=member, role=role, by=by)
    if not facts and blocked is None:
        return
    annotator = annotators.of_member(member)
    people.describe(annotator=annotator, **facts, by=by)
    if blocked is not None:
        change = people.block if blocked else people.unblock
        change(annotator=annotator, reason=reason, by=by)


def with_annotators(members: list[Membership]) -> list[Membership]:
    """The members with `annotator`, None for those without one; one statement."""
    ids = [member.user_id for member in members]
    organization = members[0].organization_id if members else None
    found = Annotator.objects.people().filter(organization=organization, user__in=ids)
    by_user = {annotator.user_id: annotator for annotator in found}
    for member in members:
        member.annotator = by_user.get(member.user_id)
    return members


def _narrowed(query, organization):
    """The annotators that the filters leave; None where they name none."""
    blocked = query.get("blocked", "")
    if blocked not in ("", "true", "false"):
        raise InvalidInput(f"blocked is {blocked[:20]!r}. Valid: true, false.", code="bad_filter")
    found = _blocked(organization) if blocked == "true" else Annotator.objects.for_organization(organization)
    if query.get("tag"):
        found = found.filter(expertise_tags__contains=[TAG.value(query["tag"])])
    if query.get("language"):
        found = found.filter(languages__contains=[LANGUAGE.value(query["language"])])
    named = blocked == "true" or query.get("tag") or query.get("language")
    return found.with_account() if named else None


def _blocked(organization):
    return Annotator.objects.for_organization(organization).with_account().filter(blocked_at__isnull=False)
