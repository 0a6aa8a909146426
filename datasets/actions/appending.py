"""Add cases to an open version, many at once: each row is created, there already, or refused with a reason."""

from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from datasets.actions.stored_files import file_limits
from datasets.cases import CaseMaker, MappedCase, problem_with_input
from datasets.columns import BadColumns, Column, ColumnTypes, schema_hash
from datasets.mapping import FieldMapping
from datasets.models import DatasetVersion, TestCase
from datasets.readers.base import Row
from datasets.row_errors import ErrorLog, shown
from evalhub.lib.errors import Conflict

MOST_ROWS = 1_000
INPUT_PARTS = ("prompt", "conversation", "context", "system_prompt")
FIELDS = ("external_id", "input", *INPUT_PARTS, "expected_output", "acceptable_answers", "metadata")
MAPPING = FieldMapping(
    "input",
    expected_output="expected_output",
    acceptable_answers="acceptable_answers",
    metadata=("metadata",),
    external_id="external_id",
)
COMPARED = ("input", "expected_output", "acceptable_answers", "metadata")


@dataclass(frozen=True)
class AppendedRow:
    """What became of the row at `index`: `stored` is its case or output, None where it was refused, with a reason."""

    index: int
    stored: object = None
    is_new: bool = False
    reason: str = ""

    @property
    def status(self):
        return "refused" if self.stored is None else "created" if self.is_new else "existing"


@transaction.atomic
def append_cases(*, version, rows):
    """[AppendedRow] of `rows`, objects with FIELDS, in their order; Conflict for a version that takes no cases.

    A row whose external id is stored with the same content is existing, with other content refused: cases never
    change. The version's lock lets one caller append at a time, so rows are numbered without gaps.
    """
    locked = DatasetVersion.objects.select_for_update(of=("self",), no_key=True).select_related("dataset")
    version = locked.get(pk=version.pk)
    version.dataset.check_own()
    if not version.is_open:
        text = _("Version %(number)s is not open. Cases are added to open versions only.")
        raise Conflict(text % {"number": version.version_number}, code="not_open")
    made = _Cases(version, rows)
    results = [made.add(index, row) for index, row in enumerate(rows)]
    if version.row_count + len(made.fresh) > settings.UPLOAD_ROWS:
        text = _("The version would have more than %(most)s cases. Publish it and open the next one.")
        raise Conflict(text % {"most": f"{settings.UPLOAD_ROWS:,}"}, code="version_full")
    if made.fresh:
        TestCase.objects.bulk_create(made.fresh)
        columns = made.types.columns()
        version.row_count += len(made.fresh)
        version.columns = [{**column.as_json(), "role": "metadata"} for column in columns]
        version.schema_hash = schema_hash(columns)
        version.save(update_fields=["row_count", "columns", "schema_hash"])
    return results


class _Cases:
    """Makes the cases of one request; `fresh` are those to store, `types` what their metadata is, all cases counted."""

    def __init__(self, version, rows):
        self.fresh = []
        self.types = ColumnTypes(
            file_limits(), known=[Column(column["name"], column["type"]) for column in version.columns]
        )
        self._version = version
        self._errors = ErrorLog(MOST_ROWS)
        self._maker = CaseMaker(MAPPING, limits=file_limits(), errors=self._errors)
        ids = {str(row["external_id"]) for row in rows if isinstance(row, dict) and row.get("external_id") is not None}
        stored = TestCase.objects.filter(version=version, external_id__in=ids)
        self._known = {case.external_id: case for case in stored}

    def add(self, index, row):
        case = _problem_with_row(row) or self._made(index, row)
        if not isinstance(case, MappedCase):
            return AppendedRow(index, reason=case)
        known = None if case.external_id is None else self._known.get(case.external_id)
        if known is None:
            try:
                self.types.add(case.metadata)
            except BadColumns as problem:
                return AppendedRow(index, reason=problem.message)
            place = self._version.row_count + len(self.fresh)
            values = {field: getattr(case, field) for field in ("external_id", *COMPARED)}
            stored = TestCase(version=self._version, row_index=place, **values)
            self.fresh.append(stored)
            if case.external_id is not None:
                self._known[case.external_id] = stored
            return AppendedRow(index, stored=stored, is_new=True)
        if all(getattr(known, field) == getattr(case, field) for field in COMPARED):
            return AppendedRow(index, stored=known)
        return AppendedRow(index, reason=_("Another case has this external id. Cases cannot be changed."))

    def _made(self, index, row):
        """The MappedCase, or the reason against it."""
        case = self._maker.make(Row(index, _with_input(row)))
        return self._errors.errors[-1].reason if case is None else case


def _problem_with_row(row):
    if not isinstance(row, dict):
        return _("A case is an object.")
    unknown = next((name for name in row if name not in FIELDS), None)
    if unknown is not None:
        return _("Unknown field %(name)s. Valid: %(valid)s.") % {"name": shown(unknown), "valid": ", ".join(FIELDS)}
    if "input" in row and any(part in row for part in INPUT_PARTS):
        return _("Send either input or its parts (%(parts)s).") % {"parts": ", ".join(INPUT_PARTS)}
    if not isinstance(row.get("metadata") or {}, dict):
        return _("metadata is not an object.")
    return problem_with_input(_with_input(row)["input"])


def _with_input(row):
    """The row without nulls; parts of the input that are given one by one are together an input."""
    given = {name: value for name, value in row.items() if value is not None}
    if "input" in given:
        return given
    return given | {"input": {part: given[part] for part in INPUT_PARTS if part in given}}
