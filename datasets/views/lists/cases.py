"""The cases of a version, narrowed by their metadata and by full-text search, also among a million."""

from django.db.models import prefetch_related_objects
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from datasets.actions import cases
from datasets.actions.search import matches
from datasets.models import CaseSearch, ModelOutput
from datasets.views.case_filter import COMPARISONS, MetadataFilter
from datasets.views.case_texts import case_rows
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, List

CELLS = "datasets/case_cells.html"
FILTER = MetadataFilter()


@register("cases")
class CaseList(List):
    title = _("Cases")
    columns = (
        Column(
            "row", _("Row"), lambda case: case.row_index + 1, kind="number", template=f"{CELLS}#row", sort="row_index"
        ),
        Column("external_id", _("ID"), "external_id", kind="mono"),
        Column("input", _("Input"), "input", template=f"{CELLS}#input"),
        Column("expected_output", _("Expected"), "expected_output", template=f"{CELLS}#expected"),
        Column("metadata", _("Metadata"), "metadata", template=f"{CELLS}#metadata", default=False),
        Column(
            "outputs",
            _("Model outputs"),
            lambda case: case.texts.outputs,
            template=f"{CELLS}#outputs",
        ),
    )
    filters = (FILTER,)
    filter_template = "datasets/case_filter.html"
    search_label = _('Words, "phrases", -words, IDs')
    order = "row"
    empty = Empty("inbox", _("No cases"), _("A version has cases once its validation has passed."))
    template = "datasets/case_list.html"
    page_size = 25

    def __init__(self, request, parent=None):
        super().__init__(request, parent)
        self.fields = cases.metadata_fields(parent)
        self.comparisons = COMPARISONS
        self._found = {}

    def rows(self):
        return self.parent.cases.all()

    def narrow(self, rows, filter, value):
        return cases.filtered(rows, value, self.parent)

    def searched(self, rows, text):
        return rows.filter(self._matches(text).at("pk"))

    def first(self, ordered, chosen, most):
        return cases.first(ordered, most, version=self.parent, wanted=chosen.values.get(FILTER.name))

    def count(self, rows, chosen, most):
        wanted, found = chosen.values.get(FILTER.name), chosen.search and self._matches(chosen.search)
        number = cases.count(self.parent, wanted, found=found or None, most=most)
        is_unknown = number is None and wanted and found
        return most + 1 if number is None and not is_unknown else number

    def load(self, rows):
        prefetch_related_objects(rows, ModelOutput.of_cases())
        for row, texts in zip(rows, case_rows(rows), strict=True):
            row.texts = texts

    def href(self, row):
        version = self.parent
        return reverse("datasets:case_detail", args=[version.dataset_id, version.version_number, row.row_index])

    def chip_text(self, filter, value):
        return filter.text_of(value)

    def scope(self):
        return str(self.parent.dataset_id)

    def _matches(self, text):
        """What a search finds, which the rows and their number share."""
        if text not in self._found:
            (self._found[text],) = matches(CaseSearch, text=text, versions=[self.parent])
        return self._found[text]
