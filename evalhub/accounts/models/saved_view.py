"""A named look of a list: its search, filters, order and columns."""

from django.db import models
from django.db.models.functions import Now

from .organization import OrganizationOwned, OrganizationQuerySet


class SavedViewQuerySet(OrganizationQuerySet):
    def visible(self, *, membership, list_key, scope=""):
        """The views of a list that a person may open: their own and those that are shared, by name."""
        own = models.Q(user=membership.user_id) | models.Q(shared=True)
        found = self.for_organization(membership.organization_id).filter(own, list_key=list_key, scope=scope)
        return found.order_by("name", "pk")


class SavedView(OrganizationOwned):
    """`query` is the query string of the list's page; a shared view is seen by everyone who sees the list.

    `list_key` is a key of the registry of lists, `scope` the parent of the rows where views are kept for each parent.
    """

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    list_key = models.CharField(max_length=60)
    scope = models.CharField(max_length=60, blank=True, default="")
    name = models.CharField(max_length=80)
    query = models.TextField(blank=True, default="")
    shared = models.BooleanField(default=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    objects = SavedViewQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["organization", "user", "list_key", "scope", "name"], name="saved_view_of_list_name_unique"
            )
        ]
        indexes = [models.Index(fields=["organization", "list_key", "scope"], name="saved_view_by_list")]

    def __str__(self):
        return self.name
