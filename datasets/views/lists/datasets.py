"""The list of datasets."""

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext_lazy as _

from datasets.models import Dataset, DatasetVersion
from datasets.models.dataset import TYPES
from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from evalhub.templatetags.states import look_of

TYPE_LABELS = {kind: look_of(kind).label for kind in TYPES}
NEWEST = DatasetVersion.objects.filter(dataset=OuterRef("pk")).order_by("-version_number")
FILTERS = (
    filters.choice("type", "type", TYPES, "datasets of one of these types", title=_("Type"), labels=TYPE_LABELS),
    filters.part_of("name", "name", "a part of the name", title=_("Name")),
    filters.text("tag", "tags__contains", "datasets with this tag", title=_("Tag")),
    filters.since("created_at", "datasets made then or later", title=_("Created from")),
)


@register("datasets")
class DatasetList(List):
    title = _("Datasets")
    in_palette = True
    columns = (
        Column("name", _("Name"), "name", sort="name"),
        Column("type", _("Type"), "type", kind="state", sort="type"),
        Column("tags", _("Tags"), "tags", kind="tags", default=False),
        Column("latest_version", _("Latest version"), "latest.version_number", template="datasets/dataset_cells.html"),
        Column("row_count", _("Rows"), "latest.row_count", kind="number"),
        Column("created_by", _("Created by"), "created_by.display_name", kind="person", default=False),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at", default=False),
        Column("updated_at", _("Changed"), "updated_at", kind="time", sort="updated_at"),
    )
    sorts = {
        "latest_version": Subquery(NEWEST.values("version_number")[:1]),
        "row_count": Subquery(NEWEST.values("row_count")[:1]),
    }
    filters = FILTERS
    search, search_label = ("name", "description"), _("Name or description")
    order = "-created_at"
    links = (Link(_("New dataset"), "datasets:dataset_create", primary=True),)
    empty = Empty(
        "database",
        _("Upload a dataset"),
        _(
            "Upload a CSV, JSON, JSONL or Parquet file of test cases: inputs, expected outputs, model outputs."
            " Every row is validated."
        ),
        Link(_("Upload a file"), "datasets:dataset_create"),
        _("They appear here once an admin uploads one."),
    )

    def rows(self):
        found = Dataset.objects.for_organization(self.organization).listed().without_refused()
        return found.with_latest_version().select_related("created_by")

    def href(self, row):
        """The newest version, where the cases are; its breadcrumb leads to the dataset with all of them."""
        return (row.latest or row).get_absolute_url()

    def note(self, row):
        return row.description
