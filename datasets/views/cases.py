"""Pages of the cases of a version: all with a filter over their metadata, and one in full."""

from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from datasets.actions import cases
from datasets.actions.search import matches
from datasets.models import CaseSearch, ModelOutput, TestCase
from datasets.views.case_filter import COMPARISONS, CaseFilter
from datasets.views.case_texts import case_rows, input_parts
from datasets.views.versions import tabs, trail, version_of
from evalhub.accounts.access import requires
from evalhub.lib import strict_json
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lib.paging import Page, page_of

SIZE = 25
LAST_ROW = 2_000_000_000
MOST_COUNTED = 10_000


@requires("read")
@require_safe
def case_list(request, dataset_id, number):
    """Cases in file order; a filter or search that cannot be read is said beside its field, with 422."""
    version = version_of(request, dataset_id, number)
    fields, chosen = cases.metadata_fields(version), CaseFilter.read(request.GET)
    page, total, error, text, status = Page([], "", ""), 0, "", chosen.text, 200
    try:
        wanted = chosen.wanted(fields)
        found = matches(CaseSearch, text=chosen.search, version=version)[0] if chosen.search else None
        page = _page(request, version, wanted, found and version.cases.filter(found.at("pk")))
        total = cases.count(version, wanted, found=found, most=MOST_COUNTED)
        text = strict_json.dumps(wanted) if wanted else ""
    except (InvalidInput, Conflict) as problem:
        error, status = problem.message, 422 if isinstance(problem, InvalidInput) else problem.status
    context = {
        "version": version,
        "trail": trail(version),
        "tabs": tabs(version, "cases"),
        "page": page,
        "total": total,
        "most": MOST_COUNTED,
        "rows": case_rows(page.rows),
        "chosen": chosen,
        "fields": fields,
        "comparisons": COMPARISONS,
        "error": error,
        "text": text,
    }
    return render(request, "datasets/case_list.html", context, status=status)


@requires("read")
@require_safe
def case_detail(request, dataset_id, number, row_index):
    version = version_of(request, dataset_id, number)
    found = TestCase.objects.prefetch_related(ModelOutput.of_cases())
    case = get_object_or_404(found, version=version, row_index=row_index)
    context = {
        "version": version,
        "trail": trail(version, down_to_version=True),
        "case": case,
        "parts": input_parts(case.input),
        "before": row_index - 1 if row_index else None,
        "after": row_index + 1 if row_index + 1 < version.row_count else None,
    }
    return render(request, "datasets/case_detail.html", context)


def _page(request, version, wanted, among):
    chosen = {"limit": SIZE + 1, "wanted": wanted, "among": among}

    def rows(row, backward):
        if backward:
            return cases.page_before(version, before=row, **chosen).cases[::-1]
        return cases.keyset_page(version, after=-1 if row is None else row, **chosen).cases

    return page_of(request, field="row_index", kind=_row, rows=rows, size=SIZE)


def _row(text):
    row = int(text)
    if not 0 <= row <= LAST_ROW:
        raise ValueError(f"No file has a row {row}.")
    return row
