"""A named group of an organization's members, such as those of one language or one project."""

from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse

from evalhub.lib.ids import uuid7

from .membership import Membership
from .organization import OrganizationOwned, OrganizationQuerySet


class TeamQuerySet(OrganizationQuerySet):
    def with_member_count(self):
        return self.annotate(member_count=models.Count("members"))


class Team(OrganizationOwned):
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=120)
    members = models.ManyToManyField(Membership, through="accounts.TeamMember", related_name="teams")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = TeamQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint("organization", Lower("name"), name="team_name_unique")]

    def __str__(self):
        return self.name

    def get_absolute_url(self):
        return reverse("team_detail", args=[self.pk])


class TeamMember(OrganizationOwned):
    """Ends with the team, and with the membership."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "membership"], name="team_member_once")]

    def __str__(self):
        return f"{self.membership} in {self.team}"
